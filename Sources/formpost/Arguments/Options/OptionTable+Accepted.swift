/// Options of curl that formpost accepts without effect, of one kind.
struct AcceptedOptions: Sendable {
    /// The subject of the options, in the table of differences.
    let subject: String
    let rows: [OptionSpec]
    /// The effect of the options in curl: a part of a sentence whose subject is curl.
    let curl: String
    /// Why they have no effect; a part of a sentence.
    let reason: String

    static let all = TextReader.rows(Texts.acceptedOptions).map { columns in
        var short: Unicode.Scalar?
        var rows: [OptionSpec] = []
        for name in columns[1].split(separator: " ") {
            guard name.hasPrefix("--") else {
                short = name.unicodeScalars.last
                continue
            }
            let isFlag = !name.hasSuffix("=")
            rows.append(
                OptionSpec(
                    String(name.dropFirst(2).prefix { $0 != "=" }), short: short,
                    isFlag ? .none : .required("text"), as: .hidden, isNegatable: isFlag,
                    effect: .operation { _, _ in }))
            short = nil
        }
        return AcceptedOptions(
            subject: columns[0], rows: rows, curl: columns[2], reason: columns[3])
    }
}

extension OptionTable {
    /// Accepted so that an alias and a `.curlrc` work. `CurlDifferences` lists them in place of help and the
    /// manual.
    static let accepted = AcceptedOptions.all.flatMap(\.rows)
}
