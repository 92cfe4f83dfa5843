import FormEncoding
import FormUpload

/// What `-v` shows: heads as they went over the wire and what libcurl has to say, in curl's form.
enum VerboseLog {
    /// The lines of an event, `nil` where it is not for people (bodies, TLS records).
    static func text(_ event: WireEvent) -> [UInt8]? {
        let mark: String
        switch event.kind {
        case .information: mark = "* "
        case .headSent: mark = "> "
        case .headReceived: mark = "< "
        case .bodySent, .bodyReceived, .tlsSent, .tlsReceived: return nil
        }
        let lines = event.bytes.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let whole = lines.last?.isEmpty == true ? lines.dropLast() : lines[...]
        return whole.flatMap { Array(mark.utf8) + masked($0) + [UInt8(ascii: "\n")] }
    }

    /// A header line without the value of a field that holds a secret, and without its CR.
    private static func masked(_ line: ArraySlice<UInt8>) -> [UInt8] {
        var line = line
        if line.last == 0x0D { line.removeLast() }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return Array(line) }
        return SecretField.isNamed(ByteString(bytes: line[..<colon]))
            ? line[...colon] + Array(" [masked]".utf8) : Array(line)
    }
}
