import FormEncoding

/// The values of `--capture` for the requests after it.
enum Captured: Equatable, Sendable {
    /// They are to come: `{{name}}` is in their places, so that all else can be checked.
    case toCome
    case known([String: ByteString])
}

extension OperationLine {
    /// Throws if a captured value would be more than text in an option: no server may choose which
    /// files of this machine are sent or written. `tried` is the value with a placeholder, for
    /// which `filling` puts the captured text.
    func checkCaptured(
        _ row: OptionSpec, _ use: OptionUse, _ name: String, tried: ByteString,
        filling: (ByteString) -> ByteString
    ) throws(UsageError) {
        let shape = ArgumentShape(tried, row.meaning, filling: filling)
        guard row.takesCaptures, !ArgumentShape(tried, row.meaning).hasPlaceholder else {
            throw .variable(option: use.option, .namesFile(name))
        }
        guard ArgumentShape(use.value, row.meaning) == shape else {
            throw .variable(option: use.option, .isSyntax(name))
        }
    }
}

/// The parts of a value that are not text: the files that it names, and the parameters of `-F`.
private struct ArgumentShape: Equatable {
    private var files: [ByteString] = []
    /// The parameters of each part of `-F`.
    private var parameters: [[ByteString?]] = []

    /// `filling` puts the captured texts in the places of their names.
    init(
        _ value: ByteString, _ meaning: ValueMeaning,
        filling: (ByteString) -> ByteString = { $0 }
    ) {
        switch meaning {
        case .text: break
        case .output, .directory, .socket, .each: files = [value]
        case .variable:
            let use = OptionUse(option: "", argument: value)
            files = (try? VariableArgument(use))?.inputFile.map { [$0.path] } ?? []
        case .form:
            let field = FormField(kind: .form, argument: value, option: "", place: nil)
            for item in FormBuilder([field], isLax: true).items { add(item, filling) }
        default: files = meaning.input(of: value).map { [$0] } ?? []
        }
    }

    private mutating func add(
        _ item: FormBuilder.Item, _ filling: (ByteString) -> ByteString
    ) {
        let part = item.parameters
        files += (item.path.map { [$0] } ?? []) + part.headerFiles
        parameters.append(
            [part.type, part.filename, part.encoder].map { $0.map { filling($0.bytes) } }
                + part.headers.map { header in
                    if case .line(let line) = header { filling(line.bytes) } else { nil }
                })
    }

    /// Whether a captured value is to be the name of a file.
    var hasPlaceholder: Bool {
        files.contains { $0.bytes.firstRange(of: Array("{{".utf8)) != nil }
    }
}

extension ByteString {
    /// A URL that can be checked, in the place of one whose host a response will name (RFC 2606).
    static func trialURL(for variable: String) -> ByteString {
        ByteString("https://\(variable).invalid/")
    }
}
