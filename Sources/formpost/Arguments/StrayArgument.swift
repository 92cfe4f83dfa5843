import FormEncoding

/// Explains a word that was taken for a URL but is none: a typographic dash, a broken line, blanks
/// around `=`, an unquoted file name with blanks.
enum StrayArgument {
    static func error(
        _ urls: [ByteString], _ fields: [FormField],
        exists: (ByteString) -> Bool = SmallFile.exists
    ) -> UsageError? {
        if let word = urls.first(where: \.beginsWithForeignDash) { return .foreignDash(word) }
        guard urls.count > 1 else { return nil }
        if let word = urls.first(where: { Messages.strayMark($0) != nil }) {
            return .strayMark(word)
        }
        return blanks(urls, fields) ?? split(urls, fields, exists)
    }

    /// `-F name = value`, `-F name =value`, `-F name= @file`.
    private static func blanks(_ urls: [ByteString], _ fields: [FormField]) -> UsageError? {
        for (index, word) in urls.enumerated() {
            let equals = UInt8(ascii: "=")
            if word.bytes.first == equals,
                let field = fields.last(where: { !$0.argument.bytes.contains(equals) })
            {
                let isAlone = word.bytes.count == 1 && index + 1 < urls.count
                let value = isAlone ? urls[index + 1].bytes : Array(word.bytes.dropFirst())
                return .blanksAroundEquals(
                    word: word.bytes.count == 1 ? word : "=",
                    argument: argument(field.argument.bytes + [equals], value))
            }
            if word.isFileReference,
                let field = fields.last(where: { $0.argument.bytes.last == equals })
            {
                return .blanksAroundEquals(
                    word: word, argument: argument(field.argument.bytes, word.bytes))
            }
        }
        return nil
    }

    /// The field in one word. Text is not shown, as it may be a secret.
    private static func argument(_ name: [UInt8], _ value: [UInt8]) -> ByteString {
        let isFile = ByteString(bytes: value).isFileReference
        return ByteString(bytes: name + (isFile ? value : Array("value".utf8)))
    }

    /// `-F name=@my photo.jpg`, where there is a file `my photo.jpg`.
    private static func split(
        _ urls: [ByteString], _ fields: [FormField], _ exists: (ByteString) -> Bool
    ) -> UsageError? {
        let blank = [UInt8(ascii: " ")]
        for field in fields where field.kind == .form {
            let bytes = field.argument.bytes
            guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")),
                ByteString(bytes: bytes[(equals + 1)...]).isFileReference
            else { continue }
            let start = bytes[(equals + 2)...]
            for first in urls.indices {
                for last in first..<min(urls.count, first + 8) {
                    let words = urls[first...last].map(\.bytes).joined(separator: blank)
                    let path = (start + blank + words).prefix { $0 != UInt8(ascii: ";") }
                    guard exists(ByteString(bytes: path)) else { continue }
                    return .unquotedFile(
                        path: ByteString(bytes: path),
                        argument: ByteString(bytes: bytes + blank + words))
                }
            }
        }
        return nil
    }
}

extension ByteString {
    /// `@file` or `<file`.
    fileprivate var isFileReference: Bool { bytes.first.map("@<".utf8.contains) ?? false }

    /// A Unicode dash in place of `-`: `‐` to `―`, the minus sign and the wide dashes.
    fileprivate var beginsWithForeignDash: Bool {
        guard let first = description.unicodeScalars.first?.value else { return false }
        return (0x2010...0x2015).contains(first)
            || [0x2212, 0xFE58, 0xFE63, 0xFF0D].contains(first)
    }
}

extension OptionUse {
    /// Whether the value, which is an option, is to name a file, which hardly has such a name.
    var swallowsFile: Bool {
        guard swallowsOption, let meaning = spec?.meaning, meaning != .cookies else { return false }
        return [.file, .directory].contains(meaning.completion)
    }
}
