import FormEncoding

/// Sentences about words that no option takes. They may be parts of secrets that lost their quotes.
extension Messages {
    static func strayWord(_ first: URLWord.Sight, _ second: URLWord.Sight) -> String {
        let isSame = first == second && !first.isURL
        return
            "two URLs, \(text(first)) and \(isSame ? "another word" : text(second)), but not both have a "
            + "scheme; give fields and files with -F, and quote arguments that have blanks"
    }

    private static func text(_ word: URLWord.Sight) -> String {
        switch word {
        case .url(let url): quotedURL(url)
        case .field(let name): "'\(shown(name))=…'"
        case .after(let use): "the word after \(shown(use))"
        case .nothing: "a word"
        }
    }

    /// `-H 'Authorization:'`, without what may be a secret.
    private static func shown(_ use: OptionUse) -> String {
        guard let value = use.openValue else { return use.option }
        return "\(use.option) '\(shown(value.text))\(value.isCut ? "…" : "")'"
    }

    /// Shows the dash with the name of an option, or with a letter: the rest may be a value.
    static func foreignDash(_ word: ByteString) -> String {
        let text = word.description
        let name = text.drop { !$0.isASCII }.prefix { $0 != "=" }
        let isOption = OptionTable.row(long: String(name)) != nil
        let option = isOption ? text[..<name.endIndex] : text.prefix(2)
        return "\(quoted(ByteString(String(option)))) begins with a dash that is not '-'"
    }
}
