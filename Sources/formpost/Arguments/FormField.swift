import FormEncoding

/// One field as it was typed; `FormBuilder` parses it.
struct FormField: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        /// `-F`, with the whole grammar.
        case form
        /// `--form-string`, without special characters.
        case string
        /// A field of the file of `--form-fields`, whose name may have a `=` in it.
        case pair(name: ByteString, file: ByteString)
        /// `--each`: a field in one request for each file.
        case each(EachArgument)
        /// `--form-tree`: a name and a directory.
        case tree
        /// `--form-glob`: a name and a pattern of files.
        case glob
    }

    var kind: Kind
    var argument: ByteString

    /// The option as it was written, for messages.
    var option: String

    /// The line of a configuration file; `nil` for the command line.
    var place: ConfigPlace?

    /// The file of `--form-fields` that has the field; `nil` for a field of another option.
    var pairFile: ByteString? { if case .pair(_, let file) = kind { file } else { nil } }

    var each: EachArgument? { if case .each(let argument) = kind { argument } else { nil } }

    /// The option without its parameters, among which may be secrets, as one that reads standard input.
    var reader: OptionUse {
        let content = argument.bytes.prefix { $0 != UInt8(ascii: ";") }
        return OptionUse(option: option, argument: ByteString(bytes: content))
    }

    /// The argument up to the first `=`.
    var fieldName: ByteString { ByteString(bytes: argument.nameAndText.name) }
}

extension ByteString {
    /// `@file` or `<file`.
    var isFileReference: Bool { bytes.first.map("@<".utf8.contains) ?? false }

    /// The parts of a field before and after the first `=`.
    var nameAndText: (name: ArraySlice<UInt8>, text: ArraySlice<UInt8>) {
        let name = bytes.prefix { $0 != UInt8(ascii: "=") }
        return (name, bytes[name.endIndex...].dropFirst())
    }
}

struct ConfigPlace: Equatable, Sendable {
    /// `-` is standard input.
    var file: ByteString

    /// From 1 on.
    var line: Int
}

/// The value of `--each`: the files that are sent in one request each, as a field of a form or as they are.
///
/// `name=@pattern` or `name=<list`, perhaps with parameters of `-F` after a semicolon, or `@pattern` or
/// `<list`; quotes around the pattern or the list are those of `-F`.
struct EachArgument: Equatable, Sendable {
    /// `nil`: each file is a body of its own.
    let name: ByteString?
    /// A pattern, or the path of a list; there `-` is standard input.
    let source: ByteString
    let isList: Bool
    /// The parameters, with the semicolon before them.
    private let parameters: ByteString

    init?(_ text: ByteString) {
        var scanner = FormScanner(text)
        name = text.isFileReference ? nil : scanner.name()
        isList = !scanner.byte(UInt8(ascii: "@"))
        guard !isList || scanner.byte(UInt8(ascii: "<")), let word = scanner.pattern() else {
            return nil
        }
        (source, parameters) = (word, scanner.rest)
        if name == nil, !parameters.isEmpty { return nil }
    }

    /// The value of `-F` for one file, whose path is taken literally; `nil` without a name.
    func argument(for path: ByteString) -> ByteString? {
        guard let name else { return nil }
        return "\(name)=@\"\(path.asFile.escaping("\"\\"))\"\(parameters)"
    }
}
