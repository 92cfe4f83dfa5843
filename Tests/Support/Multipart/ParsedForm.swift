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

/// How the encoder escaped quotes in names.
package enum NameEscaping: Sendable {
    /// `%22`, `%0D` and `%0A` (WHATWG).
    case percent
    /// `\"` and `\\` (curl's `--form-escape`).
    case backslash
}

/// One part of a multipart body.
package struct ParsedPart: Sendable, Equatable {
    /// The header lines without their CRLF.
    package var headerLines: [[UInt8]]
    package var body: [UInt8]
    /// The body as a form, if it is multipart itself.
    package var nested: ParsedForm?
    package var escaping: NameEscaping

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

    /// `name="…"` after `; `, as RFC 7578 §4.2 has it; nil for any other notation.
    private func dispositionParameter(_ key: String) -> [UInt8]? {
        guard let line = line("content-disposition") else { return nil }
        var scanner = ByteScanner(line)
        _ = scanner.take { $0 != UInt8(ascii: ";") }
        while scanner.skip("; ") {
            let found = scanner.take { $0 != UInt8(ascii: "=") }
            guard scanner.skip("="), let value = scanner.takeQuoted(escaping) else { return nil }
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

    /// Takes a quoted value and unescapes it; nil if the quote is not closed.
    mutating func takeQuoted(_ escaping: NameEscaping) -> [UInt8]? {
        guard skip("\"") else { return nil }
        var value: [UInt8] = []
        while let byte = rest.first {
            rest = rest.dropFirst()
            switch (escaping, byte) {
            case (_, UInt8(ascii: "\"")): return value
            case (.backslash, UInt8(ascii: "\\")):
                guard let escaped = rest.popFirst() else { return nil }
                value.append(escaped)
            case (.percent, UInt8(ascii: "%")):
                if skip("22") {
                    value.append(UInt8(ascii: "\""))
                } else if skip("0D") {
                    value.append(0x0D)
                } else if skip("0A") {
                    value.append(0x0A)
                } else {
                    value.append(byte)
                }
            default: value.append(byte)
            }
        }
        return nil
    }
}
