import FormEncoding

/// One use of `-d` or a relative, before a file is opened.
struct DataArgument: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        case text, raw, binary, urlEncoded, json
        /// `--url-query`
        case query
    }

    enum Content: Equatable, Sendable {
        case bytes([UInt8])
        /// A file, with `name=` in front of it.
        case file(prefix: [UInt8], InputFile, SectionEncoding?)

        /// `content`, `=content`, `name=content`, `@file` or `name@file`: all but the name is encoded.
        fileprivate init(encoding use: OptionUse, _ encoding: PercentEncoding) {
            let equals = [UInt8(ascii: "=")]
            if let (name, path) = use.value.nameAndFile {
                let file = InputFile(path: path, option: use.option)
                self = .file(prefix: name.isEmpty ? [] : name + equals, file, .percent(encoding))
            } else {
                let end = use.value.firstIndex(of: equals[0])
                let name = use.value.prefix(end ?? 0)
                let content = use.value.dropFirst(end.map { $0 + 1 } ?? 0)
                self = .bytes((name.isEmpty ? [] : name + equals) + encoding.escaping(content))
            }
        }
    }

    let kind: Kind
    let content: Content
    let use: OptionUse

    var file: InputFile? { if case .file(_, let file, _) = content { file } else { nil } }

    init(_ kind: Kind, _ use: OptionUse) {
        self.kind = kind
        self.use = use
        switch (kind, use.fileAfterAt) {
        case (.query, _) where use.value.first == UInt8(ascii: "+"):
            content = .bytes(Array(use.value.dropFirst()))
        case (.urlEncoded, _): content = Content(encoding: use, .curl)
        case (.query, _): content = Content(encoding: use, .curlQuery)
        case (.text, let file?), (.binary, let file?), (.json, let file?):
            content = .file(prefix: [], file, kind == .text ? .withoutLineEnds : nil)
        case (.raw, _), (_, nil): content = .bytes(use.value.bytes)
        }
    }
}

extension ValueKind where Value == DataArgument {
    static func data(
        _ kind: DataArgument.Kind, _ meaning: ValueMeaning = .textOrInput
    ) -> Self {
        Self(meaning: meaning) { use in DataArgument(kind, use) }
    }
}

extension ByteString {
    /// `@file` or `name@file` of `--data-urlencode` and `--url-query`; `nil`: the value is text.
    var nameAndFile: (name: [UInt8], path: ByteString)? {
        guard let at = firstIndex(of: UInt8(ascii: "@")), !contains(UInt8(ascii: "=")) else {
            return nil
        }
        return (Array(bytes[..<at]), ByteString(bytes: bytes[(at + 1)...]))
    }

    /// The file that a value of `-b` names, as curl reads it: what stands after an `@`, or a value without
    /// `=`. Without a name there is no file. `nil`: the value is cookies.
    var cookieFile: ByteString? {
        if first == UInt8(ascii: "@") { return ByteString(bytes: bytes.dropFirst()) }
        return contains(UInt8(ascii: "=")) ? nil : self
    }
}
