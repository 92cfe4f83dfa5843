/// A media type with its parameters, such as `text/plain; charset=utf-8`, as it is sent.
public struct MediaType: Sendable, Hashable {
    /// The bytes that follow `Content-Type: `.
    package let value: ByteString

    /// A media type as it is sent, such as `try MediaType("image/webp")`.
    ///
    /// It must begin with `type/subtype` (RFC 2045 §5.1) and contain no
    /// control characters but tabs: a CR, LF or NUL would end the header line (RFC 5322 §2.2).
    /// Throws `.invalidValue`.
    public init(_ text: String) throws(UploadError) {
        self = try reporting { () throws(BodyFault) in try MediaType(ByteString(text)) }
    }

    package init(_ value: ByteString) throws(BodyFault) {
        try self.init(verbatim: value)
        guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") })
        else { throw .invalidMediaType(value) }
        let major = value.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: " ") }
        let rest = value.dropFirst(major.count)
        guard !major.isEmpty, rest.first == UInt8(ascii: "/"), let minor = rest.dropFirst().first,
            minor != UInt8(ascii: ";"), minor != UInt8(ascii: ","), minor != UInt8(ascii: " ")
        else { throw .invalidMediaType(value) }
    }

    /// Any text without a line end, with other control characters too: curl sends them as they are,
    /// and from 8.11.1 on sends `type=text`.
    package init(verbatim value: ByteString) throws(BodyFault) {
        guard !value.contains(where: \.endsHeaderLine)
        else { throw .invalidMediaType(value) }
        self.value = value
    }

    package init(unchecked value: ByteString) { self.value = value }

    package static let formData = MediaType(unchecked: "multipart/form-data")
    package static let mixed = MediaType(unchecked: "multipart/mixed")
    package static let octetStream = MediaType(unchecked: "application/octet-stream")
    package static let urlEncodedForm = MediaType(unchecked: "application/x-www-form-urlencoded")
    /// `application/json`
    public static let json = MediaType(unchecked: "application/json")
    /// `text/plain`; `MediaType("text/plain; charset=utf-8")` says which encoding it has.
    public static let plainText = MediaType(unchecked: "text/plain")
    /// `image/png`
    public static let png = MediaType(unchecked: "image/png")
    /// `image/jpeg`
    public static let jpeg = MediaType(unchecked: "image/jpeg")

    /// Whether this is `type`, ignoring parameters and case.
    package func isKind(of type: MediaType) -> Bool {
        let (start, rest) = (value.prefix(type.value.count), value.dropFirst(type.value.count))
        return start.elementsEqual(type.value) { $0.lowercased == $1.lowercased }
            && rest.prefix(1).allSatisfy("; \t\r\n".utf8.contains)
    }
}

extension MediaType {
    package var isMultipart: Bool {
        let kind = ByteString("multipart/")
        return value.prefix(kind.count).map(\.lowercased) == kind.bytes
    }

    /// The media type with the boundary, if it is `multipart` and has none (curl's `-F` with `-H`).
    package func completed(with boundary: Boundary) -> MediaType {
        guard isMultipart, boundaries.isEmpty else { return self }
        return MediaType(unchecked: value + boundary.parameter)
    }
}

extension MediaType: Described {
    package var summary: String { value.description }
}

extension MediaType {
    /// The values of all `boundary` parameters, without their quotes (RFC 2045 §5.1).
    package var boundaries: [ByteString] {
        parameters.compactMap { parameter in
            Self.isBoundary(parameter) ? Self.value(of: parameter) : nil
        }
    }

    /// The media type without its `boundary` parameters: a form adds its own.
    package var withoutBoundaries: MediaType {
        guard !boundaries.isEmpty else { return self }
        let kept =
            value.bytes[..<typeEnd]
            + parameters.filter { !Self.isBoundary($0) }.flatMap { [Self.semicolon] + $0 }
        let end = kept.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? kept.startIndex
        return MediaType(unchecked: ByteString(bytes: kept[..<end]))
    }

    private static let semicolon = UInt8(ascii: ";")

    private var typeEnd: Int { value.bytes.firstIndex(of: Self.semicolon) ?? value.bytes.endIndex }

    /// The parameters: the texts between the semicolons after the type, blanks included.
    private var parameters: ArraySlice<ArraySlice<UInt8>> {
        var (isQuoted, isEscaped) = (false, false)
        return value.bytes[typeEnd...].split(omittingEmptySubsequences: false) { byte in
            if !isEscaped, byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            isEscaped = isQuoted && !isEscaped && byte == UInt8(ascii: "\\")
            return !isQuoted && byte == Self.semicolon
        }.dropFirst()
    }

    private static func isBoundary(_ parameter: ArraySlice<UInt8>) -> Bool {
        guard let equals = parameter.firstIndex(of: UInt8(ascii: "=")) else { return false }
        // Blanks are not allowed before the `=`; some servers skip them.
        let name = parameter[..<equals].filter { !$0.isBlank }
        return name.elementsEqual("boundary".utf8) { $0.lowercased == $1 }
    }

    /// The value after the `=`: a token, or a quoted string without its quotes and escapes.
    private static func value(of parameter: ArraySlice<UInt8>) -> ByteString {
        var text = parameter.drop { $0 != UInt8(ascii: "=") }.dropFirst().drop(while: \.isBlank)
        while let last = text.last, last.isBlank { text.removeLast() }
        guard text.count > 1, text.first == UInt8(ascii: "\""), text.last == UInt8(ascii: "\"")
        else { return ByteString(bytes: text) }
        var (value, isEscaped) = ([UInt8](), false)
        for byte in text.dropFirst().dropLast() {
            isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
            if !isEscaped { value.append(byte) }
        }
        return ByteString(bytes: value)
    }
}
