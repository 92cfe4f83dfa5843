import FormEncoding

/// Sentences about many requests of one call.
extension Messages {
    /// `298 uploaded, 1 other request done, 2 failed (img 7.jpg: 413, b.jpg: timed out), 1 not accepted (c.jpg: 500),
    /// 5 skipped (already in uploads.journal), 2 broken off, 3 not sent`. `brokenOff` requests were under way
    /// when another one failed (`--fail-early`): servers may have taken them.
    static func text(_ tally: Tally, brokenOff: Int = 0) -> String {
        text(tally, begun: brokenOff, "broken off", names: names(of: tally.failures))
    }

    /// A signal ended the call. The failures have been named before.
    static func interrupted(_ tally: Tally, underWay: Int) -> String {
        "interrupted: " + text(tally, begun: underWay, "under way", names: "")
    }

    /// `begun` requests have no end.
    private static func text(
        _ tally: Tally, begun: Int, _ state: String, names failed: String
    ) -> String {
        var facts = [done(tally)]
        if tally.failures.count > 0 { facts.append("\(tally.failures.count) failed\(failed)") }
        if tally.tolerated.count > 0 {
            facts.append("\(tally.tolerated.count) not accepted\(names(of: tally.tolerated))")
        }
        if tally.skipped > 0 { facts.append("\(tally.skipped) \(skipped(in: tally.journal))") }
        if begun > 0 { facts.append("\(begun) \(state)") }
        let notSent = tally.notSent - begun
        if notSent > 0 { facts.append("\(notSent) not sent") }
        return facts.joined(separator: ", ")
    }

    /// `1 uploaded, 2 other requests done`: a login or a page that is fetched is no upload.
    private static func done(_ tally: Tally) -> String {
        let count = tally.othersDone
        if !tally.hasUploads { return "\(count) done" }
        let others = count == 0 ? "" : ", \(count) other request\(count == 1 ? "" : "s") done"
        return "\(tally.uploaded) uploaded\(others)"
    }

    private static func names(of failures: Tally.Failures) -> String {
        let names = failures.first.map {
            "\(request($0.place.name)): \(ExitStatus.shortReason($0.exitStatus, answer: $0.status))"
        }
        let others = failures.count - names.count
        return " (\(names.joined(separator: ", "))\(others > 0 ? " and \(others) more" : ""))"
    }

    private static func skipped(in journal: ByteString?) -> String {
        "skipped" + (journal.map { " (already in \(path($0)))" } ?? "")
    }

    /// The name of one of many requests: that of its file. Of a long one the end is shown, where names
    /// differ.
    static func request(_ name: ByteString) -> String {
        let text = shown(name, limit: 4096)
        return text.count > 60 ? "…" + text.suffix(59) : text
    }

    /// Another request has failed (`--fail-early`).
    static let brokenOff = "broken off, since another request has failed"

    /// One of many requests ended without a failure: `img 1.jpg: 201, 1.2 MiB`.
    static func ended(_ name: ByteString, _ status: Int, sent: Int64) -> String {
        "\(request(name)): \(status), \(ByteCount.text(sent))"
    }

    /// The sentence for a failure of one of many requests.
    static func text(_ failure: Failure, of name: ByteString) -> String {
        "\(request(name)): \(failure.text)"
    }

    /// The number of requests that have failed so far.
    static func failed(_ count: Int) -> String { "\(count) failed" }
}
