import FormEncoding

/// The failures of options that the table does not have, and what to write in place of those of other
/// commands.
enum UnknownOption {
    static func long(_ name: ArraySlice<UInt8>) -> Failure {
        let option = ByteString(bytes: Array("--".utf8) + name)
        let text = String(decoding: name, as: UTF8.self)
        let positive = text.hasPrefix("no-") ? String(text.dropFirst(3)) : text
        if let remedy = ofCurl["--" + positive] { return .usage(ofCurl("--" + text, remedy)) }
        if let remedy = ofOthers["--" + text] ?? nil {
            return .usage("unknown option \(Messages.quoted(option)): \(remedy)")
        }
        let isTemplate = text.hasPrefix(OptionTable.expanding)
        let word = isTemplate ? name.dropFirst(OptionTable.expanding.utf8.count) : name
        if word.count == 1, let letter = word.first, let row = OptionTable.row(short: letter),
            !isTemplate || row.argument != .none
        {
            let long = "--" + OptionTable.expanding + row.long
            return failure(option, suggestion: isTemplate ? long : row.shortName)
        }
        let nearest = Suggestion.nearest(
            to: String(decoding: word, as: UTF8.self).lowercased(), among: OptionTable.longNames)
        return failure(
            option,
            suggestion: nearest.map { "--" + (isTemplate ? OptionTable.expanding : "") + $0 })
    }

    /// A long name with one dash (`-insecure`), which would be a group of short options, or a value of
    /// one; `nil` if it is none.
    static func singleDash(_ group: ArraySlice<UInt8>) -> Failure? {
        let name = String(decoding: group.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
        guard name.utf8.count > 2, OptionTable.row(long: name) != nil else { return nil }
        return failure(ByteString("-" + name), suggestion: "--" + name)
    }

    static func short(_ letter: UInt8) -> Failure {
        let option = ByteString(bytes: [UInt8(ascii: "-"), letter])
        guard let remedy = ofCurl[option.description] else { return failure(option) }
        return .usage(ofCurl(option.description, remedy))
    }

    static func failure(_ option: ByteString, suggestion: String? = nil) -> Failure {
        .usage(
            "unknown option \(Messages.quoted(option))"
                + (suggestion == nil
                    ? " (try 'formpost --help all')" : Messages.didYouMean(suggestion)))
    }

    /// The sentence about an option that only curl has.
    static func ofCurl(_ option: String, _ remedy: String?) -> String {
        "curl's \(option) is not in formpost" + (remedy.map { ": \($0)" } ?? "")
    }

    /// The remedies for options of curl that formpost does not have, by their names with dashes; `nil`
    /// where there is none.
    static let ofCurl = remedies(Texts.curlOptions)

    /// The same for options of other commands, and for words of `--help`.
    static let ofOthers = remedies(Texts.foreignOptions + "\n" + Texts.helpWords)

    /// What messages say about words that are taken for URLs.
    static let strayWords = remedies(Texts.strayWords)

    private static func remedies(_ table: String) -> [String: String?] {
        Dictionary(
            TextReader.rows(table).flatMap { row in
                row[0].split(separator: " ").map { ("\($0)", row.count > 1 ? row[1] : nil) }
            }, uniquingKeysWith: { first, _ in first })
    }
}
