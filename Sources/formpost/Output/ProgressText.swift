import FormEncoding
import Foundation

/// How far an upload has come, and how that reads.
struct ProgressState: Equatable, Sendable {
    /// Bytes that have left the reader of the body.
    var sent: Int64 = 0
    var total: Int64?
    /// The part that is being sent: its filename, or its name.
    var part: ByteString?
    /// Since the attempt began.
    var elapsed = Duration.zero
    var attempt = 1

    /// Everything has been sent.
    var isWaiting: Bool { total.map { sent >= $0 } ?? false }

    /// Bytes a second, over the whole attempt.
    var rate: Double { elapsed > .zero ? Double(sent) / elapsed.inSeconds : 0 }

    /// Of 100, never all of them: the response is what tells that an upload is done.
    var percent: Int? {
        guard let total, total > 0 else { return nil }
        return min(99, Int(Double(sent) / Double(total) * 100))
    }

    /// Seconds until everything is sent.
    var left: Double? {
        guard let total, rate > 0, sent < total else { return nil }
        return Double(total - sent) / rate
    }
}

enum ProgressText {
    /// One line for a terminal of that many columns, of which it leaves the last three free: the
    /// terminal's own `^C` must not go on in the next line.
    ///
    /// Where there is no room, the bar goes first, then the part's name, then the end of the rest.
    static func bar(_ state: ProgressState, columns: Int) -> String {
        let columns = columns - 3
        let facts = line(state)
        if state.isWaiting { return facts.fitted(columns) }
        let name = state.part.map { Messages.shown($0, limit: 60).fitted(24) + " " } ?? ""
        let room = columns - name.columnsAtMost - facts.columnsAtMost - 3
        guard room > -3 else { return facts.fitted(columns) }
        guard let percent = state.percent, room >= 8 else { return name + facts }
        let done = room * percent / 100
        let bar = String(repeating: "=", count: done) + ">"
        let rest = String(repeating: " ", count: room - done - 1)
        return name + "[" + bar + rest + "] " + facts
    }

    /// `45 %  1.2 of 2.6 GiB  120.0 MiB/s  0:12 left`, as far as it is known.
    static func line(_ state: ProgressState) -> String {
        if state.isWaiting { return Messages.waiting(sent: state.sent) }
        var words: [String] = []
        if let percent = state.percent { words.append("\(percent) %") }
        words.append(
            state.total.map { ByteCount.text(state.sent, of: $0) } ?? ByteCount.text(state.sent))
        words.append(ByteCount.text(Int64(min(state.rate, 1e18))) + "/s")
        if let left = state.left { words.append(clock(left) + " left") }
        return words.joined(separator: "  ")
    }

    /// An object of JSON: what is not known is `null`.
    static func object(_ event: String, _ state: ProgressState) -> String {
        let members = [
            ("event", JSON.string(event)), ("sent", "\(state.sent)"),
            ("total", state.total.map { "\($0)" } ?? "null"),
            ("rate", "\(Int64(min(state.rate, 1e18)))"), ("attempt", "\(state.attempt)"),
            ("part", state.part.map { JSON.string($0.description) } ?? "null"),
        ]
        return "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
    }

    /// `0:12`, `1:02:03`; a day and more is not said.
    private static func clock(_ seconds: Double) -> String {
        guard seconds < 86_400 else { return "over a day" }
        let whole = Int(seconds.rounded(.up))
        let twoDigits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (whole / 3600, whole / 60 % 60)
        return (hours > 0 ? "\(hours):\(twoDigits(minutes))" : "\(minutes)")
            + ":" + twoDigits(whole % 60)
    }
}

/// Sizes for people, in powers of 1024.
enum ByteCount {
    static func text(_ count: Int64) -> String {
        let (number, unit) = words(count)
        return number + " " + unit
    }

    /// `1.2 of 90.0 MiB`, and `512.0 KiB of 2.0 MiB` where the units differ.
    static func text(_ count: Int64, of total: Int64) -> String {
        let (number, unit) = words(count)
        let isShared = count == 0 || unit == words(total).unit
        return (isShared ? number : number + " " + unit) + " of " + text(total)
    }

    private static func words(_ count: Int64) -> (number: String, unit: String) {
        guard count >= 1024 else { return ("\(count)", "B") }
        var value = Double(count)
        var unit = "B"
        for larger in ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"] where value >= 1024 {
            value /= 1024
            unit = larger
        }
        let tenths = Int((value * 10).rounded(.down))
        return ("\(tenths / 10).\(tenths % 10)", unit)
    }
}

/// Strings in JSON (RFC 8259 §7).
enum JSON {
    static func string(_ text: String) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let data = (try? encoder.encode(text)) ?? Data("\"\"".utf8)
        return String(decoding: data, as: UTF8.self)
    }
}

extension Duration {
    var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
