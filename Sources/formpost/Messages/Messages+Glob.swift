import FormEncoding

/// Sentences about patterns: those of URLs, and those of files.
extension Messages {
    /// The problem of a glob of curl, and a caret under its column where no secret would be shown.
    static func text(_ problem: URLGlob.Problem, in pattern: ByteString) -> String {
        let sentence =
            "\(text(problem.fact)) (column \(problem.column)); "
            + "-g takes braces and brackets literally"
        guard pattern.withoutSecrets == pattern, pattern.userinfo == nil else { return sentence }
        let lines = excerpt(pattern, at: problem.column - 1)
        return "\(sentence)\n    \(lines.text)\n    \(lines.caret)"
    }

    private static func text(_ fact: URLGlob.Fact) -> String {
        switch fact {
        case .unmatchedBrace: "the '{' is not closed"
        case .nestedBrace: "braces and brackets cannot be nested"
        case .emptySet: "nothing between the braces"
        case .unexpectedBracket: "a ']' between braces"
        case .unmatchedClose: "a '}' or ']' closes nothing"
        case .badRange: "not a range, such as [1-9], [01-10:2] or [a-z]"
        case .badRangeSpecification:
            "a range begins with a letter or a digit, such as [1-9] or [a-z]"
        case .overflow: "the pattern stands for more than \(Int64.max) texts"
        case .tooManyPieces: "the pattern has too many sets and ranges"
        }
    }

    /// Why the files of a pattern cannot be found.
    static func text(_ problem: FilePattern.Problem) -> String {
        switch problem {
        case .unreadableDirectory(let path, let number):
            "cannot read the directory \(self.path(path)): \(reason(number))"
        case .tooManyAlternatives(let most):
            "the braces stand for more than \(most) patterns"
        }
    }

    /// For a pattern without files that is itself the name of a file.
    static func literalHint(_ pattern: ByteString) -> String {
        guard FileCheck.isFile(pattern) else { return "" }
        let literal = pattern.flatMap {
            "*?[]{}\\".utf8.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0]
        }
        return "; for the file of that name write \(path(ByteString(bytes: literal)))"
    }

    /// For a file of `-T` that looks like a pattern of a shell.
    static func patternHint(_ path: ByteString) -> String {
        path.contains { "*?".utf8.contains($0) }
            ? "; the patterns here are those of curl: {a,b}, [1-9] and [a-z]" : ""
    }

    /// A file of a list is not there: `--each: cannot read a.jpg (line 2 of list): No such file …`.
    static func cannotRead(
        _ entry: PathList.Entry, of list: InputFile, _ number: Int32, wantsNULs: Bool
    ) -> String {
        "\(list.option): cannot read \(path(entry.path)) (\(wantsNULs ? "entry" : "line") "
            + "\(entry.number) of \(input(list.path))): \(reason(number))"
            + (wantsNULs ? "; --each-null is for paths that are ended by NULs" : "")
    }

    /// Why a list of paths cannot be used.
    static func text(_ problem: PathList.Problem, _ path: ByteString) -> String {
        switch problem {
        case .nul(let line):
            "\(input(path)) has a NUL byte in line \(line): are its paths ended by NULs "
                + "(--each-null)?"
        }
    }
}
