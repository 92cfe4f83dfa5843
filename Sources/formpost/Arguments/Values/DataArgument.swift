import FormEncoding

/// One use of `-d` or a relative, before a file is opened.
struct DataArgument: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        case text, raw, binary, urlEncoded, json
    }

    enum Content: Equatable, Sendable {
        case bytes([UInt8])
        /// A file, with `name=` in front of it.
        case file(prefix: [UInt8], InputFile, SectionEncoding?)
    }

    let kind: Kind
    let content: Content
    /// The value as it was typed.
    let value: ByteString
    /// As it was typed.
    let option: String

    var file: InputFile? { if case .file(_, let file, _) = content { file } else { nil } }

    init(_ kind: Kind, _ use: OptionUse) {
        self.kind = kind
        option = use.option
        value = use.value
        switch (kind, use.fileAfterAt) {
        case (.urlEncoded, _):
            switch URLEncodedData(use, takesLiterals: false) {
            case .literal(let text): content = .bytes(text)
            case .text(let name, let text):
                content = .bytes(URLEncodedData.encoded(name: name, content: text, .curl))
            case .file(let name, let file):
                content = .file(
                    prefix: name.isEmpty ? [] : name + [UInt8(ascii: "=")], file, .percent(.curl))
            }
        case (.text, let file?), (.binary, let file?), (.json, let file?):
            content = .file(prefix: [], file, kind == .text ? .withoutLineEnds : nil)
        case (.raw, _), (_, nil): content = .bytes(use.value.bytes)
        }
    }
}

extension ValueKind where Value == DataArgument {
    static func data(_ kind: DataArgument.Kind) -> Self {
        let meaning: ValueMeaning =
            switch kind {
            case .text, .binary, .json: .textOrInput
            case .raw: .text
            case .urlEncoded: .urlEncoded
            }
        return Self(meaning: meaning) { use in DataArgument(kind, use) }
    }
}

/// One value of `--data-urlencode` or `--url-query`, before a file is opened.
enum URLEncodedData: Equatable, Sendable {
    /// `+content` of `--url-query`: as it is.
    case literal([UInt8])
    /// `content`, `=content`, `name=content`: all but the name is encoded.
    case text(name: [UInt8], content: [UInt8])
    /// `@file`, `name@file`: a file's content is encoded; `-` is standard input.
    case file(name: [UInt8], InputFile)

    init(_ use: OptionUse, takesLiterals: Bool = true) {
        let data = use.value
        let bytes = data.bytes
        let mark = bytes.firstIndex { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "@") }
        if takesLiterals, bytes.first == UInt8(ascii: "+") {
            self = .literal(Array(bytes.dropFirst()))
        } else if let mark, bytes[mark] == UInt8(ascii: "@"), !bytes.contains(UInt8(ascii: "=")) {
            self = .file(
                name: Array(bytes[..<mark]),
                InputFile(use, path: ByteString(bytes: bytes[(mark + 1)...])))
        } else if let mark = bytes.firstIndex(of: UInt8(ascii: "=")) {
            self = .text(name: Array(bytes[..<mark]), content: Array(bytes[(mark + 1)...]))
        } else {
            self = .text(name: [], content: bytes)
        }
    }

    var file: InputFile? { if case .file(_, let file) = self { file } else { nil } }

    /// `name=` in front of the encoded content, if there is a name.
    static func encoded(
        name: [UInt8], content: [UInt8], _ encoding: PercentEncoding
    ) -> [UInt8] {
        (name.isEmpty ? [] : name + [UInt8(ascii: "=")]) + encoding.escaping(content)
    }
}

extension ValueKind where Value == URLEncodedData {
    static var query: Self { Self(meaning: .query) { use in URLEncodedData(use) } }
}

extension ByteString {
    /// The file that a value of `-b` names, as curl reads it: what stands after an `@`, or a value without
    /// `=`. Without a name there is no file. `nil`: the value is cookies.
    var cookieFile: ByteString? {
        if first == UInt8(ascii: "@") { return ByteString(bytes: bytes.dropFirst()) }
        return contains(UInt8(ascii: "=")) ? nil : self
    }
}
