/// A parsed multipart body.
///
/// Written for the tests, without code of the encoder, so that errors are not shared. Lossless:
/// header lines and bodies are the original bytes.
package struct ParsedForm: Sendable, Equatable {
    package var boundary: [UInt8]
    package var parts: [ParsedPart]

    /// The first part of that name.
    package func part(_ name: String) -> ParsedPart? {
        parts.first { $0.name == Array(name.utf8) }
    }
}

/// One part of a multipart body.
package struct ParsedPart: Sendable, Equatable {
    /// The header lines without their CRLF.
    package var headerLines: [[UInt8]]
    package var body: [UInt8]
    /// The body as a form, if it is multipart itself.
    package var nested: ParsedForm?

    /// The value of a header, without the blanks around it.
    package func header(_ name: String) -> String? {
        headerLines.compactMap(HeaderField.init(line:))
            .first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// The field's name, unescaped; nil when there is none.
    package var name: [UInt8]? { dispositionParameter("name") }

    /// The filename, unescaped; nil when there is none.
    package var filename: [UInt8]? { dispositionParameter("filename") }

    package var nameText: String? { name.map { String(decoding: $0, as: UTF8.self) } }
    package var filenameText: String? { filename.map { String(decoding: $0, as: UTF8.self) } }
    package var contentType: String? { header("Content-Type") }
    package var bodyText: String { String(decoding: body, as: UTF8.self) }

    /// As browsers escape names (WHATWG).
    private static let escapes = [("%22", "\""), ("%0D", "\r"), ("%0A", "\n")]

    /// `name="…"` after `; `, as RFC 7578 §4.2 has it; nil for any other notation.
    private func dispositionParameter(_ key: String) -> [UInt8]? {
        guard let line = line("content-disposition") else { return nil }
        var scanner = ByteScanner(line)
        _ = scanner.take { $0 != UInt8(ascii: ";") }
        while scanner.skip("; ") {
            let found = scanner.take { $0 != UInt8(ascii: "=") }
            guard scanner.skip("="), let value = scanner.takeQuoted(ParsedPart.escapes) else {
                return nil
            }
            if found == Array(key.utf8) { return value }
        }
        return nil
    }

    private func line(_ lowercasedName: String) -> [UInt8]? {
        headerLines.first {
            HeaderField(line: $0)?.name.lowercased() == lowercasedName
        }
    }
}

/// Reads bytes from left to right.
struct ByteScanner {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// Skips `text`; returns false if it is not next.
    mutating func skip(_ text: String) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        rest = rest.dropFirst(text.utf8.count)
        return true
    }

    mutating func take(while isTaken: (UInt8) -> Bool) -> [UInt8] {
        let taken = rest.prefix(while: isTaken)
        rest = rest.dropFirst(taken.count)
        return Array(taken)
    }

    /// Takes a quoted value with these escapes; nil if the quote is not closed.
    mutating func takeQuoted(_ escapes: [(String, String)]) -> [UInt8]? {
        guard skip("\"") else { return nil }
        var value: [UInt8] = []
        while let byte = rest.first {
            if let (_, meant) = escapes.first(where: { skip($0.0) }) {
                value += meant.utf8
                continue
            }
            rest = rest.dropFirst()
            if byte == UInt8(ascii: "\"") { return value }
            value.append(byte)
        }
        return nil
    }
}
