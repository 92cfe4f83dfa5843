import FormEncoding
import Foundation

/// The argument of a field in messages: with stars in place of secrets, so that a caret still points at its
/// column.
struct ShownField: Sendable {
    private let field: FormField
    /// A part of a secret cannot be recognised: no part of the argument is shown outside of it.
    private let hasSecrets: Bool

    init(_ field: FormField) {
        var shown = field
        shown.argument = ByteString(bytes: Redactor.ofProcess.stars(field.argument.bytes))
        (self.field, hasSecrets) = (shown, shown.argument != field.argument)
    }

    private static func stars(_ text: ByteString) -> String {
        String(repeating: "*", count: text.count)
    }

    /// A part of the argument in quotes.
    func quoted(_ text: ByteString) -> String {
        hasSecrets ? "'\(Self.stars(text))'" : Messages.quoted(text)
    }

    /// The sentence alone, where a variable that is empty may stand beside one that is a secret.
    func text(_ sentence: String) -> String {
        let place = field.place.map { "\(Messages.text($0)): " } ?? ""
        return "\(place)\(field.option): \(sentence)"
    }

    /// Three lines: the sentence, the argument around the byte at `offset`, and a caret under that byte.
    ///
    /// Each character counts as one column, so the caret is too far left after wide ones.
    func text(_ sentence: String, at offset: Int) -> String {
        let bytes = field.argument.bytes
        let offset = min(max(offset, 0), bytes.count)
        var start = max(0, offset - 48)
        while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        var stop = min(bytes.count, offset + 24)
        while stop < bytes.count, bytes[stop] & 0xC0 == 0x80 { stop += 1 }

        let shown = { Messages.shown(ByteString(bytes: bytes[$0])) }
        let before = (start > 0 ? "…" : "") + shown(start..<offset)
        let after = shown(offset..<stop) + (stop < bytes.count ? "…" : "")
        let caret = String(repeating: " ", count: before.count) + "^"
        return "\(text(sentence))\n    \(before)\(after)\n    \(caret)"
    }
}

/// Sentences about the grammar of `-F`.
extension ShownField {
    static let withoutPattern = "write name=@pattern, such as 'pictures=@photos/*.jpg'"

    /// There is no `=` after a name.
    var withoutName: String {
        switch field.kind {
        case .form where field.argument.isFileReference:
            "no name before '\(field.argument.description.prefix(1))': "
                + "write name=\(Messages.shown(field.argument))"
        case .string: "there is no '=' in it: write name=text"
        case .tree: "there is no '=' in it: write name=directory"
        case .glob: Self.withoutPattern
        default: "there is no '=' in it: write name=text, name=@file or name=<file"
        }
    }

    func malformedHeader(_ line: ByteString) -> String {
        line.first == UInt8(ascii: "\"")
            ? "the double quote after headers= is not closed"
            : "\(quoted(line)) is not a header: write headers=\"X-Name: value\""
    }

    /// The example is the media type that a file extension stands for (`type=png`), or a common one.
    func malformedType(_ type: ByteString) -> String {
        let name = ByteString(bytes: [UInt8(ascii: ".")] + type.bytes)
        let example = MediaType.forFileExtension(of: name)?.description ?? "text/plain"
        return "\(quoted(type)) is not a media type, such as \(example)"
    }

    func unknownParameter(_ text: ByteString, _ lost: String) -> String {
        "\(quoted(text)) is not one of type= filename= headers= encoder= and \(lost)"
            + (Self.keyword(near: text).map { ": did you mean \($0)=?" }
                ?? ": put double quotes around the value" + quotesRemedy)
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
    var quotesRemedy: String {
        let bytes = field.argument.bytes
        let name = Messages.shown(field.fieldName)
        let value = bytes.dropFirst(field.fieldName.count + 1)
        guard value.first.map({ !"@<(".utf8.contains($0) }) ?? true else { return "" }
        if value.first.map("{[".utf8.contains) ?? false {
            let hasType = bytes.firstRange(of: ";type=".utf8) != nil
            return ", or keep the JSON in a file: '\(name)=<file.json;type=application/json'"
                + (hasType ? "" : ", or use --form-string")
        }
        guard bytes.isSimple else { return ", or use --form-string" }
        return
            ", as in '\(name)=\"\(String(decoding: value, as: UTF8.self))\"', or use --form-string"
    }

    /// Blanks around `text` that are not sent; `text` is empty if there is nothing else.
    func blanks(around text: Range<Int>, in whole: Range<Int>, _ lost: String) -> String {
        let bytes = field.argument.bytes
        let start = "white space outside quotes \(lost): "
        let isAtStart = text.lowerBound > whole.lowerBound && text.lowerBound < bytes.count
        let isFile = isAtStart && "@<".utf8.contains(bytes[text.lowerBound])
        if isFile || isAtStart && bytes[..<whole.lowerBound].dropLast().last?.isBlank ?? false {
            let argument = ByteString(bytes: meantName.bytes + "=".utf8 + bytes[text.lowerBound...])
            return start + (isFile ? "to send the file " : "") + "write \(quoted(argument))"
                + (isFile ? ", and for the text use --form-string" : "")
        }
        // With quotes, as a shell wants it. Only without parameters it can be said literally.
        let literally = whole.upperBound == bytes.count ? ", or use --form-string" : ""
        guard bytes.isSimple else { return start + "put double quotes around the text" + literally }
        let (before, after) = (bytes[..<whole.lowerBound], bytes[whole.upperBound...])
        let argument = [before, [0x22], bytes[whole], [0x22], after].joined()
        return start + "put double quotes around the text, as in "
            + "'\(Messages.shown(ByteString(bytes: argument)))'" + literally
    }

    /// The name without an `@` and blanks at its end, which hardly belong to it.
    private var meantName: ByteString {
        let name = field.fieldName.bytes
        let end = name.lastIndex { !$0.isBlank && $0 != UInt8(ascii: "@") }
        return ByteString(bytes: name[...(end ?? -1)])
    }

    /// A warning: one part has several files.
    func severalFiles(_ count: Int) -> String {
        "\(field.option): sends \(count) files as one part (multipart/mixed), from which most servers read no "
            + "file: write -F \(Messages.shown(field.fieldName))=@… for each, or use --form-glob"
    }

    /// A warning: the text is the name of a file, perhaps in quotes that the shell has not taken away.
    func fileName(_ text: ByteString, _ path: ByteString) -> String {
        "\(field.option): sends the text \(quoted(text)); \(Messages.shown(meantName))=@"
            + (hasSecrets ? Self.stars(path) : Messages.path(path)) + " would send the file"
    }
}

/// Sentences about files that cannot be read.
extension ShownField {
    /// The failure of the file whose name is at `offset`, with a caret if its name gives a hint.
    func unreadable(_ path: ByteString, _ errno: Int32, at offset: Int) -> String {
        let remedy = { Messages.fileRemedy(path, errno, field) }
        if [.tree, .glob].contains(field.kind) {
            return "\(field.option): " + Messages.cannotRead(Messages.path(path), errno) + remedy()
        }
        if let hint = hint(path, errno, offset) { return text(hint, at: offset) }
        return Messages.cannotRead(Messages.input(path), errno) + remedy()
    }

    /// What the name of a missing file hints at; `nil` for nothing.
    private func hint(_ path: ByteString, _ errno: Int32, _ offset: Int) -> String? {
        let name = path.description
        let mark = field.argument.bytes.prefix(offset).last { !$0.isBlank }
        guard let first = name.first else {
            let place = mark.map { "after the '\(Character(UnicodeScalar($0)))'" } ?? "here"
            return "there is no file name \(place)"
        }
        let why = Messages.cannotRead(Messages.path(path), errno)
        guard [ENOENT, ENOTDIR].contains(errno) else { return nil }
        if first == "\"" { return "the double quote is not closed" }
        if first == "~" {
            let rest = name.hasPrefix("~/") ? "$HOME\(name.dropFirst())" : "the whole path"
            return "the shell does not expand ~ here: write \(rest)"
        }
        if first == "$", field.place != nil { return "\(why); \(Messages.noVariables)" }
        if name.hasPrefix("<(") || name.hasPrefix("$") && name.contains("/") {
            return "\(why); \(first == "$" ? "in double" : "without") quotes the shell expands it"
        }
        if first == "'" && name.last == "'" || name.contains(where: \.isTypographicQuote) {
            return "\(why); the quotes are part of the name: leave them out"
        }
        if name.contains(where: "*?".contains) || name.contains(/\[[^\]]*[^\]0-9][^\]]*\]/) {
            return "\(why); \(noPatterns)"
        }
        if path.nearestFile != nil { return nil }
        if let whole = withComma {
            return "\(why); ',' begins another file: if it belongs to the name, write \(whole)"
        }
        if looksLikeText(name, offset) {
            return "\(why); for text that begins with '@' or '<' use --form-string"
        }
        return nil
    }

    /// The argument with its list of files quoted as one name.
    private var withComma: String? {
        let bytes = field.argument.bytes
        guard let at = bytes.firstIndex(of: UInt8(ascii: "@")) else { return nil }
        let list = bytes[(at + 1)...]
        guard list.contains(UInt8(ascii: ",")) else { return nil }
        guard list.count <= 60, !list.contains(where: { "\";'".utf8.contains($0) })
        else { return "double quotes around it" }
        let shown = { (text: ArraySlice<UInt8>) in Messages.shown(ByteString(bytes: text)) }
        return "'\(shown(bytes[...at]))\"\(shown(list))\"'"
    }

    private var noPatterns: String {
        let argument = field.argument
        let isFile = argument.bytes.firstRange(of: Array("=@".utf8)) != nil
        let isPlain =
            isFile && argument.count <= 60 && !argument.contains { "\";,'".utf8.contains($0) }
        let value = isPlain ? " '\(Messages.shown(argument))'" : ""
        return
            "\(field.option) takes no patterns: --form-glob\(value) sends a part for each file, and "
            + "--each\(value) a request for each"
    }

    /// Words or markup, and no extension at the end; a name as in `@anna`, a number as in `<3`.
    private func looksLikeText(_ name: String, _ offset: Int) -> Bool {
        let isMention = field.argument.bytes.prefix(offset).last == UInt8(ascii: "@")
        if isMention, name.wholeMatch(of: /[A-Za-z0-9_-]+/) != nil { return true }
        if !isMention, name.wholeMatch(of: /[0-9.,]+/) != nil { return true }
        if name.contains(">") { return true }
        return name.contains(" ") && name.firstMatch(of: /\.[A-Za-z0-9]{1,5}$/) == nil
    }
}

extension [UInt8] {
    /// Short, and nothing in it is special to a shell or between double quotes.
    fileprivate var isSimple: Bool {
        count <= 60 && allSatisfy { $0 >= 0x20 && $0 < 0x7F && !"'\"\\".utf8.contains($0) }
    }
}
