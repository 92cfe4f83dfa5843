import FormEncoding

/// The head of a response as the server sent it, with order, duplicates and bytes preserved.
public struct ResponseHead: Sendable, Equatable {
    /// The lines as received, each with its line end, the status line first, the blank line last.
    package let rawLines: [ByteString]
    /// `1.1`, `2`, …
    package let version: String
    /// The status code.
    public let status: Int
    /// The reason phrase, empty if there is none.
    package let reason: ByteString

    /// A field's name and value, without the blanks around it.
    package struct Field: Sendable, Equatable {
        /// As the server wrote it.
        package let name: ByteString
        /// As the server wrote it.
        package let value: ByteString
    }

    /// The header fields in the server's order; a folded line belongs to the one before.
    package let fields: [Field]

    /// The status line without its line end, for people: a reason phrase that the server left out
    /// is that of the IANA registry.
    public var statusLine: String { "HTTP/\(version) " + statusText }

    /// The status line without the protocol: `404 Not Found`.
    package var statusText: String {
        let phrase = reason.bytes.isEmpty ? ReasonPhrase.of(status) : reason.description
        return "\(status)" + (phrase.map { " " + $0 } ?? "")
    }

    /// Whether the status is 2xx.
    package var isSuccess: Bool { (200..<300).contains(status) }

    /// The value of the first field of this name, without regard to case.
    public subscript(name: String) -> String? { value(of: name)?.description }

    /// The values of all fields of this name, such as `Set-Cookie`, without regard to case.
    public func values(of name: String) -> [String] {
        fields.filter { $0.isNamed(name) }.map(\.value.description)
    }

    /// The bytes of the first field of this name.
    package func value(of name: String) -> ByteString? {
        fields.first { $0.isNamed(name) }?.value
    }
}

extension ResponseHead.Field {
    /// Whether the field has this name, without regard to case.
    package func isNamed(_ other: String) -> Bool {
        name.isEqualIgnoringCase(to: other)
    }
}

extension ResponseHead {
    /// A head of these lines, with or without the final blank line.
    package init(rawLines: [ByteString]) {
        self.rawLines = rawLines
        let status = StatusLine(rawLines.first?.bytes ?? [])
        version = status.version
        self.status = status.code
        reason = status.reason
        fields = Self.fields(rawLines.dropFirst())
    }

    private static func fields(_ lines: some Sequence<ByteString>) -> [Field] {
        var fields: [Field] = []
        for line in lines {
            let bytes = line.bytes.withoutLineEnd
            if bytes.isEmpty { continue }
            if bytes.first?.isSpaceOrTab == true, let last = fields.last {
                let blank: [UInt8] = last.value.isEmpty ? [] : [0x20]
                let folded = last.value.bytes + blank + bytes.trimmingBlanks
                fields[fields.count - 1] = Field(name: last.name, value: ByteString(bytes: folded))
            } else if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
                fields.append(
                    Field(
                        name: ByteString(bytes: bytes[..<colon].trimmingBlanks),
                        value: ByteString(bytes: bytes[(colon + 1)...].trimmingBlanks)))
            }
        }
        return fields
    }
}

/// A status line, parsed as leniently as by libcurl: the phrase and its blank may be missing.
private struct StatusLine {
    var version = ""
    var code = 0
    var reason: ByteString = ""

    init(_ line: [UInt8]) {
        let words = line.withoutLineEnd.split(
            maxSplits: 2, omittingEmptySubsequences: true, whereSeparator: { $0.isSpaceOrTab })
        if let protocolName = words.first {
            version = String(
                decoding: protocolName.drop { $0 != UInt8(ascii: "/") }.dropFirst(), as: UTF8.self)
        }
        if words.count > 1 { code = Int(String(decoding: words[1].prefix(3), as: UTF8.self)) ?? 0 }
        if words.count > 2 { reason = ByteString(bytes: words[2].trimmingBlanks) }
    }
}

extension Collection<UInt8>
where SubSequence: BidirectionalCollection, Self: BidirectionalCollection {
    /// The bytes without a CR LF or LF at the end.
    fileprivate var withoutLineEnd: [UInt8] {
        var bytes = Array(self)
        if bytes.last == 0x0A { bytes.removeLast() }
        if bytes.last == 0x0D { bytes.removeLast() }
        return bytes
    }

    var trimmingBlanks: [UInt8] {
        Array(Array(drop(while: \.isSpaceOrTab)).reversed().drop(while: \.isSpaceOrTab).reversed())
    }
}

extension ResponseHead {
    /// Whether libcurl may send the request again by itself, with credentials or without `Expect`.
    var mayBeAnswered: Bool { [401, 407, 417].contains(status) }
}
