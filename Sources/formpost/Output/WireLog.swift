import FormEncoding
import FormUpload
import Foundation

/// What goes over the wire, as `-v`, `--trace` or `--trace-ascii` shows it, with secrets masked.
final class WireLog {
    private let format: WireFormat
    private let descriptor: Int32
    private let path: ByteString?
    private let mask: SecretMask?
    private let hasTime: Bool
    private let isColored: Bool
    private let isOnTerminal: Bool
    let isOnStandardError: Bool
    /// It is a file of its own.
    var hasFile: Bool { path != nil }

    /// `nil` where nothing is to be shown.
    init?(_ output: Settings.Output, console: Console) throws(WriteError) {
        guard let trace = output.trace ?? (output.isVerbose ? .verbose : nil) else { return nil }
        format = trace.format
        hasTime = output.tracesTime
        mask = output.showsSecrets ? nil : SecretMask(output.secretFields)
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
        var bytes = event.bytes
        switch event.kind {
        case .headSent, .headReceived: bytes = mask?.masking(bytes) ?? bytes
        case .information: bytes = mask?.masking(information: bytes) ?? bytes
        case .bodySent, .bodyReceived, .tlsSent, .tlsReceived: break
        }
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

/// The fields whose values are not shown.
struct SecretMask {
    private let names: Set<String>

    init(_ more: [ByteString]) {
        names = Set(SecretField.names + more.map { $0.description.lowercased() })
    }

    /// A head, or a line of one, with the secrets replaced.
    func masking(_ bytes: [UInt8]) -> [UInt8] {
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        return Array(lines.map(masking).joined(separator: [0x0A]))
    }

    /// What libcurl says of what it does: the fields of an HTTP/2 request, the cookies that it
    /// takes in.
    func masking(information bytes: [UInt8]) -> [UInt8] {
        let text = String(decoding: bytes, as: UTF8.self)
        if let cookie = text.firstMatch(
            of: /^((?:Added|Replaced) cookie [^=]*=").*(" for domain .*)/)
        {
            return Array("\(cookie.1)[masked]\(cookie.2)\n".utf8)
        }
        // `h2h3 [name: value]`, `[HTTP/2] [1] [name: value]`
        if let field = text.firstMatch(of: /^(.*\[([^\[:\]]+): ).*\]$/.anchorsMatchLineEndings()),
            names.contains(field.2.lowercased())
        {
            return Array("\(field.1)[masked]]\n".utf8)
        }
        return bytes
    }

    private func masking(_ line: ArraySlice<UInt8>) -> [UInt8] {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
            names.contains(String(decoding: line[..<colon], as: UTF8.self).lowercased())
        else { return Array(line) }
        return line[...colon] + Array(" [masked]".utf8) + (line.last == 0x0D ? [0x0D] : [])
    }
}
