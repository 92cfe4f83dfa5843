import FormEncoding

/// Sentences about patterns of files.
extension Messages {
    /// Why the files of a pattern or a tree cannot be listed.
    static func text(_ problem: FileListProblem) -> String {
        switch problem {
        case .empty(let path): "there is no file in \(self.path(path))"
        case .notRegular(let path): "\(self.path(path)) is neither a file nor a directory"
        case .noMatch(let pattern): "no file matches \(quoted(pattern))\(literalHint(pattern))"
        case .standardInput: "standard input is not a pattern: write -F name=@-"
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
        path.contains { "*?{[".utf8.contains($0) }
            ? "; -T takes no patterns: --each \(quoted("@" + path)) sends each file" : ""
    }
}
