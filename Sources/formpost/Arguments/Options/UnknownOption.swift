import FormEncoding

/// The errors for options that the table does not have, and what to write in place of those of other
/// commands.
enum UnknownOption {
    static func long(_ name: ArraySlice<UInt8>) -> UsageError {
        let option = ByteString(bytes: Array("--".utf8) + name)
        let text = String(decoding: name, as: UTF8.self)
        let positive = text.hasPrefix("no-") ? String(text.dropFirst(3)) : text
        if let remedy = ofCurl["--" + positive] { return .curlOption("--" + text, remedy: remedy) }
        if let remedy = ofOthers["--" + text] ?? nil {
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
        guard let remedy = ofCurl[option.description] else {
            return .unknownOption(option, suggestion: nil)
        }
        return .curlOption(option.description, remedy: remedy)
    }

    /// The remedies for options of curl that formpost does not have, by their names with dashes; `nil`
    /// where there is none.
    static let ofCurl = remedies(Texts.curlOptions)

    private static let ofOthers = remedies(Texts.foreignOptions)

    private static func remedies(_ table: String) -> [String: String?] {
        Dictionary(
            TextReader.rows(table).flatMap { row in
                row[0].split(separator: " ").map { ("\($0)", row.count > 1 ? row[1] : nil) }
            }, uniquingKeysWith: { first, _ in first })
    }
}
