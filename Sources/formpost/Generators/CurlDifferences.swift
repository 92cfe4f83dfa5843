/// Where formpost differs from curl, for the manual and the README.
///
/// A row completes the sentences 'curl …' and 'formpost …'; literal text is in backticks.
enum CurlDifferences {
    typealias Row = (subject: String, curl: String, formpost: String)

    static let introduction =
        "Where the two differ, curl's behaviour loses data or hides a failure."

    static let all: [Row] =
        rows(Texts.uploadDifferences) + rows(Texts.responseDifferences)
        + rows(Texts.commandLineDifferences) + accepted

    private static func rows(_ table: String) -> [Row] {
        TextReader.rows(table).map { ($0[0], $0[1], $0[2]) }
    }

    private static let accepted: [Row] = AcceptedOptions.all.map { kind in
        let names = (kind.flags + kind.values).map { "`--\($0)`" }.joined(separator: ", ")
        return (kind.subject, kind.curl, "accepts \(names) without effect: \(kind.reason)")
    }
}

/// Where `-F` differs from curl 7.88.1, for the manual and the README.
///
/// A row completes 'curl …', 'formpost …' and 'with --form-lax it …'; literal text is in backticks.
enum FormDifferences {
    typealias Row = (
        argument: String, fault: String, curl: String, formpost: String, lax: String
    )

    static let introduction =
        "What curl sends wrongly, with or without a warning, is an error before anything is sent; the "
        + "message points at the place. `--form-lax` warns and sends curl's bytes."

    static let rows: [Row] = TextReader.rows(Texts.fieldDifferences).map {
        ($0[0], $0[1], $0[2], $0[3], $0[4])
    }

    typealias StrictRow = (argument: String, curl: String, formpost: String)

    static let strictIntroduction =
        "These differ even with `--form-lax`, because curl's bytes would be corrupt or unsafe."

    static let strictRows: [StrictRow] = TextReader.rows(Texts.strictFieldDifferences).map {
        ($0[0], $0[1], $0[2])
    }
}
