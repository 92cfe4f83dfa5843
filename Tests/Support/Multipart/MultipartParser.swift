/// What is wrong with a multipart body.
package enum MultipartError: Error, Equatable {
    /// The Content-Type names no boundary, or one that RFC 2046 does not allow.
    case noBoundary(contentType: String)
    /// The expected text is missing at this offset of the body.
    case expected(String, offset: Int)
}

extension ParsedForm {
    /// Parses a body.
    ///
    /// As strict as the strictest servers: no preamble, no epilogue, CRLF everywhere, one blank
    /// line after the headers, each header line with a name and a colon, a closing delimiter with
    /// its CRLF at the very end, and no delimiter inside a part (RFC 2046 §5.1.1).
    package init(contentType: String, body: [UInt8]) throws(MultipartError) {
        guard let boundary = ParsedForm.boundary(of: Array(contentType.utf8)) else {
            throw .noBoundary(contentType: contentType)
        }
        try self.init(boundary: boundary, body: body)
    }

    /// Parses a body with this boundary.
    package init(boundary: [UInt8], body: [UInt8]) throws(MultipartError) {
        var parser = MultipartParser(body: body, boundary: boundary)
        self.init(boundary: boundary, parts: try parser.parts())
    }

    /// The boundary parameter of a media type; nil when there is none that RFC 2046 allows.
    static func boundary(of contentType: [UInt8]) -> [UInt8]? {
        let lowercased = contentType.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
        guard let found = lowercased.offset(of: Array("boundary=".utf8))
        else { return nil }
        var scanner = ByteScanner(Array(contentType[(found + 9)...]))
        let isSeparator: (UInt8) -> Bool = { $0 == UInt8(ascii: ";") || $0 <= 0x20 }
        let boundary =
            scanner.rest.first == UInt8(ascii: "\"")
            ? scanner.takeQuoted([("\\\"", "\""), ("\\\\", "\\")]) ?? []
            : scanner.take { !isSeparator($0) }
        let allowed = Array("'()+_,-./:=? ".utf8)
        let isValid = boundary.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || allowed.contains(byte)
        }
        let isLongEnough = (1...70).contains(boundary.count) && boundary.last != 0x20
        return isValid && isLongEnough ? boundary : nil
    }
}

extension RecordedRequest {
    /// The form that was uploaded.
    package func form() throws(MultipartError) -> ParsedForm {
        try ParsedForm(contentType: header("Content-Type") ?? "", body: body.bytes)
    }
}

/// A position in a multipart body.
private struct MultipartParser {
    private static let crlf: [UInt8] = [0x0D, 0x0A]
    private static let dashes = Array("--".utf8)

    let body: [UInt8]
    let delimiter: [UInt8]
    var position = 0

    init(body: [UInt8], boundary: [UInt8]) {
        self.body = body
        delimiter = MultipartParser.dashes + boundary
    }

    mutating func parts() throws(MultipartError) -> [ParsedPart] {
        var parts: [ParsedPart] = []
        try expect(delimiter, "the first delimiter")
        while !skip(MultipartParser.dashes) {
            try expect(MultipartParser.crlf, "CRLF or -- after a delimiter")
            parts.append(try part())
        }
        try expect(MultipartParser.crlf, "CRLF after the last delimiter")
        if position != body.count { throw .expected("the end", offset: position) }
        return parts
    }

    /// Reads a part, and the delimiter after it.
    private mutating func part() throws(MultipartError) -> ParsedPart {
        var lines: [[UInt8]] = []
        while !skip(MultipartParser.crlf) {
            guard let end = body.offset(of: MultipartParser.crlf, from: position) else {
                throw .expected("the end of a header line", offset: position)
            }
            let line = Array(body[position..<end])
            guard HeaderField(line: line) != nil else {
                throw .expected("a header line", offset: position)
            }
            lines.append(line)
            position = end + 2
        }
        let start = position
        guard let end = body.offset(of: MultipartParser.crlf + delimiter, from: start) else {
            throw .expected("a delimiter after the part", offset: start)
        }
        position = end + 2 + delimiter.count
        var part = ParsedPart(headerLines: lines, body: Array(body[start..<end]), nested: nil)
        part.nested = try nested(in: part)
        return part
    }

    /// The body of a part as a form, if its type names a boundary and it begins with that.
    private func nested(in part: ParsedPart) throws(MultipartError) -> ParsedForm? {
        guard let type = part.contentType,
            let boundary = ParsedForm.boundary(of: Array(type.utf8)),
            part.body.starts(with: MultipartParser.dashes + boundary)
        else { return nil }
        return try ParsedForm(boundary: boundary, body: part.body)
    }

    private mutating func skip(_ bytes: [UInt8]) -> Bool {
        guard body[position...].starts(with: bytes) else { return false }
        position += bytes.count
        return true
    }

    private mutating func expect(_ bytes: [UInt8], _ what: String) throws(MultipartError) {
        if !skip(bytes) { throw .expected(what, offset: position) }
    }
}
