import FormEncoding

/// Sentences about files of fields and directories of files.
extension Messages {
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
        case .null(let name): "\(quoted(name)) is null, which is no text to send"
        case .list(let name): "\(quoted(name)) is a list, which is no text to send"
        case .object(let name): "\(quoted(name)) is an object, which is no text to send"
        case .neitherURLNorFields(let name):
            "\(quoted(name)) would be lost: beside \"fields\" there can be a \"url\" only"
        case .urlNotText: "\"url\" is not a text"
        }
    }

    static func text(_ problem: FormExpansion.Problem) -> String {
        switch problem {
        case .empty(let path): "there is no file in \(self.path(path))"
        case .notRegular(let path): "\(self.path(path)) is neither a file nor a directory"
        case .noMatch(let pattern): "no file matches \(quoted(pattern))\(literalHint(pattern))"
        case .standardInput: "standard input is not a pattern: write -F name=@-"
        case .pattern(let problem): text(problem)
        }
    }
}
