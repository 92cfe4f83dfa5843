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

    /// `nil` where nothing is to be shown.
    init?(_ output: Settings.Output, console: Console) throws(WriteError) {
        guard let trace = output.trace ?? (output.isVerbose ? .verbose : nil) else { return nil }
        format = trace.format
        hasTime = output.tracesTime
        mask = output.showsSecrets ? nil : SecretMask(output.secretFields)
        switch trace {
        case .verbose, .hexadecimal(path: "%"), .ascii(path: "%"):
            (path, descriptor) = (nil, console.error)
        case .hexadecimal(path: "-"), .ascii(path: "-"):
            (path, descriptor) = (nil, console.output)
        case .hexadecimal(let file), .ascii(let file):
            (path, descriptor) = (file, try openForWriting(file))
        }
        isColored = trace == .verbose && output.isColored && Console.isTerminal(console.error)
    }

    func write(_ event: WireEvent) throws(WriteError) {
        var bytes = event.bytes
        if event.kind == .headSent || event.kind == .headReceived, let mask {
            bytes = mask.masking(bytes)
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

    private func masking(_ line: ArraySlice<UInt8>) -> [UInt8] {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
            names.contains(String(decoding: line[..<colon], as: UTF8.self).lowercased())
        else { return Array(line) }
        return line[...colon] + Array(" [masked]".utf8) + (line.last == 0x0D ? [0x0D] : [])
    }
}
