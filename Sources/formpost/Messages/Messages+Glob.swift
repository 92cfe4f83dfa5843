import FormEncoding
import FormUpload

/// Sentences about patterns and lists of files.
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

    /// `line 2 of list`
    static func place(of entry: PathList.Entry, in list: ByteString, isLine: Bool) -> String {
        "\(isLine ? "line" : "entry") \(entry.number) of \(input(list))"
    }

    /// Files of a batch that cannot be read: `--each: cannot read a.jpg (line 2 of list): No such file
    /// …`, or `--each: cannot read 12 files: a.jpg (Permission denied), … and 2 more`.
    static func unreadable(_ files: EachFiles) -> String {
        guard let file = files.firstUnreadable.first else { return "" }
        let hint = files.lacksNULs ? "; --each-null is for paths that are ended by NULs" : ""
        let start = "\(file.field.option): cannot read "
        guard files.unreadableCount > 1 else {
            return start + path(file.path) + (file.place.map { " (\($0))" } ?? "")
                + ": \(reason(file.errno))" + fileRemedy(file.path, file.errno, file.field) + hint
        }
        let names = files.firstUnreadable.map { file in
            "\(path(file.path)) (\(file.place.map { $0 + ": " } ?? "")\(reason(file.errno)))"
        }
        let others = files.unreadableCount - names.count
        return start + "\(files.unreadableCount) files: " + names.joined(separator: ", ")
            + (others > 0 ? " and \(others) more" : "") + hint
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
        case .null(let name): "\(quoted(name)) is null, which is no text to send"
        case .list(let name): "\(quoted(name)) is a list, which is no text to send"
        case .object(let name): "\(quoted(name)) is an object, which is no text to send"
        case .neitherURLNorFields(let name):
            "\(quoted(name)) would be lost: beside \"fields\" there can be a \"url\" only"
        case .urlNotText: "\"url\" is not a text"
        }
    }

    static func noFiles(_ field: FormField) -> String {
        let start = "\(field.option): there is no file for \(quoted(field.argument))"
        guard case .pattern(let pattern) = field.each?.source else { return start }
        return start + literalHint(pattern)
    }

    /// Two files of a list would go to one URL.
    static func replacesFile(_ path: ByteString, at url: ByteString, _ option: String) -> String {
        "\(option): \(shown(path)) would replace another file at \(quoted(url)): end the URL with a slash, "
            + "or let --expand-url make one for each"
    }

    static func eachOfInput(_ value: ByteString) -> String {
        let name = ByteString(bytes: value.bytes.prefix { $0 != UInt8(ascii: "@") })
        return
            "\(quoted(value)) would send standard input itself: write \(quoted(name + "<-")) to read "
            + "paths from it"
    }

    static func unexpanded(_ found: (option: String, text: String, expanding: String)) -> String {
        "\(found.option): \(found.text) is sent as it is: \(found.expanding) replaces it"
    }

    static func emptied(_ header: (option: String, name: ByteString)) -> String {
        "\(header.option): \(quoted(header.name)) has no value, and is not sent"
    }

    static func journalWithoutFiles(_ option: String) -> String {
        "\(option) notes the files of --each and -T, and there are none; "
            + "with --resumable or --tus it also notes where an upload stopped"
    }

    static func journalContentAlone(_ option: String) -> String {
        "\(option) needs a journal: add --journal FILE"
    }

    static func journalContentGrows(_ option: String, _ growing: String) -> String {
        "\(option) and \(growing) exclude each other: a growing file has no digest"
    }

    static func journalWithoutDigest(_ option: String) -> String {
        "\(option): URLs with credentials need their digest, and \(noLibrary(.sha256))"
    }

    static func readForEach(_ input: String) -> String {
        "\(input) can be read only once, and there are several requests: save it in a file first"
    }

    static let dumpOfMany = "--dump-body writes one body, and there are several requests"
}
