import FormEncoding

/// How far an upload has come, and how that reads.
struct ProgressState: Equatable, Sendable {
    var sent: Int64 = 0
    var total: Int64?
    /// The part that is being sent: its filename, or its name.
    var part: String?
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
    /// One line for a terminal of that many columns, filled as far as they go.
    static func bar(_ state: ProgressState, columns: Int) -> String {
        let columns = max(20, columns - 1)
        if state.isWaiting {
            return fitted("\(ByteCount.text(state.sent)) sent, waiting for the response", columns)
        }
        let facts = line(state)
        let name = state.part.map { fitted($0, 24) + " " } ?? ""
        let room = columns - name.count - facts.count - 3
        guard let percent = state.percent, room >= 8 else { return fitted(name + facts, columns) }
        let done = room * percent / 100
        let bar = String(repeating: "=", count: done) + (done < room ? ">" : "")
        return name + "[" + bar.padding(to: room) + "] " + facts
    }

    /// ` 45 %  1.2 GiB of 2.6 GiB  120 MiB/s  0:12 left`, as far as it is known.
    static func line(_ state: ProgressState) -> String {
        var words: [String] = []
        if let percent = state.percent { words.append("\(percent) %") }
        let total = state.total.map { " of " + ByteCount.text($0) } ?? ""
        words.append(ByteCount.text(state.sent) + total)
        words.append(ByteCount.text(Int64(state.rate)) + "/s")
        if let left = state.left { words.append(clock(left) + " left") }
        return words.joined(separator: "  ")
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

    private static func fitted(_ text: String, _ columns: Int) -> String {
        text.count <= columns ? text : text.prefix(max(0, columns - 1)) + "…"
    }
}

/// Sizes for people, in powers of 1024.
enum ByteCount {
    static func text(_ count: Int64) -> String {
        guard count >= 1024 else { return "\(count) B" }
        var value = Double(count)
        for unit in ["KiB", "MiB", "GiB", "TiB", "PiB"] {
            value /= 1024
            if value < 1024 || unit == "PiB" { return tenths(value) + " " + unit }
        }
        return "\(count) B"
    }

    private static func tenths(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded(.down))
        return "\(tenths / 10).\(tenths % 10)"
    }
}

extension Duration {
    var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}

extension String {
    fileprivate func padding(to count: Int) -> String {
        self + String(repeating: " ", count: max(0, count - self.count))
    }
}
