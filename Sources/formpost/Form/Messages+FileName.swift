import FormEncoding

/// Hints for a missing file of `-F`, derived from its name.
extension Messages {
    /// The offset of the caret and the sentence; `nil` if the name gives no hint.
    static func fileNameHint(_ path: ByteString, _ errno: Int32, _ problem: FormProblem) -> String?
    {
        let name = path.description
        guard let first = name.first else {
            return "there is no file name \(mark(before: problem))"
        }
        let why = cannotRead(self.path(path), errno)
        // Hints are for missing files only.
        guard errno == Self.noEntry || errno == Self.notDirectory else { return nil }
        if first == "\"" { return "the double quote is not closed" }
        if first == "~" {
            let rest = name.hasPrefix("~/") ? "$HOME\(name.dropFirst())" : "the whole path"
            return "the shell does not expand ~ here: write \(rest)"
        }
        if name.hasPrefix("$"), name.contains("/") {
            return "\(why); a shell puts in variables only without single quotes around them"
        }
        if name.hasPrefix("<(") {
            return "\(why); a shell makes <(…) a file only without quotes around it"
        }
        if first == "'", name.last == "'", name.count > 1 {
            return "\(why); the single quotes are part of the name"
        }
        if name.contains(where: \.isTypographicQuote) {
            return "\(why); the name holds typographic quotes: write plain ones"
        }
        if name.contains(where: "*?".contains) || name.contains(/\[[^\]]*[^\]0-9][^\]]*\]/) {
            return "\(why); \(noPatterns(problem))"
        }
        if path.nearestFile != nil { return nil }
        if let whole = withComma(problem) {
            return "\(why); ',' begins another file: if it belongs to the name, write \(whole)"
        }
        if looksLikeText(name, problem) {
            return "\(why); for text that begins with '@' or '<' use --form-string"
        }
        return nil
    }

    static let noEntry: Int32 = 2
    private static let notDirectory: Int32 = 20

    private static func mark(before problem: FormProblem) -> String {
        let before = problem.field.argument.bytes.prefix(problem.offset).last { !$0.isBlank }
        return before.map { "after the '\(Character(UnicodeScalar($0)))'" } ?? "here"
    }

    /// The argument with its list of files quoted as one name.
    private static func withComma(_ problem: FormProblem) -> String? {
        let bytes = problem.field.argument.bytes
        guard let at = bytes.firstIndex(of: UInt8(ascii: "@")) else { return nil }
        let list = bytes[(at + 1)...]
        guard list.contains(UInt8(ascii: ",")) else { return nil }
        guard list.count <= 60, !list.contains(where: { "\";'".utf8.contains($0) })
        else { return "double quotes around it" }
        return "'\(shown(ByteString(bytes: bytes[...at])))\"\(shown(ByteString(bytes: list)))\"'"
    }

    private static func noPatterns(_ problem: FormProblem) -> String {
        let argument = problem.field.argument
        let isFile = argument.bytes.firstRange(of: Array("=@".utf8)) != nil
        let isPlain =
            isFile && argument.count <= 60 && !argument.contains { "\";,'".utf8.contains($0) }
        let value = isPlain ? " '\(shown(argument))'" : ""
        return
            "\(problem.field.option) takes no patterns: --form-glob\(value) sends a part for each "
            + "file, and --each\(value) a request for each"
    }

    /// Words or markup, and no extension at the end; a name as in `@anna`, a number as in `<3`.
    private static func looksLikeText(_ name: String, _ problem: FormProblem) -> Bool {
        let isMention =
            problem.field.argument.bytes.prefix(problem.offset).last == UInt8(ascii: "@")
        if isMention, name.wholeMatch(of: /[A-Za-z0-9_-]+/) != nil { return true }
        if !isMention, name.wholeMatch(of: /[0-9.,]+/) != nil { return true }
        if name.contains(">") { return true }
        return name.contains(" ") && name.firstMatch(of: /\.[A-Za-z0-9]{1,5}$/) == nil
    }

    /// To follow the system's reason; empty if nothing is known. `field` is the one that names the file.
    static func fileRemedy(
        _ path: ByteString, _ errno: Int32, _ field: FormField? = nil
    ) -> String {
        switch errno {
        case noEntry: didYouMean(path.nearestFile.map { self.path($0) })
        case isDirectory: field.map { directoryRemedy(path, $0) } ?? ""
        default: ""
        }
    }

    private static let isDirectory: Int32 = 21

    private static func directoryRemedy(_ path: ByteString, _ field: FormField) -> String {
        let name = field.fieldName
        guard path != "/", field.argument.dropFirst(name.count).starts(with: "=@".utf8) else {
            return ""
        }
        let inside = quoted(name + "=@" + path.literalPattern.appending(component: "*"))
        if field.kind != .form || OptionTable.row(of: field.option)?.long == "each" {
            return "; \(field.option) \(inside) takes the files in it"
        }
        return
            "; --form-tree \(quoted(name + "=" + path)) adds all files in it, --form-glob \(inside) "
            + "those directly in it"
    }
}

extension Character {
    var isTypographicQuote: Bool { "“”„‟‘’‚‛«»".contains(self) }
}

extension ByteString {
    /// The pattern that matches this path alone.
    var literalPattern: ByteString {
        ByteString(
            bytes: bytes.flatMap {
                "*?[]{}\\".utf8.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0]
            })
    }
}

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
