import FormEncoding

/// Formats progress for a terminal or a log.
enum ProgressText {
    /// One line for a terminal of `columns` columns. The last three stay free, so that the
    /// terminal's `^C` does not wrap.
    ///
    /// If room is short, the bar is left out first, then the end of the part's name, the speed, the
    /// name, the time left and the amount. The rest keeps its column.
    static func bar(_ state: ProgressSnapshot, columns: Int) -> String {
        let columns = max(0, columns - 3)
        guard !state.isWaiting else { return waiting(state, columns: columns) }
        let facts = Facts(state)
        guard let (name, text) = labelled(facts, name(state) ?? "", columns) else {
            return facts.fitting(columns).fitted(columns)
        }
        let gap = columns - name.columnsAtMost - text.columnsAtMost
        let room = gap - (name.isEmpty ? 3 : 4)
        guard let percent = state.percent, room >= 8, text == facts.all else {
            return name.isEmpty ? text : name + String(repeating: " ", count: gap) + text
        }
        let done = room * percent / 100
        let bar = String(repeating: "=", count: done) + ">"
        let rest = String(repeating: " ", count: room - done - 1)
        return name + (name.isEmpty ? "[" : " [") + bar + rest + "] " + text
    }

    /// The name, shortened if need be, and the values that fit beside at least eight columns of it;
    /// `nil` if there is no room for a name.
    private static func labelled(
        _ facts: Facts, _ name: String, _ columns: Int
    ) -> (name: String, facts: String)? {
        for text in name.isEmpty ? [facts.all] : [facts.all, facts.withoutRate] {
            let room = columns - 1 - text.columnsAtMost
            guard room >= min(8, name.columnsAtMost) else { continue }
            return (name.fitted(min(24, room)), text)
        }
        return nil
    }

    /// For a log: ` 45 %   1.20 of 2.60 GiB   120.0 MiB/s   0:12 left`, without unknown values.
    static func line(_ state: ProgressSnapshot) -> String {
        guard !state.isWaiting else { return Messages.waiting(sent: state.sent) }
        var facts = Facts(state).all
        if state.parts > 1 || state.input != nil, let name = name(state) { facts += "  " + name }
        return String(facts.reversed().drop { $0 == " " }.reversed())
    }

    private static func waiting(_ state: ProgressSnapshot, columns: Int) -> String {
        let text = Messages.waiting(sent: state.sent)
        return (text.columnsAtMost > columns ? Messages.waitingForResponse : text).fitted(columns)
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
        if let input = state.input { return Messages.input(input) }
        guard let part = state.part else { return nil }
        let name = part.shownName.map { Messages.shown($0, limit: 60) }
        guard state.parts > 1 else { return name }
        return "\(part.index + 1)/\(state.parts)" + (name.map { " " + $0 } ?? "")
    }
}

/// The values of a progress line, each in a column of fixed width.
private struct Facts {
    /// `nil` if the total is not known.
    private let percent: String?
    private let amount: String
    private let rate: String
    private let left: String

    init(_ state: ProgressSnapshot) {
        percent = state.percent.map { "\($0) %".leftPadded(to: 5) + "  " }
        rate = "  " + ByteCount.column(state.wholeRate) + "/s"
        let read = ByteCount.column(state.read) + " read"
        if let total = state.total {
            amount = ByteCount.column(state.sent, of: total)
            let clock = state.secondsLeft.map { ProgressText.clock($0) + " left" } ?? ""
            left = "  " + clock.leftPadded(to: 10)
        } else if state.input != nil {
            (amount, left) = (read, "")
        } else {
            (amount, left) = (ByteCount.column(state.sent) + " sent", "  " + read)
        }
    }

    var all: String { (percent ?? "") + amount + rate + left }

    var withoutRate: String { (percent ?? "") + amount + left }

    /// As many values as fit, the most important first.
    func fitting(_ columns: Int) -> String {
        let percent = percent ?? ""
        let shorter = [all, withoutRate, percent + amount]
        return shorter.first { $0.columnsAtMost <= columns }
            ?? (percent.isEmpty ? amount : String(percent.dropLast(2)))
    }
}

extension ProgressSnapshot {
    fileprivate var wholeRate: Int64 { Int64(min(rate, 1e18)) }
}

extension PartReference {
    /// The name by which the user knows the part.
    var shownName: ByteString? { filename ?? name }
}
