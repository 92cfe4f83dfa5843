import FormEncoding

/// Sentences about words that no option takes. They may be parts of secrets that lost their quotes.
extension Messages {
    static func strayWord(
        _ first: URLWord.Excerpt, _ second: URLWord.Excerpt, _ isUpload: Bool
    ) -> String {
        let isSame = first == second && !first.isURL
        let remedy =
            isUpload ? "give each file a -T and a URL" : "give fields and files with -F"
        return
            "two URLs, \(text(first)) and \(isSame ? "another word" : text(second)), but not both have a "
            + "scheme; \(remedy), and quote arguments that have blanks"
    }

    static func noOption(
        _ word: ByteString, _ argument: ByteString, _ isSecond: Bool
    ) -> String {
        let text = shown(argument)
        let isPlain = text.utf8.allSatisfy { $0.isLetterOrDigit || "@=-._/[]".utf8.contains($0) }
        return "\(quoted(word)) stands without an option: write -F "
            + (isPlain ? text : "'\(text.replacing("'", with: "'\\''"))'")
            + (isSecond ? " (each -F takes one argument)" : "")
    }

    static func swallowed(_ use: OptionUse) -> String {
        "\(use.option) has \(quoted(use.value)) as its value: is a variable empty? "
            + "(\(use.option) '' gives it an empty one)"
    }

    /// A warning of a file with the name of an option.
    static func swallowedFile(_ use: OptionUse) -> String {
        "\(use.option) takes \(quoted(use.value)) for the name of a file, not for an option"
    }

    /// Why a word that was taken for a URL never is one; `nil` for other words.
    static func strayMark(_ word: ByteString) -> String? {
        switch word.description {
        // `"$URL"` without a value.
        case "": "an empty argument in the place of a URL: is a variable empty?"
        case "\\":
            "an argument that is '\\' only: it continues a line at the very end of one"
        // Other shells continue a line by these.
        case "^", "`": "\(quoted(word)) does not continue a line: write '\\'"
        case "curl": "'curl' is taken for a URL: leave it out"
        case "POST", "PUT", "PATCH", "GET", "DELETE":
            "\(quoted(word)) is taken for a URL: write -X \(shown(word))"
        case _ where word.allSatisfy { "\r\n\\".utf8.contains($0) }:
            "an argument that is a line end only: give the script Unix' line ends in place of Windows'"
        case _ where word.allSatisfy(\.isBlank):
            "an argument of blanks only: a '\\' before a blank does not continue a line"
        default: nil
        }
    }

    private static func text(_ word: URLWord.Excerpt) -> String {
        switch word {
        case .url(let url): quoted(url)
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
