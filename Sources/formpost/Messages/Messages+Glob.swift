import FormEncoding
import FormUpload

/// Sentences about patterns: those of URLs, and those of files.
extension Messages {
    /// The problem of a glob of curl, and a caret under its column where no secret would be shown.
    static func text(_ problem: URLGlob.Problem, in pattern: ByteString) -> String {
        let sentence =
            "\(text(problem.fact)) (column \(problem.column)); "
            + "-g takes braces and brackets literally"
        guard pattern.withoutSecrets == pattern, pattern.userinfoRange == nil else {
            return sentence
        }
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
            cannotRead("the directory \(self.path(path))", number)
        case .tooManyAlternatives(let most):
            "the braces stand for more than \(most) patterns"
        }
    }

    /// For a pattern without files that is itself the name of a file.
    static func literalHint(_ pattern: ByteString) -> String {
        pattern.isFile
            ? "; for the file of that name write \(path(pattern.literalPattern))" : ""
    }

    /// For a file of `-T` that looks like a pattern of a shell.
    static func patternHint(_ path: ByteString) -> String {
        path.contains { "*?".utf8.contains($0) }
            ? "; the patterns here are those of curl: {a,b}, [1-9] and [a-z]" : ""
    }

    /// `line 2 of list`
    static func place(of entry: PathList.Entry, in list: ByteString, isLine: Bool) -> String {
        "\(isLine ? "line" : "entry") \(entry.number) of \(input(list))"
    }

    /// Files of a batch that cannot be read: `--each: cannot read a.jpg (line 2 of list): No such file
    /// …`, or `--each: cannot read 12 files: a.jpg (Permission denied), … and 2 more`.
    static func text(_ files: UnreadableFiles) -> String {
        guard let file = files.first.first else { return "" }
        let hint = files.lacksNULs ? "; --each-null is for paths that are ended by NULs" : ""
        let start = "\(file.field.option): cannot read "
        guard files.count > 1 else {
            return start + path(file.path) + (file.place.map { " (\($0))" } ?? "")
                + ": \(reason(file.errno))" + fileRemedy(file.path, file.errno, file.field) + hint
        }
        let names = files.first.map { file in
            "\(path(file.path)) (\(file.place.map { $0 + ": " } ?? "")\(reason(file.errno)))"
        }
        let others = files.count - names.count
        return start + "\(files.count) files: " + names.joined(separator: ", ")
            + (others > 0 ? " and \(others) more" : "") + hint
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
