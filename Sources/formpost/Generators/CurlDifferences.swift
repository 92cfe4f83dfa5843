/// Where formpost differs from curl, for the manual and the README: a subject, and what completes the
/// sentences 'curl …' and 'formpost …'.
enum CurlDifferences {
    static let all =
        [Texts.uploadDifferences, Texts.responseDifferences, Texts.commandLineDifferences]
        .flatMap(TextReader.rows) + accepted

    private static let accepted = AcceptedOptions.all.map { kind in
        let names = (kind.flags + kind.values).map { "`--\($0)`" }.joined(separator: ", ")
        return [kind.subject, kind.curl, "accepts \(names) without effect: \(kind.reason)"]
    }
}
