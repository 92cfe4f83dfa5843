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
        if let remedy = ForeignOptions.remedy(for: "--" + text) {
            return .foreignOption("--" + text, remedy: remedy)
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

    /// A long name with one dash (`-insecure`), which would be a pack of short options, or a value of
    /// one; `nil` if it is none.
    static func singleDash(_ pack: ArraySlice<UInt8>) -> UsageError? {
        let name = String(decoding: pack.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
        guard name.utf8.count > 2, OptionTable.row(long: name) != nil else { return nil }
        return .unknownOption(ByteString("-" + name), suggestion: "--" + name)
    }

    static func short(_ letter: UInt8) -> UsageError {
        let option = ByteString(bytes: [UInt8(ascii: "-"), letter])
        guard CurlOptions.has(option.description) else {
            return .unknownOption(option, suggestion: nil)
        }
        return .curlOption(
            option.description, remedy: CurlOptions.remedy(for: option.description))
    }
}
