import FormEncoding

/// A field of a form, as curl's `-F` and `--form-string` have it.
package struct CurlField {
    package enum Content {
        /// Text, which is a secret if the name of its part says so; `isLiteral` asks for
        /// `--form-string`.
        case text(ByteString, ofPart: ByteString?, isLiteral: Bool, Parameters)
        /// `@file`, with more files after commas.
        case files([(source: Source, parameters: Parameters)])
        /// `<file`: the content without the name.
        case contents(of: Source, Parameters)
        /// `(`: the fields up to a closing one are parts of this one.
        case open(Parameters)
        /// `)`
        case close
    }

    /// The place that curl reads a content from.
    package enum Source {
        case path(ByteString)
        /// The shell variable that holds the path.
        case variable(String)
    }

    /// `;type=…;filename=…;encoder=…;headers=…` after a content.
    package struct Parameters {
        package enum Header {
            case line(ByteString)
            /// A file of lines.
            case file(ByteString)
        }

        package var type: ByteString?
        package var filename: ByteString?
        package var encoder: ByteString?
        package var headers: [Header]

        package init(
            type: ByteString? = nil, filename: ByteString? = nil, encoder: ByteString? = nil,
            headers: [Header] = []
        ) {
            (self.type, self.filename, self.encoder) = (type, filename, encoder)
            self.headers = headers
        }
    }

    package var name: ByteString?
    package var content: Content

    package init(name: ByteString?, _ content: Content) {
        (self.name, self.content) = (name, content)
    }
}

extension CurlWriter {
    /// Writes a field, with quotes where curl would cut or trim a content.
    package mutating func add(_ field: CurlField) {
        var option = "-F"
        var value = ShellWord(escaped(field.name ?? "") + [UInt8(ascii: "=")])
        switch field.content {
        case .text(let text, let part, let isLiteral, let parameters):
            let suffix = suffix(parameters)
            let secret = part.flatMap { name in
                secrets.names.fields.contains(name)
                    ? Secret(name: name, range: 0..<text.count) : nil
            }
            let word = secrets.word(text.bytes, hiding: secret.map { [$0] } ?? [])
            if suffix.pieces.isEmpty {
                value += word
                if secret != nil || isLiteral || !text.isPlainText { option = "--form-string" }
            } else if word == ShellWord(text) {
                value += text.isPlainText ? text.bytes : text.inQuotes
            } else {
                value += "\"".utf8
                value += word
                value += "\"".utf8
            }
            value += suffix
        case .files(let files):
            for (index, file) in files.enumerated() {
                value += (index == 0 ? "@" : ",").utf8
                value += word(file.source)
                value += suffix(file.parameters)
            }
        case .contents(let source, let parameters):
            value += "<".utf8
            value += word(source)
            value += suffix(parameters)
        case .open(let parameters):
            value += "(".utf8
            value += suffix(parameters)
        case .close: value += ")".utf8
        }
        add(option, value)
    }

    private func word(_ source: CurlField.Source) -> ShellWord {
        switch source {
        case .path(let path): ShellWord(path.asWord)
        case .variable(let name): ShellWord(variable: name)
        }
    }

    /// Returns a name as curl is to read it; a NUL cannot be in an argument.
    private func escaped(_ name: ByteString) -> [UInt8] {
        name.bytes.flatMap { byte -> [UInt8] in
            switch byte {
            case 0x00: Array("%00".utf8)
            case 0x0D where usesBackslashes: Array("%0D".utf8)
            case 0x0A where usesBackslashes: Array("%0A".utf8)
            default: [byte]
            }
        }
    }

    private mutating func suffix(_ parameters: CurlField.Parameters) -> ShellWord {
        var word = ShellWord()
        if let type = parameters.type {
            let isPlain = type.isPlainType
            word += (isPlain ? ";type=" : ";headers=").utf8
            word += isPlain ? type.bytes : (ByteString("Content-Type: ") + type).inQuotes
        }
        if let filename = parameters.filename {
            word += ";filename=".utf8
            word += ByteString(bytes: escaped(filename)).asWord
        }
        if let encoder = parameters.encoder {
            word += ";encoder=".utf8
            word += encoder.asWord
        }
        for header in parameters.headers {
            word += ";headers=".utf8
            switch header {
            case .file(let path):
                word += "@".utf8
                word += path.asWord
            case .line(let line):
                word += "\"".utf8
                word += self.word(header: line).mapText { ByteString(bytes: $0).escaped }
                word += "\"".utf8
            }
        }
        return word
    }
}

extension ByteString {
    /// Whether `-F` sends the text as it is.
    fileprivate var isPlainText: Bool {
        !bytes.contains { ";\"".utf8.contains($0) }
            && bytes.first.map { !"@<(".utf8.contains($0) } ?? true
            && bytes.first?.isBlank != true && bytes.last?.isBlank != true && self != ")"
    }

    /// Whether curl reads the media type as it is. It exits with 2 for one without a `/`, takes a comma
    /// for the end and some parameters for its own, and trims blanks.
    fileprivate var isPlainType: Bool {
        let parameters = bytes.split(separator: UInt8(ascii: ";")).dropFirst()
        return bytes.contains(UInt8(ascii: "/")) && bytes.last?.isBlank == false
            && bytes.allSatisfy { $0 == 0x20 || $0 > 0x20 && !",\"".utf8.contains($0) }
            && parameters.allSatisfy { parameter in
                let name = parameter.drop(while: \.isBlank).prefix { $0 != UInt8(ascii: "=") }
                return !["type", "filename", "encoder", "headers"]
                    .contains(ByteString(name).description.lowercased())
            }
    }

    /// The text as a path or as the value of a parameter.
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
