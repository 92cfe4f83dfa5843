import FormEncoding

/// A field of a form as curl's `-F` or `--form-string`, with quotes where curl would cut or trim it.
package struct CurlField {
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

    /// Where curl reads a content from.
    package enum Source {
        case path(ByteString)
        /// The shell variable that holds the path.
        case variable(String)
    }

    package private(set) var option = "-F"
    package private(set) var value: ShellWord
    /// `--form-escape`: curl then sends line ends as they are.
    private let usesBackslashes: Bool
    private var isInFiles = false

    package init(name: ByteString?, usesBackslashes: Bool) {
        self.usesBackslashes = usesBackslashes
        value = ShellWord()
        value += escaped(name ?? "") + [UInt8(ascii: "=")]
    }

    /// Text, which is a secret if `name` says so; `isLiteral` asks for `--form-string`.
    package mutating func addText(
        _ text: ByteString, named name: ByteString?, isLiteral: Bool, _ parameters: Parameters,
        _ secrets: inout SecretVariables
    ) {
        let suffix = suffix(parameters, &secrets)
        var secret: ShellWord?
        if let name, secrets.fields.contains(name) { secret = secrets.word(text, named: name) }
        guard !suffix.pieces.isEmpty else {
            value += secret ?? ShellWord(text)
            if secret != nil || isLiteral || !text.isPlainText { option = "--form-string" }
            return
        }
        if let secret, secret.pieces != [.text(text.bytes)] {
            value += "\"".utf8
            value += secret
            value += "\"".utf8
        } else {
            value += text.isPlainText ? text.bytes : text.inQuotes
        }
        value += suffix
    }

    /// `@file`, or another one after a comma.
    package mutating func addFile(
        _ source: Source, _ parameters: Parameters, _ secrets: inout SecretVariables
    ) {
        add(isInFiles ? "," : "@", source)
        isInFiles = true
        value += suffix(parameters, &secrets)
    }

    /// `<file`: the content without the name.
    package mutating func addContents(
        of source: Source, _ parameters: Parameters, _ secrets: inout SecretVariables
    ) {
        add("<", source)
        value += suffix(parameters, &secrets)
    }

    /// `(`: the fields up to a closing one are parts of this one.
    package mutating func open(_ parameters: Parameters, _ secrets: inout SecretVariables) {
        value += "(".utf8
        value += suffix(parameters, &secrets)
    }

    /// `)`
    package mutating func close() { value += ")".utf8 }

    private mutating func add(_ sign: String, _ source: Source) {
        value += sign.utf8
        switch source {
        case .path(let path): value += path.asWord
        case .variable(let name): value += ShellWord(variable: name)
        }
    }

    /// A name as curl is to read it; a NUL cannot be in an argument.
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

    private func suffix(
        _ parameters: Parameters, _ secrets: inout SecretVariables
    ) -> ShellWord {
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
            case .line(let line): word += inQuotes(secrets.header(line))
            }
        }
        return word
    }

    private func inQuotes(_ line: ShellWord) -> ShellWord {
        var word = ShellWord("\"".utf8)
        for piece in line.pieces {
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

    /// A media type that curl reads as such: it exits with 2 for one without a `/`, takes a comma for
    /// the end and some parameters for its own, and trims blanks.
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
