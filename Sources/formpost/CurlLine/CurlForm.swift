import FormEncoding

/// Writes the fields of a form as curl's `-F` and `--form-string`.
///
/// Each is made from the parsed field, so that it has what formpost sends: text that curl would cut or
/// trim is quoted, and media types that curl does not know are given.
struct CurlForm {
    /// `--form-escape`: curl then sends line ends as they are.
    let usesBackslashes: Bool

    /// The option and its value.
    func words(
        _ argument: FormArgument<PartParameters>, _ resolved: FormArgument<PartAttributes>,
        _ secrets: inout SecretVariables
    ) -> (option: String, value: ShellWord) {
        var word = ShellWord(name(argument.name) + [UInt8(ascii: "=")])
        switch (argument.content, resolved.content) {
        case (.text(let text, let parameters), .text(_, let attributes)):
            let isSecret = argument.name.map { secrets.fields.contains($0) } ?? false
            let filename = parameters.filename?.value
            let type = missingType(
                attributes, parameters, filename: filename, path: nil)
            let suffix = suffix(parameters, type, &secrets)
            let content = isSecret ? secrets.word(text, named: argument.name ?? "") : nil
            guard !suffix.pieces.isEmpty else {
                word += content ?? ShellWord(text)
                let isPlain = content == nil && text.isPlainText && argument.field.kind == .form
                return (isPlain ? "-F" : "--form-string", word)
            }
            if let content, content.pieces != [.text(text.bytes)] {
                word += "\"".utf8
                word += content
                word += "\"".utf8
            } else {
                word += text.isPlainText ? text.bytes : text.inQuotes
            }
            word += suffix
        case (.files(let files), .files(let others)):
            for (index, (file, other)) in zip(files, others).enumerated() {
                word += (index == 0 ? "@" : ",").utf8
                word += file.path.asWord
                let path = file.isStandardInput ? nil : file.path
                let filename =
                    other.attributes.filename
                    ?? (path == nil ? "-" : file.path.lastPathComponent)
                let type = missingType(
                    other.attributes, file.attributes, filename: filename, path: path)
                word += suffix(file.attributes, type, &secrets)
            }
        case (.contents(let file), _):
            word += "<".utf8
            word += file.path.asWord
            word += suffix(file.attributes, nil, &secrets)
        case (.open(let parameters), _):
            word += "(".utf8
            word += suffix(parameters, nil, &secrets)
        default: word += ")".utf8
        }
        return ("-F", word)
    }

    private func name(_ name: ByteString?) -> [UInt8] {
        guard let name else { return [] }
        guard usesBackslashes else { return name.bytes }
        return name.bytes.flatMap { byte -> [UInt8] in
            switch byte {
            case 0x0D: Array("%0D".utf8)
            case 0x0A: Array("%0A".utf8)
            default: [byte]
            }
        }
    }

    /// The type that formpost gives a part, and curl does not.
    private func missingType(
        _ attributes: PartAttributes, _ parameters: PartParameters, filename: ByteString?,
        path: ByteString?
    ) -> ByteString? {
        guard parameters.type == nil,
            let type = attributes.contentType(filename: filename, path: path),
            type != MediaType.byCurl(filename: filename, path: path)
        else { return nil }
        return type.value
    }

    /// `;type=…;filename=…;encoder=…;headers=…`
    private func suffix(
        _ parameters: PartParameters, _ missingType: ByteString?, _ secrets: inout SecretVariables
    ) -> ShellWord {
        var word = ShellWord()
        if let type = parameters.type?.value ?? missingType {
            // curl exits with 2 for a type without a `/`.
            let isType = type.bytes.contains(UInt8(ascii: "/"))
            word += (isType ? ";type=" : ";headers=").utf8
            word +=
                isType
                ? type.bytes : ByteString(bytes: Array("Content-Type: ".utf8) + type.bytes).inQuotes
        }
        if let filename = parameters.filename {
            word += ";filename=".utf8
            word += ByteString(bytes: name(filename.value)).asWord
        }
        if let encoder = parameters.encoder {
            word += ";encoder=".utf8
            word += encoder.value.asWord
        }
        for header in parameters.headers {
            word += ";headers=".utf8
            switch header {
            case .file(let path):
                word += "@".utf8
                word += path.value.asWord
            case .line(let line): word += quotedHeader(line.value, &secrets)
            }
        }
        return word
    }

    private func quotedHeader(_ line: ByteString, _ secrets: inout SecretVariables) -> ShellWord {
        var word = ShellWord("\"".utf8)
        for piece in secrets.header(line).pieces {
            switch piece {
            case .text(let text): word += ByteString(bytes: text).escaped
            case .variable(let name): word += ShellWord(variable: name)
            }
        }
        word += "\"".utf8
        return word
    }
}

extension ByteString {
    /// Text that `-F` sends as it is.
    fileprivate var isPlainText: Bool {
        !bytes.contains { ";\"".utf8.contains($0) }
            && bytes.first.map { !"@<(".utf8.contains($0) } ?? true
            && bytes.first?.isBlank != true && bytes.last?.isBlank != true && self != ")"
    }

    /// A path or the value of a parameter.
    fileprivate var asWord: [UInt8] {
        let isPlain =
            !bytes.isEmpty && bytes.allSatisfy { !$0.isBlank && !";,\"".utf8.contains($0) }
        return isPlain ? bytes : inQuotes
    }

    fileprivate var inQuotes: [UInt8] {
        [UInt8(ascii: "\"")] + escaped + [UInt8(ascii: "\"")]
    }

    fileprivate var escaped: [UInt8] {
        bytes.flatMap { "\"\\".utf8.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] }
    }
}
