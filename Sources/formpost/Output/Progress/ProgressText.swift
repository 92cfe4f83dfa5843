import FormEncoding
import FormUpload

enum ProgressText {
    /// One line for a terminal of `columns` columns. The last three stay free, so that the
    /// terminal's `^C` does not wrap.
    ///
    /// If room is short, the bar is left out first, then the end of the part's name, the speed, the
    /// name, the time left and the amount. The rest keeps its column.
    static func bar(_ state: ProgressSnapshot, columns: Int) -> String {
        let columns = max(0, columns - 3)
        let texts = state.texts
        guard state.hasColumns, let (name, text) = labelled(texts, name(state) ?? "", columns)
        else {
            let fitting = texts.first { $0.columnsAtMost <= columns } ?? texts.last
            return (fitting ?? "").fitted(columns)
        }
        let gap = columns - name.columnsAtMost - text.columnsAtMost
        let room = gap - (name.isEmpty ? 3 : 4)
        guard let percent = state.percent, room >= 8, text == texts.first else {
            return name.isEmpty ? text : name + String(repeating: " ", count: gap) + text
        }
        let done = room * percent / 100
        let bar = String(repeating: "=", count: done) + ">"
        let rest = String(repeating: " ", count: room - done - 1)
        return name + (name.isEmpty ? "[" : " [") + bar + rest + "] " + text
    }

    /// The name, shortened if need be, and the first of `texts` that fits beside at least eight columns
    /// of the name; `nil` if there is no room for a name.
    private static func labelled(
        _ texts: [String], _ name: String, _ columns: Int
    ) -> (name: String, text: String)? {
        for text in texts.prefix(name.isEmpty ? 1 : 2) {
            let room = columns - 1 - text.columnsAtMost
            guard room >= min(8, name.columnsAtMost) else { continue }
            return (name.fitted(min(24, room)), text)
        }
        return nil
    }

    /// For a log: ` 45 %   1.20 of 2.60 GiB   120.0 MiB/s   0:12 left`, without unknown values.
    static func line(_ state: ProgressSnapshot) -> String {
        var text = state.texts.first ?? ""
        let isOnlyPart = state.part != nil && state.parts <= 1
        if state.hasColumns, !isOnlyPart, let name = name(state) { text += "  " + name }
        return String(text.reversed().drop { $0 == " " }.reversed())
    }

    /// `0:12`, `1:02:03`, or `over a day`.
    static func clock(_ seconds: Double) -> String {
        guard seconds < 86_400 else { return "over a day" }
        let whole = Int(seconds.rounded(.up))
        let twoDigits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (whole / 3600, whole / 60 % 60)
        return (hours > 0 ? "\(hours):\(twoDigits(minutes))" : "\(minutes)")
            + ":" + twoDigits(whole % 60)
    }

    /// `3/8 name`, or just the name if there is one part.
    private static func name(_ state: ProgressSnapshot) -> String? {
        if case .input(let label) = state.subject { return Messages.input(label) }
        guard let part = state.part else { return nil }
        let name = part.shownName.map { Messages.shown($0, limit: 60) }
        guard state.parts > 1 else { return name }
        return "\(part.index + 1)/\(state.parts)" + (name.map { " " + $0 } ?? "")
    }
}

extension ProgressSnapshot {
    /// Bytes per second, as a number that can be printed.
    var wholeRate: Int64 { Int64(min(rate, 1e18)) }

    /// Whether each value keeps its column while the line is redrawn.
    fileprivate var hasColumns: Bool {
        if case .all = subject { false } else { !isWaiting }
    }

    /// The texts of a line: all values, then fewer and fewer, without the less important ones.
    fileprivate var texts: [String] {
        if case .all(let tally) = subject { return texts(tally) }
        if isWaiting {
            let waiting = "waiting for the response"
            guard let confirmed, confirmed < sent else { return [Messages.waiting(sent), waiting] }
            return ["\(ByteCount.text(confirmed, of: sent)) confirmed, \(waiting)", waiting]
        }
        let percent = percent.map { "\($0) %".leftPadded(to: 5) }
        let amount = (percent.map { $0 + "  " } ?? "") + self.amount
        let rate = "  " + ByteCount.column(wholeRate) + "/s"
        return [amount + rate + rest, amount + rest, amount, percent ?? amount]
    }

    private var amount: String {
        if let total { return ByteCount.column(sent, of: total) }
        if case .input = subject { return ByteCount.column(read) + " read" }
        return ByteCount.column(sent) + " sent"
    }

    /// The time left, or of a stream the bytes that have been read.
    private var rest: String {
        if case .input = subject { return "" }
        guard total != nil else { return "  " + ByteCount.column(read) + " read" }
        return "  " + (timeLeft ?? "").leftPadded(to: 10)
    }

    private var timeLeft: String? { secondsLeft.map { ProgressText.clock($0) + " left" } }

    /// `1.20 of 8.40 GiB`, for many requests.
    fileprivate var amountOfAll: String {
        total.map { ByteCount.text(min(sent, $0), of: $0) } ?? ByteCount.text(sent) + " sent"
    }

    /// `37/300 · 1.20 of 8.40 GiB · 41.0 MiB/s · 2 failed · 3:10 left`, for many requests.
    private func texts(_ tally: Tally) -> [String] {
        let place = "\(tally.done)/\(tally.count)"
        let amount = amountOfAll
        let speed = rate > 0 ? ByteCount.text(wholeRate) + "/s" : nil
        let failures = tally.failures.count > 0 ? "\(tally.failures.count) failed" : nil
        return [
            [place, amount, speed, failures, timeLeft], [place, amount, failures, timeLeft],
            [place, amount, failures], [place, failures], [place],
        ].map { $0.compactMap { $0 }.joined(separator: " · ") }
    }
}

extension PartReference {
    var shownName: ByteString? { filenameBytes ?? nameBytes }
}

extension Messages {
    /// Omits the amount if nothing has been sent.
    fileprivate static func waiting(_ sent: Int64) -> String {
        (sent > 0 ? "\(ByteCount.text(sent)) sent, " : "") + "waiting for the response"
    }

    /// `30.0 MiB in 7 s`, from a minute on `1.20 GiB in 1:35`.
    static func sent(_ count: Int64, in time: Duration) -> String {
        let whole = max(1, min(time.seconds, 1e9).rounded())
        let shown = whole < 60 ? "\(Int(whole)) s" : ProgressText.clock(whole)
        return ByteCount.text(count) + " in " + shown
    }

    /// A signal ended the command, whose progress is `snapshot`. `nil`: nothing was being read or sent.
    static func interrupted(_ state: ProgressState, _ snapshot: ProgressSnapshot) -> String? {
        if let input = state.input {
            let amount = "\(ByteCount.text(input.rate.count)) of \(self.input(input.label))"
            return "interrupted: \(amount) read, nothing sent"
        }
        let remedy =
            state.tally.wouldGoOn ? "; with --journal FILE the same command would continue" : ""
        guard state.isMany else {
            return state[0].map { interrupted($0.progress, $0.cause) + remedy }
        }
        // The failures have been named before.
        let tally = state.tally.text(begun: state.underWay, "under way", namesFailures: false)
        return "interrupted: \(tally); \(snapshot.amountOfAll)"
            + (snapshot.total == nil ? "" : " sent") + remedy
    }

    /// A signal ended the upload, perhaps during the pause before another attempt.
    static func interrupted(_ progress: UploadProgress, _ cause: String? = nil) -> String {
        if let cause { return "interrupted before another attempt: \(cause)" }
        guard progress.phase == .receiving else {
            return "interrupted: "
                + (progress.isWaiting ? waiting(progress.sent) : progress.amount)
        }
        let sent = progress.isWaiting ? "\(ByteCount.text(progress.sent)) sent" : progress.amount
        return "interrupted: \(progress.total == 0 ? "" : sent + ", ")"
            + "\(ByteCount.text(progress.received)) of the response received"
    }
}
