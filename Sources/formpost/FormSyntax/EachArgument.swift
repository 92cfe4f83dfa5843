import FormEncoding

/// The value of `--each`: the files that are sent in one request each, as a field of a form or as they are.
///
/// `name=@pattern` or `name=<list`, perhaps with parameters of `-F` after a semicolon, or `@pattern` or
/// `<list`; quotes around the pattern or the list are those of `-F`.
struct EachArgument: Equatable, Sendable {
    enum Source: Equatable, Sendable {
        case pattern(ByteString)
        /// A file with paths; `-` is standard input.
        case list(ByteString)
    }

    /// `nil`: each file is a body of its own.
    let name: ByteString?
    let source: Source
    /// The parameters, with the semicolon before them.
    private let parameters: ByteString

    init?(_ text: ByteString) {
        var scanner = FormScanner(text)
        let isNamed = !(text.first.map("@<".utf8.contains) ?? true)
        let name = isNamed ? scanner.name() : nil
        if isNamed, name == nil { return nil }
        let isPattern = scanner.byte(UInt8(ascii: "@"))
        guard isPattern || scanner.byte(UInt8(ascii: "<")), let word = scanner.pattern() else {
            return nil
        }
        self.name = name
        source = isPattern ? .pattern(word) : .list(word)
        parameters = scanner.rest
        if !isNamed, !parameters.isEmpty { return nil }
    }

    var readsStandardInput: Bool { source == .list("-") }

    /// The value of `-F` for one file, whose path is taken literally; `nil` without a name.
    func argument(for path: ByteString) -> ByteString? {
        guard let name else { return nil }
        let special = "\"\\".utf8
        let quoted = path.asFile.flatMap { special.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] }
        let quote = [UInt8(ascii: "\"")]
        return ByteString(
            bytes: name.bytes + Array("=@".utf8) + quote + quoted + quote + parameters.bytes)
    }
}
