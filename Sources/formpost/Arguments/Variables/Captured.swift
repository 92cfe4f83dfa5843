import FormEncoding

/// Values of `--capture`: no server may choose which files of this machine are sent or written, nor the host that
/// the user wrote.
extension OptionUse {
    /// The parts of the value that are not text: files, and the parameters of `-F`.
    private var syntax: (files: [ByteString], parameters: [ByteString?]) {
        guard let meaning = spec?.meaning else { return ([], []) }
        switch meaning {
        case .text: return ([], [])
        case .output, .directory, .socket, .each: return ([value], [])
        case .variable:
            return ((try? VariableArgument(self))?.inputFile.map { [$0.path] } ?? [], [])
        case .form:
            let items = FormBuilder([FormField(.form, self)], isLax: true).items
            let files = items.flatMap { item in
                (item.path.map { [$0] } ?? []) + item.parameters.headerFiles
            }
            let parameters = items.flatMap { item -> [ByteString?] in
                let part = item.parameters
                return [part.type?.bytes, part.encoder?.bytes] + part.headers.map { _ in nil }
            }
            return (files, parameters)
        default: return (meaning.input(of: value).map { [$0] } ?? [], [])
        }
    }

    /// Throws if the variable is in the place of more than text. The value has `{{name}}` in its place.
    func checkPlace(ofCaptured name: String) throws(UsageError) {
        let (files, parameters) = syntax
        let isText = (files + parameters.compactMap(\.self)).allSatisfy {
            $0.bytes.firstRange(of: "{{".utf8) == nil
        }
        guard isText, spec?.takesCaptures == true else {
            throw .variable(option: option, .namesFile(name))
        }
    }

    /// Throws if the value of the variable is more than text. `template` has `{{name}}` in its place.
    func checkText(ofCaptured name: String, in looked: OptionUse) throws(UsageError) {
        guard syntax == looked.syntax else { throw .variable(option: option, .isSyntax(name)) }
    }
}
