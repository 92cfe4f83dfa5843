import FormEncoding

/// One use of `-d` or a relative, before a file is opened.
struct DataArgument: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        /// `-d`, `--data-ascii`
        case text
        /// `--data-raw`
        case raw
        /// `--data-binary`
        case binary
        /// `--data-urlencode`
        case urlEncoded
        /// `--json`
        case json
    }

    enum Content: Equatable, Sendable {
        case bytes([UInt8])
        /// A file, with `name=` in front of it.
        case file(prefix: [UInt8], InputFile, DataEncoding?)
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
        let bytes = use.value.bytes
        let isFile = bytes.first == UInt8(ascii: "@")
        switch kind {
        case .urlEncoded:
            switch URLEncodedData(use, takesLiterals: false) {
            case .literal(let text): content = .bytes(text)
            case .text(let name, let text):
                content = .bytes(URLEncodedData.encoded(name: name, content: text, .curl))
            case .file(let name, let file):
                content = .file(
                    prefix: name.isEmpty ? [] : name + [UInt8(ascii: "=")], file, .percent(.curl))
            }
        case .text where isFile, .binary where isFile, .json where isFile:
            let file = InputFile(use, path: ByteString(bytes: bytes.dropFirst()))
            content = .file(prefix: [], file, kind == .text ? .withoutLineEnds : nil)
        default: content = .bytes(bytes)
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

extension ValueKind where Value == InputFile {
    /// The file of `-T`; `-` and `.` are standard input.
    static var upload: Self {
        Self(meaning: .upload) { (use) throws(UsageError) in
            let path = try ValueKind<ByteString>.nonEmpty.parse(use)
            return InputFile(use, path: path == "." ? "-" : path)
        }
    }
}
