import FormEncoding

/// Options that are not in the table, with what may have been meant.
extension UsageError {
    /// A long name without its dashes that no row has.
    static func unknown(long name: ArraySlice<UInt8>) -> UsageError {
        let option = ByteString(bytes: Array("--".utf8) + name)
        let text = String(decoding: name, as: UTF8.self)
        let positive = text.hasPrefix("no-") ? String(text.dropFirst(3)) : text
        if CurlOptions.has("--" + positive) {
            return .curlOption("--" + text, remedy: CurlOptions.remedy(for: "--" + positive))
        }
        if name.count == 1, let letter = name.first, let row = OptionTable.row(short: letter) {
            return .unknownOption(option, suggestion: row.shortName)
        }
        let nearest = Suggestion.nearest(
            to: text.lowercased(), among: OptionTable.longNames)
        return .unknownOption(option, suggestion: nearest.map { "--" + $0 })
    }

    /// A single dash before a long name (`-form-string`) gets a suggestion, too.
    static func unknown(short letter: UInt8, before rest: ArraySlice<UInt8>) -> UsageError {
        let word = String(
            decoding: [letter] + rest.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
        if OptionTable.row(long: word) != nil {
            return .unknownOption(ByteString("-" + word), suggestion: "--" + word)
        }
        let option = ByteString(bytes: [UInt8(ascii: "-"), letter])
        guard CurlOptions.has(option.description) else {
            return .unknownOption(option, suggestion: nil)
        }
        return .curlOption(
            option.description, remedy: CurlOptions.remedy(for: option.description))
    }
}
