import FormEncoding

/// The errors for options that the table does not have.
enum UnknownOption {
    static func long(_ name: ArraySlice<UInt8>) -> UsageError {
        let option = ByteString(bytes: Array("--".utf8) + name)
        let text = String(decoding: name, as: UTF8.self)
        let positive = text.hasPrefix("no-") ? String(text.dropFirst(3)) : text
        if CurlOptions.has("--" + positive) {
            return .curlOption("--" + text, remedy: CurlOptions.remedy(for: "--" + positive))
        }
        if name.count == 1, let letter = name.first, let row = OptionTable.row(short: letter) {
            return .unknownOption(option, suggestion: row.shortName)
        }
        let isTemplate = text.hasPrefix(OptionTable.expanding)
        let nearest = Suggestion.nearest(
            to: (isTemplate ? String(text.dropFirst(OptionTable.expanding.count)) : text)
                .lowercased(), among: OptionTable.longNames)
        return .unknownOption(
            option,
            suggestion: nearest.map { "--" + (isTemplate ? OptionTable.expanding : "") + $0 })
    }

    /// A single dash before a long name (`-form-string`) gets a suggestion, too.
    static func short(_ letter: UInt8, _ rest: ArraySlice<UInt8>) -> UsageError {
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
