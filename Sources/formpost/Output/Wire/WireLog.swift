import FormEncoding
import FormUpload
import Foundation

/// Writes wire data in the format of `-v`, `--trace` or `--trace-ascii`, with secrets masked.
final class WireLog {
    private let format: WireFormat
    private let target: OutputChannel
    private let console: Console
    private var redacted: RedactedStream?
    private let hasTime: Bool
    private let isColored: Bool
    private let isOnTerminal: Bool
    var isOnStandardError: Bool { target.isStandardError }

    /// `nil` where nothing is to be shown. `content` is what is sent. `Location` is a secret in the responses to
    /// a resumable upload.
    init?(
        _ run: RunSettings, content: BodyContent, isResumable: Bool, target: OutputChannel?,
        console: Console
    ) {
        guard let trace = run.display.tracing, let target else { return nil }
        format = trace.format
        (self.target, self.console) = (target, console)
        hasTime = run.display.tracesTime
        var secrets = run.secrets
        if isResumable { secrets.headers.append("Location") }
        redacted =
            secrets.areShown
            ? nil : RedactedStream(.ofProcess, secrets.names, content: content)
        isOnTerminal = Console.isTerminal(target.descriptor)
        isColored = trace == .verbose && console.showsColors(target.descriptor)
    }

    func write(_ event: WireEvent) throws(WriteError) {
        guard format.shows(event.kind) else { return }
        var bytes = redacted?.redacted(event.kind, event.bytes) ?? event.bytes
        // Logs are read on terminals, too. Dumps escape such bytes themselves.
        if format == .verbose || (isOnTerminal && event.kind == .information) {
            bytes = bytes.shownOnTerminal
        }
        let text = format.text(event.kind, bytes, time: hasTime ? Self.now() : nil, isColored)
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

    /// Prepares for another request; the previous one may have ended anywhere.
    func restart() { redacted?.restart() }

    /// As curl: `12:34:56.123456 `.
    private static func now() -> String {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.dateFormat = "HH:mm:ss"
        let now = Date()
        let seconds = now.timeIntervalSince1970
        let fraction = seconds - seconds.rounded(.down)
        return format.string(from: now) + "." + String(format: "%06d", Int(fraction * 1e6)) + " "
    }
}

extension RunSettings.Trace {
    fileprivate var format: WireFormat {
        switch self {
        case .verbose: .verbose
        case .hexadecimal: .hexadecimal
        case .ascii: .ascii
        }
    }
}
