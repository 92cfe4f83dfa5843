import FormEncoding

/// Formats the progress of many requests.
extension ManySnapshot: ShownProgress {
    /// As for one request: OpenSSL may ask for a passphrase before anything is sent.
    var isDrawn: Bool { sent > 0 || done > 0 }

    var isLogged: Bool { true }

    func hasNews(since last: ManySnapshot) -> Bool { (done, sent) != (last.done, last.sent) }

    /// `37/300 · 1.20 of 8.40 GiB · 41.0 MiB/s · 2 failed · 3:10 left`. The last three columns stay
    /// free, so that the terminal's `^C` does not wrap.
    ///
    /// If room is short, the speed is left out first, then the time left, the amount and the
    /// failures.
    func bar(columns: Int) -> String {
        let columns = max(0, columns - 3)
        let shorter = [
            line, Self.joined([place, amount, failures, left]),
            Self.joined([place, amount, failures]), Self.joined([place, failures]), place,
        ]
        return shorter.first { $0.columnsAtMost <= columns } ?? place.fitted(columns)
    }

    var line: String { Self.joined([place, amount, speed, failures, left]) }

    private static func joined(_ facts: [String?]) -> String {
        facts.compactMap { $0 }.joined(separator: " · ")
    }

    private var wholeRate: Int64 { Int64(min(rate, 1e18)) }

    private var place: String { "\(done)/\(count)" }

    private var amount: String {
        total.map { ByteCount.text(min(sent, $0), of: $0) } ?? ByteCount.text(sent) + " sent"
    }

    private var speed: String? { rate > 0 ? ByteCount.text(wholeRate) + "/s" : nil }

    private var failures: String? { failed > 0 ? Messages.failed(failed) : nil }

    private var left: String? { secondsLeft.map { ProgressText.clock($0) + " left" } }
}
