import FormEncoding
import FormUpload

/// Words that were taken for URLs and are none. They may be parts of secrets that lost their quotes.
extension OperationLine {
    /// Throws for a typographic dash, the rest of a broken line, blanks around `=`, and a file name with
    /// blanks that has no quotes.
    func checkWords() throws(Failure) {
        // A stray word must not take the place of a configured URL.
        let words = settings.written.given + settings.written.configured
        if let word = words.first(where: \.beginsWithForeignDash) {
            throw .usage("\(Messages.quoted(word.dashAndName)) begins with a dash that is not '-'")
        }
        guard words.count > 1 else { return }
        if let fault = words.lazy.compactMap(\.strayMark).first { throw .usage(fault) }
        try checkBlanks(words)
        try checkQuotes(words)
    }

    /// `-F name = value`, `-F name =value`, `-F name= @file`; shows no text, which may be a secret.
    private func checkBlanks(_ words: [ByteString]) throws(Failure) {
        let equals = UInt8(ascii: "=")
        for (index, word) in words.enumerated() where word.isFileReference || word.first == equals {
            let isEquals = word.first == equals
            let field = settings.form.fields.last {
                isEquals ? !$0.argument.contains(equals) : $0.argument.last == equals
            }
            guard let field else { continue }
            let isAlone = word == "=" && index + 1 < words.count
            let value = isAlone ? words[index + 1] : ByteString(word.drop { $0 == equals })
            let shown = value.isFileReference ? Messages.shown(value) : "value"
            throw .usage(
                "\(Messages.quoted(isEquals ? "=" : word)) stands alone: no blanks around '=': "
                    + "\(Messages.shown(field.fieldName))=\(shown)")
        }
    }

    /// `-F name=@my photo.jpg`, where there is a file `my photo.jpg`.
    private func checkQuotes(_ words: [ByteString]) throws(Failure) {
        let blank = [UInt8(ascii: " ")]
        for field in settings.form.fields where field.kind == .form {
            let bytes = field.argument.bytes
            guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")),
                ByteString(bytes: bytes[(equals + 1)...]).isFileReference
            else { continue }
            let start = bytes[(equals + 2)...]
            for first in words.indices {
                for last in first..<min(words.count, first + 8) {
                    let rest = words[first...last].map(\.bytes).joined(separator: blank)
                    let path = ByteString(
                        bytes: (start + blank + rest).prefix { $0 != UInt8(ascii: ";") })
                    guard SmallFile.exists(path) else { continue }
                    let argument = ByteString(bytes: bytes + blank + rest)
                    throw .usage(
                        "\(Messages.quoted(path)) exists: quote it: \(Messages.quoted(argument))")
                }
            }
        }
    }

    /// Throws if one of several URLs is a word that may be something else, or the only one is the field of a file.
    func checkURLs(_ names: CredentialNames) throws(Failure) {
        let (count, strays) = (settings.urls.count, words.filter { !$0.isPlain })
        if count > 1, let option = strays.first(where: \.text.isOption)?.text {
            throw .usage(
                "\(Messages.quoted(option)) after '--' is taken for a URL: write options before '--'"
            )
        }
        guard let stray = strays.first(where: { !$0.looksLikeHost }) ?? strays.first,
            count > 1 || stray.text.namesFile && stray.text.fieldName != nil
        else { return }
        if let failure = swallowedOption { throw failure }
        let isUpload = settings.data.file != nil
        for word in strays where !isUpload { try word.checkOption(names) }
        throw .usage(
            stray.fault(names) + "; "
                + (isUpload ? "give each file a -T and a URL" : "give fields and files with -F")
                + ", and quote headers and other arguments that have blanks")
    }

    /// The words of the command line that are neither an option nor its value.
    private var words: [URLWord] {
        var words: [URLWord] = []
        var option: OptionUse?
        for use in uses where use.place == nil {
            if use.row == nil { words.append(URLWord(text: use.value, option: option)) }
            if use.row != nil, !use.isWord { option = use }
        }
        return words
    }

    /// The failure of the last option whose value is another option.
    var swallowedOption: Failure? {
        uses.last(where: \.swallowsOption).map { use in
            .usage(
                "\(use.option) has \(Messages.quoted(use.value)) as its value: is a variable empty? "
                    + "(\(use.option) '' gives it an empty one)")
        }
    }
}

extension OptionUse {
    /// Why a login in a header is hardly meant.
    private var loginDoubt: String? {
        guard spec?.secrecy == .header,
            let login = value.description.wholeMatch(
                of: /(?i)(?:proxy-)?authorization:\s*(basic|bearer|token)(\s+\1(?=\s))?\s*(.*)/)
        else { return nil }
        if login.2 != nil { return "'\(login.1)' is there twice" }
        return login.3.isEmpty ? "nothing follows '\(login.1)': is a variable empty?" : nil
    }

    /// A warning about a blank or a quote that the shell has taken for text, as in `-F<U+00A0>a=b`
    /// and `-H "'Name: value'"`.
    private var quotingDoubt: String? {
        if !isWord, let code = value.foreignBlankAtStart {
            return
                "the blank after \(option) is not a plain one but \(code): it is part of the value"
        }
        guard value.first == UInt8(ascii: "'"), value.count > 1 else { return nil }
        switch spec?.secrecy {
        case .header: return "\(option) sends the quote before the header's name: leave it out"
        case .field, .data:
            guard value.last == UInt8(ascii: "'") else { return nil }
            return "\(option) sends the quotes around its value: leave them out"
        default: return nil
        }
    }

    /// A warning, if the value is hardly meant: an option that is to name a file, a method that is to be a proxy, or
    /// text after a `=` that belongs to it. `-F=)` ends a group.
    var doubt: String? {
        if swallowsOption, spec?.meaning.isPath == true {
            return "\(option) takes \(Messages.quoted(value)) as a file name, not as an option"
        }
        if hasStrayEquals, spec?.meaning != .form || value.dropFirst().contains(UInt8(ascii: "=")) {
            return "the '=' after \(option) is part of its value: write '\(option) …' or '"
                + (spec?.longName ?? "") + "=…'"
        }
        if let text = loginDoubt { return "\(option): \(text)" }
        if let text = quotingDoubt { return text }
        if ["user", "proxy-user"].contains(spec?.long), value.beginsWithTypographicQuote {
            return "\(option): \(Messages.sendsQuotes)"
        }
        guard option == "-x", ["POST", "PUT", "PATCH"].contains(value) else { return nil }
        return "\(option) takes \(Messages.quoted(value)) as a proxy: -X names the method"
    }
}

extension ByteString {
    /// A Unicode dash in place of `-`: `‐` to `―`, the minus sign and the wide dashes.
    fileprivate var beginsWithForeignDash: Bool {
        guard let first = description.unicodeScalars.first?.value else { return false }
        return (0x2010...0x2015).contains(first)
            || [0x2212, 0xFE58, 0xFE63, 0xFF0D].contains(first)
    }

    /// The code of a character that looks like a space, or like nothing, in place of a space.
    fileprivate var foreignBlankAtStart: String? {
        let start = String(decoding: bytes.prefix(4), as: UTF8.self)
        guard let first = start.unicodeScalars.first, !first.isASCII else { return nil }
        let isInvisible = ["\u{200B}", "\u{2060}", "\u{FEFF}"].contains(first)
        guard isInvisible || first.properties.generalCategory == .spaceSeparator else { return nil }
        // All of them have four digits.
        return "U+" + String(0x1_0000 + first.value, radix: 16, uppercase: true).dropFirst()
    }

    /// The dash with the name of an option, or with a letter: the rest may be a value.
    fileprivate var dashAndName: ByteString {
        let text = description
        let name = text.drop { !$0.isASCII }.prefix { $0 != "=" }
        let isOption = OptionTable.row(long: String(name)) != nil
        return ByteString(String(isOption ? text[..<name.endIndex] : text.prefix(2)))
    }

    /// Why a word never is a URL: what a broken line or another command's habits leave; `nil` for other words.
    fileprivate var strayMark: String? {
        if let remedy = UnknownOption.strayWords[description] ?? nil {
            return "\(Messages.quoted(self)) \(remedy)"
        }
        // `"$URL"` without a value.
        if isEmpty { return "an empty argument in place of a URL: is a variable empty?" }
        guard allSatisfy({ $0.isBlank || $0 == UInt8(ascii: "\\") }) else { return nil }
        return
            "an argument of white space: does the script have Windows line ends, or a blank after a '\\'?"
    }
}
