import FormEncoding

/// The values that responses have given so far (`--capture`), and the transfers that wait for them.
struct CaptureChain {
    /// The next step for a transfer whose turn it is.
    enum Turn {
        /// As it is, or made again with the values.
        case send(Transfer)
        /// It is left out. Of those of one operation only the first says why.
        case leaveOut(Failure?)
    }

    private let run: Run
    private var values: [String: ByteString] = [:]
    /// The variables that got no value, with the operation whose response should have had it.
    private var missing: [String: Int] = [:]
    /// The exit status of the first failure of a capture.
    private var status = ExitStatus.success
    /// The transfers of the operation that was made again last.
    private var made: (place: Int, transfers: [Transfer])?
    private var leftOut: Int?

    init(_ run: Run) { self.run = run }

    /// Makes a transfer again with the values, if it needs them.
    mutating func turn(of transfer: Transfer) throws(Failure) -> Turn {
        let planned = transfer.operation.planned
        let names = run.plan.sources[planned.index].awaitedCaptures
        guard !names.isEmpty else { return .send(transfer) }
        if let name = names.first(where: { missing[$0] != nil }) {
            for capture in transfer.settings.captures { missing[capture.name] = planned.index }
            defer { leftOut = planned.index }
            guard leftOut != planned.index else { return .leaveOut(nil) }
            let others = run.plan.count(ofSource: planned.index) - 1
            return .leaveOut(
                Failure(status, Messages.notSent(transfer.name, others: others, variable: name)))
        }
        if made?.place != planned.first {
            made = (planned.first, try run.transfers(of: planned, with: .known(values)))
        }
        let number = transfer.number - planned.first
        guard let again = made?.transfers, again.indices.contains(number) else {
            // Patterns stand for as many requests as before; a placeholder is never sent.
            throw Failure(
                ExitStatus.badReply,
                Messages.notSent(transfer.name, others: 0, variable: names[0]))
        }
        return .send(again[number])
    }

    /// Takes the values of a response.
    mutating func note(_ end: Transfer.End, of transfer: Transfer, status: Int32) {
        let place = transfer.operation.planned.index
        for capture in transfer.settings.captures {
            if status == ExitStatus.success, let value = end.captured[capture.name] {
                guard missing[capture.name] != place else { continue }
                missing[capture.name] = nil
                values[capture.name] = value
            } else {
                missing[capture.name] = place
                if self.status == ExitStatus.success { self.status = status }
            }
        }
    }
}
