import FormEncoding
import FormUpload
import Foundation

/// Writes wire data as curl does, in the format of `-v`, `--trace` or `--trace-ascii`, with secrets masked.
final class WireLog {
    private let format: RunSettings.Trace
    private let target: OutputChannel
    private let console: Console
    private var redacted: RedactedStream?
    private let hasTime: Bool
    private let isColored: Bool
    private let isOnTerminal: Bool
    var isOnStandardError: Bool { target.isStandardError }

    /// `nil` where nothing is to be shown.
    init?(_ request: Request, _ inputs: Inputs, _ target: OutputChannel?) {
        let run = inputs.settings
        guard let trace = run.display.tracing, let target else { return nil }
        (format, self.target, console) = (trace, target, inputs.console)
        hasTime = run.display.tracesTime
        if !run.secrets.areShown {
            redacted = RedactedStream(
                .ofProcess, content: request.body.content,
                isResumable: request.upload.resumption != nil)
        }
        isOnTerminal = Console.isTerminal(target.descriptor)
        isColored = trace == .verbose && console.showsColors(target.descriptor)
    }

    func write(_ event: WireEvent) throws(WriteError) {
        guard format != .verbose || Self.marks[event.kind] != nil else { return }
        var bytes = redacted?.redacted(event.kind, event.bytes) ?? event.bytes
        // Logs are read on terminals, too. Dumps escape such bytes themselves.
        if format == .verbose || (isOnTerminal && event.kind == .information) {
            bytes = bytes.shownOnTerminal
        }
        let time = hasTime ? Self.now() : ""
        let text =
            format == .verbose ? lines(event.kind, bytes, time) : dump(event.kind, bytes, time)
        guard !text.isEmpty else { return }
        if target.isStandardError, console.saysEvents {
            let line = String(decoding: text, as: UTF8.self)
            return console.emit(.message(.wire, line.trimmingCharacters(in: .newlines)))
        }
        do throws(WriteError) {
            try target.write(text)
        } catch {
            // A failure to write to standard error cannot be reported.
            if target.path != nil { throw error }
        }
    }

    func restart() { redacted?.restart() }

    /// As curl: `12:34:56.123456 `.
    private static func now() -> String {
        var (now, local) = (timeval(), tm())
        gettimeofday(&now, nil)
        localtime_r(&now.tv_sec, &local)
        return String(
            format: "%02d:%02d:%02d.%06ld ", local.tm_hour, local.tm_min, local.tm_sec,
            Int(now.tv_usec))
    }

    /// Heads and information, with a prefix for each line.
    private func lines(_ kind: WireEvent.Kind, _ bytes: [UInt8], _ time: String) -> [UInt8] {
        guard let (mark, color) = Self.marks[kind] else { return [] }
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.flatMap { line -> [UInt8] in
            let text = line.last == 0x0D ? line.dropLast() : line
            let prefix = time + (isColored ? color.start : "") + mark
            return Array(prefix.utf8) + text
                + Array((isColored ? TextColor.end + "\n" : "\n").utf8)
        }
    }

    private static let marks: [WireEvent.Kind: (mark: String, color: TextColor)] = [
        .information: ("* ", .faint), .headSent: ("> ", .cyan), .headReceived: ("< ", .green),
    ]

    /// Everything: 16 bytes a line, in hexadecimal and as characters, or up to 64 characters a line.
    private func dump(_ kind: WireEvent.Kind, _ bytes: [UInt8], _ time: String) -> [UInt8] {
        if kind == .information { return Array((time + "== Info: ").utf8) + bytes }
        var text =
            "\(time)\(Self.titles[kind] ?? ""), \(bytes.count) bytes (0x\(hex(bytes.count, 1)))\n"
        var offset = 0
        while offset < bytes.count {
            text += hex(offset, 4) + ": "
            let (line, length) =
                if case .ascii = format { asciiLine(bytes, offset) } else { hexLine(bytes, offset) }
            text += line + "\n"
            offset += length
        }
        return Array(text.utf8)
    }

    private static let titles: [WireEvent.Kind: String] = [
        .headSent: "=> Send header", .bodySent: "=> Send data", .tlsSent: "=> Send SSL data",
        .headReceived: "<= Recv header", .bodyReceived: "<= Recv data",
        .tlsReceived: "<= Recv SSL data",
    ]

    private func hexLine(_ bytes: [UInt8], _ offset: Int) -> (String, Int) {
        let row = bytes[offset..<min(offset + 16, bytes.count)]
        let codes = row.map { hex(Int($0), 2) + " " }.joined()
        let gap = String(repeating: " ", count: (16 - row.count) * 3)
        return (codes + gap + String(row.map(Self.shown)), row.count)
    }

    /// A CR LF ends the line early and is not shown.
    private func asciiLine(_ bytes: [UInt8], _ offset: Int) -> (String, Int) {
        var line = ""
        // Also right after the 64th character.
        for index in offset...min(offset + 64, bytes.count) {
            if bytes[index...].prefix(2).elementsEqual([0x0D, 0x0A]) {
                return (line, index + 2 - offset)
            }
            if index < min(offset + 64, bytes.count) { line.append(Self.shown(bytes[index])) }
        }
        return (line, line.count)
    }

    private static func shown(_ byte: UInt8) -> Character {
        (0x20..<0x7F).contains(byte) ? Character(UnicodeScalar(byte)) : "."
    }

    private func hex(_ number: Int, _ digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
