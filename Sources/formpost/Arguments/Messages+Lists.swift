import FormEncoding

/// Sentences about lists of paths, and fields in JSON.
extension Messages {
    /// `line 2 of list`
    static func place(of entry: PathList.Entry, in list: ByteString, isLine: Bool) -> String {
        "\(isLine ? "line" : "entry") \(entry.number) of \(input(list))"
    }

    /// Why a list of paths cannot be used.
    static func text(_ problem: PathList.NULByte, _ path: ByteString) -> String {
        "\(input(path)) has a NUL byte in line \(problem.line): are its paths ended by NULs "
            + "(--each-null)?"
    }

    /// The place, and what is wrong there; the values of fields may be secret.
    static func text(_ problem: JSONFields.Problem, in file: InputFile) -> String {
        let place = ConfigPlace(file: file.path, line: problem.line)
        return "\(file.option): \(text(place)):\(problem.column): \(text(problem.fact))"
    }

    static func text(_ fact: JSONFields.Fact) -> String {
        switch fact {
        case .expected(let what): "not JSON: here should be \(what)"
        case .badEscape: "not JSON: no character after this backslash"
        case .controlCharacter: "not JSON: a line end or another control character in a text"
        case .badNumber: "not JSON: this is no number"
        case .tooDeep(let most): "more than \(most) lists and objects within each other"
        case .noText(let name, let kind): "\(quoted(name)) is \(kind), which is no text to send"
        case .neitherURLNorFields(let name):
            "\(quoted(name)) would be lost: beside \"fields\" there can be a \"url\" only"
        case .urlNotText: "\"url\" is not a text"
        }
    }

    static func eachOfInput(_ value: ByteString) -> String {
        let name = ByteString(bytes: value.bytes.prefix { $0 != UInt8(ascii: "@") })
        return
            "\(quoted(value)) would send standard input itself: write \(quoted(name + "<-")) to read "
            + "paths from it"
    }
}
