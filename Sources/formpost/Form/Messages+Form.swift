import FormEncoding

/// Sentences about the grammar of `-F`, each with the argument and a caret under it.
extension Messages {
    /// Three lines: the problem, the argument, and a caret under the column.
    static func text(_ problem: FormProblem) -> String {
        text(problem, lost: "would be lost")
    }

    /// The same for a warning.
    static func warning(_ problem: FormProblem) -> String { text(problem, lost: "is lost") }

    private static func text(_ problem: FormProblem, lost: String) -> String {
        // With stars, so that the caret still points at its column.
        let stars = ByteString(bytes: Redactor.ofProcess.stars(problem.field.argument.bytes))
        let hasSecrets = stars != problem.field.argument
        var problem = problem
        problem.field.argument = stars
        // Nothing is wrong with the argument.
        if let line = lineAlone(problem, hasSecrets) { return line }
        let place = problem.field.place.map { "\(Messages.text($0)): " } ?? ""
        let option = place + problem.field.option
        let lines = excerpt(problem.field.argument, at: problem.offset)
        return
            "\(option): \(sentence(problem, hasSecrets, lost))\n    \(lines.text)\n    \(lines.caret)"
    }

    /// The sentence of a problem that is not visible in the argument.
    private static func lineAlone(_ problem: FormProblem, _ hasSecrets: Bool) -> String? {
        switch problem.fact {
        case .headerFileUnreadable(_, .timedOut(let timeout)): text(timeout)
        case .standardInputEmpty: standardInputEmpty
        case .treeLink(let path):
            "\(problem.field.option): \(self.path(path)) is a link to a directory and is not sent"
        case .expansion(let expansion): "\(problem.field.option): \(text(expansion))"
        case .fileUnreadable(let path, let number)
        where [.tree, .glob].contains(problem.field.kind):
            "\(problem.field.option): " + cannotRead(self.path(path), number)
                + fileRemedy(path, number, problem.field)
        case .fileUnreadable(let path, let number)
        where fileNameHint(path, number, problem) == nil:
            cannotRead(input(path), number)
                + fileRemedy(path, number, problem.field)
        case .severalFiles(let paths):
            "\(problem.field.option): sends \(paths.count) files as one part (multipart/mixed), from "
                + "which most servers read no file: write "
                + files(paths, named: problem.field.fieldName) + ", or use --form-glob"
        case .textIsFileName(let name):
            "\(problem.field.option): sends the text \(hasSecrets ? "'\(stars(name))'" : quoted(name)); "
                + "\(shown(problem.field.fieldName))=@\(hasSecrets ? stars(name) : path(name)) would send the file"
        default: nil
        }
    }

    private static func stars(_ text: ByteString) -> String {
        String(repeating: "*", count: text.count)
    }

    private static func sentence(
        _ problem: FormProblem, _ hasSecrets: Bool, _ lost: String
    ) -> String {
        // A part of a secret cannot be recognised.
        func quoted(_ text: ByteString) -> String {
            hasSecrets ? "'\(stars(text))'" : Messages.quoted(text)
        }
        return switch problem.fact {
        case .noEquals where problem.field.kind == .form && problem.field.beginsWithFile:
            "no name before '\(problem.field.argument.description.prefix(1))': "
                + "write name=\(shown(problem.field.argument))"
        case .noEquals where problem.field.kind == .string:
            "there is no '=' in it: write name=text"
        case .noEquals where problem.field.kind == .tree:
            "there is no '=' in it: write name=directory"
        case .noEquals where problem.field.kind == .glob, .noPattern:
            "write name=@pattern, such as 'pictures=@photos/*.jpg'"
        case .noEquals:
            "there is no '=' in it: write name=text, name=@file or name=<file"
        case .emptyType:
            "no media type after type=, such as text/plain"
        case .nothingToClose:
            "'=)' closes no group: none is open"
        case .fileUnreadable(let path, let number):
            fileNameHint(path, number, problem) ?? cannotRead(input(path), number)
        case .headerFileUnreadable(_, .timedOut), .standardInputEmpty, .textIsFileName, .expansion,
            .treeLink,
            .severalFiles:
            ""
        case .unknownEncoder(let name):
            "unknown encoder \(quoted(name)): use binary, 8bit, 7bit, base64 or "
                + "quoted-printable"
        case .lineBreak(let parameter):
            "a CR, LF or NUL in \(parameter) would break the part's headers"
        case .emptyHeader:
            "no header after headers=, such as headers=\"X-Name: value\""
        case .malformedHeader(let line) where line.first == UInt8(ascii: "\""):
            "the double quote after headers= is not closed"
        case .malformedHeader(let line):
            "\(quoted(line)) is not a header: write headers=\"X-Name: value\""
        case .malformedType(let type):
            "\(quoted(type)) is not a media type, such as \(exampleOfType(type))"
        case .textEndsAtType(let type):
            "sends \(quoted(type)) as the media type of the text before it: for text with ';type=' in it "
                + "use --form-string"
        case .standardInputTwice(let option, let value):
            "standard input can be read only once, and \(option) \(shown(value)) reads it already"
        case .nestedTooDeep:
            "groups are nested deeper than \(MultipartForm.maximumDepth)"
        case .textAfterQuote(let text):
            "\(quoted(text)) after the closing quote \(lost): put it inside the quotes"
                + remedy(problem.field)
        case .unknownParameter(let text):
            "\(quoted(text)) is not one of type= filename= headers= encoder= and \(lost)"
                + (keyword(near: text).map { ": did you mean \($0)=?" }
                    ?? ": put double quotes around what holds the ';'" + remedy(problem.field))
        case .notAllowed(let parameter, .group):
            "\(parameter)= cannot be used with a group: it \(lost)"
        case .notAllowed(let parameter, .contents):
            "\(parameter)= can be used with name=@file; with name=<file it \(lost)"
        case .notAllowed(let parameter, .pattern):
            "\(parameter)= would give one name to every file of the pattern, and \(lost)"
        case .textInGroup(let text):
            "'(' opens a group, and \(quoted(text)) \(lost): for text, put double quotes "
                + "around the value, or use --form-string"
        case .neverClosed:
            "'(' opens a group that no '=)' closes: for text, put double quotes around the "
                + "value, or use --form-string"
        case .headerFileUnreadable(let path, .system(let number)):
            cannotRead("headers from \(self.path(path))", number)
        case .blanksAround(let text, let whole)
        where text.lowerBound > whole.lowerBound && problem.field.hasMark(at: text.lowerBound):
            "white space \(place(of: text, in: whole)) \(lost): to send the file write "
                + quoted(withoutBlanks(whole.lowerBound..<text.lowerBound, problem.field))
                + ", and for the text use --form-string"
        case .blanksAround(let text, let whole):
            "white space \(place(of: text, in: whole)) \(lost): put double quotes around the text"
                + blanksRemedy(whole, problem.field)
        case .textBecomesFile(let filename):
            "sends the text as a file named \(quoted(filename)): for text with '; filename=' in it "
                + "use --form-string"
        case .semicolonDropped:
            "the ';' at the end is not sent: put double quotes around the value to send it"
        case .headerTruncated(let path, let line):
            "the header at line \(line) of \(self.path(path)) is cut at 998 bytes"
        }
    }

    /// The media type that a file extension stands for (`type=png`), or a common one.
    private static func exampleOfType(_ word: ByteString) -> String {
        let name = ByteString(bytes: [UInt8(ascii: ".")] + word.bytes)
        return MediaType.forFileExtension(of: name)?.description ?? "text/plain"
    }

    /// `-F f=@a.png -F f=@b.png`, of more than two with an ellipsis; without names that need quotes.
    private static func files(_ paths: [ByteString], named name: ByteString) -> String {
        if paths.joined().contains(where: ",;\"'\\".utf8.contains) { return "a -F for each" }
        return paths.prefix(2).map { "-F \(shown(name))=@\(path($0))" }.joined(separator: " ")
            + (paths.count > 2 ? " …" : "")
    }

    /// The parameter that a mistyped word is near to; `nil` if it is text with a semicolon.
    private static func keyword(near text: ByteString) -> String? {
        let word = text.description.prefix { $0 != "=" && $0 != ":" }
        guard word.utf8.count < text.bytes.count else { return nil }
        let name = word.filter { $0 != " " }.lowercased()
        if ["content-type", "contenttype", "mimetype", "mime-type", "mime"].contains(name) {
            return "type"
        }
        return Suggestion.nearest(to: name, among: ["type", "filename", "headers", "encoder"])
    }

    /// The corrected argument, quoted for a shell. Only text can be taken literally.
    private static func remedy(_ field: FormField) -> String {
        let bytes = field.argument.bytes
        let name = shown(field.fieldName)
        let value = bytes.dropFirst(field.fieldName.count + 1)
        guard value.first.map({ !"@<(".utf8.contains($0) }) ?? true else { return "" }
        if value.first.map("{[".utf8.contains) ?? false {
            let hasType = bytes.firstRange(of: ";type=".utf8) != nil
            return ", or keep the JSON in a file: '\(name)=<file.json;type=application/json'"
                + (hasType ? "" : ", or use --form-string")
        }
        guard bytes.isSimple else { return ", or use --form-string" }
        let text = String(decoding: value, as: UTF8.self)
        return
            ", as in '\(name)=\"\(text)\"', or use --form-string"
    }

    private static func withoutBlanks(_ blanks: Range<Int>, _ field: FormField) -> ByteString {
        let bytes = field.argument.bytes
        return ByteString(bytes: bytes[..<blanks.lowerBound] + bytes[blanks.upperBound...])
    }

    private static func place(of text: Range<Int>, in whole: Range<Int>) -> String {
        if text.isEmpty { return "without any text" }
        if text.lowerBound == whole.lowerBound { return "at the end of the text" }
        return
            "at \(text.upperBound == whole.upperBound ? "the beginning" : "both ends") of the text"
    }

    /// The argument with quotes, as a shell wants it. Only without parameters it can be said
    /// literally.
    private static func blanksRemedy(_ text: Range<Int>, _ field: FormField) -> String {
        let bytes = field.argument.bytes
        let literally = text.upperBound == bytes.count ? ", or use --form-string" : ""
        guard bytes.isSimple else { return literally }
        let (before, after) = (bytes[..<text.lowerBound], bytes[text.upperBound...])
        let quoted = [before, [0x22], bytes[text], [0x22], after].joined()
        return ", as in '\(shown(ByteString(bytes: quoted)))'" + literally
    }

    /// The part of the argument around a byte, and a caret that stands under it.
    ///
    /// Each character counts as one column, so the caret is too far left after wide ones.
    static func excerpt(_ argument: ByteString, at offset: Int) -> (text: String, caret: String) {
        let bytes = argument.bytes
        let offset = min(max(offset, 0), bytes.count)
        var start = max(0, offset - 48)
        while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        var stop = min(bytes.count, offset + 24)
        while stop < bytes.count, bytes[stop] & 0xC0 == 0x80 { stop += 1 }

        let before =
            (start > 0 ? "…" : "") + shown(ByteString(bytes: bytes[start..<offset]))
        let after =
            shown(ByteString(bytes: bytes[offset..<stop])) + (stop < bytes.count ? "…" : "")
        return (before + after, String(repeating: " ", count: before.count) + "^")
    }

    static let standardInputEmpty = "standard input is empty"
}

extension [UInt8] {
    /// Short, and nothing in it is special to a shell or between double quotes.
    fileprivate var isSimple: Bool {
        count <= 60 && allSatisfy { $0 >= 0x20 && $0 < 0x7F && !"'\"\\".utf8.contains($0) }
    }
}

extension FormField {
    /// Whether an `@` or `<` is at this byte.
    fileprivate func hasMark(at offset: Int) -> Bool {
        argument.bytes.indices.contains(offset) && "@<".utf8.contains(argument.bytes[offset])
    }

    fileprivate var beginsWithFile: Bool { argument.bytes.first.map("@<".utf8.contains) ?? false }
}

extension FormProblem: FailureCause {
    var failure: Failure { Failure(exitStatus, Messages.text(self)) }
}
