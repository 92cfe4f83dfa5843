import FormEncoding
import FormUpload
import Foundation

/// What goes over the wire, as `-v`, `--trace` or `--trace-ascii` shows it, with secrets masked.
final class WireLog {
    private let format: WireFormat
    private let descriptor: Int32
    private let path: ByteString?
    /// A time limit may end a request while another thread writes of it.
    private let lock = NSLock()
    private var mask: SecretMask?  // behind `lock`
    private let hasTime: Bool
    private let isColored: Bool
    private let isOnTerminal: Bool
    let isOnStandardError: Bool
    /// It is a file of its own.
    var hasFile: Bool { path != nil }

    /// `nil` where nothing is to be shown. `form` is what is sent.
    init?(
        _ output: Settings.Output, form: MultipartForm, console: Console
    ) throws(WriteError) {
        guard let trace = output.trace ?? (output.isVerbose ? .verbose : nil) else { return nil }
        format = trace.format
        hasTime = output.tracesTime
        mask = output.showsSecrets ? nil : SecretMask(output.secretFields, form: form)
        switch trace {
        case .verbose, .hexadecimal(path: "%"), .ascii(path: "%"):
            (path, descriptor) = (nil, console.error)
            isOnStandardError = true
        case .hexadecimal(path: "-"), .ascii(path: "-"):
            (path, descriptor) = (nil, console.output)
            isOnStandardError = false
        case .hexadecimal(let file), .ascii(let file):
            (path, descriptor) = (file, try openForWriting(file))
            isOnStandardError = false
        }
        isColored = trace == .verbose && output.isColored && Console.isTerminal(console.error)
        isOnTerminal = Console.isTerminal(descriptor)
    }

    /// Whether there is anything to write of such an event.
    func shows(_ event: WireEvent) -> Bool { format.shows(event.kind) }

    func write(_ event: WireEvent) throws(WriteError) {
        var bytes = lock.withLock { masked(event) }
        // Dumps show no such bytes.
        if isOnTerminal, format == .verbose || event.kind == .information {
            bytes = bytes.shownOnTerminal
        }
        let text = format.text(event.kind, bytes, time: hasTime ? Self.now() : nil, isColored)
        guard !text.isEmpty else { return }
        do throws(WriteError) { try text.write(to: descriptor) } catch {
            // What cannot be said on standard error cannot be said at all.
            if path != nil { throw WriteError(path: path, errno: error.errno) }
        }
    }

    private func masked(_ event: WireEvent) -> [UInt8] {
        let bytes = event.bytes
        return switch event.kind {
        case .headSent: mask?.masking(headSent: bytes) ?? bytes
        case .headReceived: mask?.masking(headReceived: bytes) ?? bytes
        case .bodySent: mask?.masking(bodySent: bytes) ?? bytes
        case .information: mask?.masking(information: bytes) ?? bytes
        case .bodyReceived, .tlsSent, .tlsReceived: bytes
        }
    }

    /// Another request follows, wherever the one before broke off.
    func beginAnew() { lock.withLock { mask?.beginAnew() } }

    /// As curl: `12:34:56.123456 `.
    private static func now() -> String {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.dateFormat = "HH:mm:ss"
        let now = Date()
        let fraction = now.timeIntervalSince1970.truncatingRemainder(dividingBy: 1)
        return format.string(from: now) + "." + String(format: "%06d", Int(fraction * 1e6)) + " "
    }
}
