import FormEncoding
import FormUpload

/// Performs the transfers of a run, one after another or side by side, and shows each in its turn.
struct Batch {
    private let run: Run
    private let transfers: Transfers
    private let shared: SharedTargets
    private let many: Settings.Many
    private let journal: Journal?

    init(_ transfers: Transfers, _ shared: SharedTargets, _ run: Run) throws(Failure) {
        (self.transfers, self.shared, many) = (transfers, shared, run.many)
        self.run = run
        journal = try run.output.journal.map { path throws(Failure) in
            try failing { () throws(JournalError) in
                try Journal(path: path, until: run.files.limit)
            }
        }
        run.progress.expect(
            transfers.sizes, hasUploads: transfers.haveUploads, journal: run.output.journal,
            isMany: run.plan.isMany)
    }

    /// Returns the exit status: that of the first failure, in the order of the requests.
    func perform() async -> Int32 {
        let status = many.isParallel && transfers.count > 1 ? await inParallel() : await inTurn()
        if run.plan.isMany { run.progress.close() }
        journal?.close()
        return status
    }

    private func inTurn() async -> Int32 {
        var pace = Pace(many.interval)
        var status = ExitStatus.success
        var chain = CaptureChain()
        for number in 0..<transfers.count {
            let operation = run.plan.operation(of: number)
            var turn: Turn
            switch chain.turn(of: number, in: operation) {
            case .send(let captured): turn = begin(number, with: captured)
            case .leaveOut(let variable, let isFirst):
                if isFirst { reportLeftOut(number, of: operation, variable, chain.status) }
                tellNotSent(number..<number + 1)
                continue
            }
            if turn.end == nil {
                await pace.wait()
                pace.begin()
                turn.end = await Self.send(turn.transfer, shared, journal)
            }
            let ended = conclude(turn)
            chain.note(
                turn.end?.captured ?? [:],
                for: (turn.transfer?.settings ?? operation.settings).captures, of: operation,
                status: ended)
            if status == ExitStatus.success { status = ended }
            if many.failsEarly, status != ExitStatus.success {
                tellNotSent(number + 1..<transfers.count)
                break
            }
        }
        return status
    }

    private func inParallel() async -> Int32 {
        // Responses that wait for their turn have open files.
        let longestQueue = max(2, min(256, (ProcessResources.raiseFileLimit() - 64) / 4))
        return await withTaskGroup(of: (number: Int, end: Transfer.End?)?.self) { group in
            var pace = Pace(many.interval)
            var status = ExitStatus.success
            // Those that have begun and wait for their turn to be shown, which `shown` has next.
            var turns: [Int: Turn] = [:]
            var (begun, shown, underWay) = (0, 0, 0)
            var (isStopping, isPausing) = (false, false)
            while shown < transfers.count {
                while !isStopping, begun < transfers.count, begun - shown < longestQueue,
                    underWay < many.maximum
                {
                    guard pace.isDue else {
                        if !isPausing {
                            isPausing = true
                            group.addTask { [pace] in
                                await pace.wait()
                                return nil
                            }
                        }
                        break
                    }
                    let turn = begin(begun)
                    turns[begun] = turn
                    if turn.end == nil {
                        pace.begin()
                        underWay += 1
                        group.addTask { [begun, shared, journal] in
                            (
                                begun,
                                await Self.send(turn.transfer, shared, journal, holdsOutput: true)
                            )
                        }
                    }
                    begun += 1
                }
                if let turn = turns[shown], let end = turn.end {
                    turns[shown] = nil
                    if isStopping, end.isCancelled {
                        end.discard()
                        tellNotSent(shown..<shown + 1)
                    } else {
                        let ended = conclude(turn)
                        if status == ExitStatus.success { status = ended }
                    }
                    shown += 1
                    continue
                }
                guard let next = await group.next() else { break }
                guard let (number, end) = next else {
                    isPausing = false
                    continue
                }
                underWay -= 1
                turns[number]?.end = end
                if many.failsEarly, !isStopping, turns[number]?.isFailure ?? true {
                    isStopping = true
                    group.cancelAll()
                }
            }
            tellNotSent(shown..<transfers.count)
            return status
        }
    }

    /// A request whose turn has come.
    private struct Turn: Sendable {
        let number: Int
        /// `nil`: it could not be made.
        var transfer: Transfer?
        /// `nil`: it is still to be sent.
        var end: Transfer.End?

        /// Whether it has failed, as far as is known before its response is shown.
        var isFailure: Bool { end.map { transfer?.isFailure($0) ?? true } ?? false }
    }

    /// Makes a transfer; nothing is sent yet.
    private func begin(_ number: Int, with captured: Captured = .toCome) -> Turn {
        var turn = Turn(number: number)
        do throws(Failure) {
            let transfer = try run.holdingWarnings { () throws(Failure) in
                try transfers.transfer(number, with: captured)
            }
            turn.transfer = transfer
            run.progress.begin(
                transfer.place, body: transfer.request.body, isUpload: transfer.isUpload)
            guard let journal, let file = transfer.file else { return turn }
            let isDone = try failing { () throws(JournalError) in
                try journal.isDone(file, url: transfer.request.url)
            }
            if isDone { turn.end = .skipped }
        } catch {
            if turn.transfer == nil {
                run.progress.begin(transfers.place(number), body: nil, isUpload: true)
            }
            turn.end = .refused(error)
        }
        return turn
    }

    private static func send(
        _ transfer: Transfer?, _ shared: SharedTargets, _ journal: Journal?,
        holdsOutput: Bool = false
    ) async -> Transfer.End? {
        guard let transfer else { return nil }
        let targets: Targets
        do throws(WriteError) { targets = try shared.targets(of: transfer) } catch {
            return .refused(error.failure)
        }
        return await transfer.send(to: targets, holdsOutput: holdsOutput, journal: journal)
    }

    /// Shows how a request ended; returns the exit status.
    private func conclude(_ turn: Turn) -> Int32 {
        guard let end = turn.end else { return ExitStatus.success }
        if let transfer = turn.transfer { return transfer.conclude(end) }
        guard case .refused(let failure) = end else { return ExitStatus.success }
        return run.conclude(
            transfers.place(turn.number), failure,
            writeOut: run.writeOuts[run.plan.operation(of: turn.number).index])
    }

    private func reportLeftOut(
        _ number: Int, of operation: PlannedOperation, _ variable: String, _ status: Int32
    ) {
        let text = Messages.notSent(
            transfers.place(number).name, others: operation.count - 1, variable: variable)
        run.report(Failure(status, text))
    }

    /// Tells programs of requests that are left out, or were ended before their ends.
    private func tellNotSent(_ numbers: Range<Int>) {
        guard let stream = run.console.progress else { return }
        for number in numbers { stream.write(.notSent(transfers.place(number))) }
    }
}

/// Keeps requests apart (`--rate`).
private struct Pace {
    private let interval: Duration
    private var next: ContinuousClock.Instant?

    init(_ interval: Duration) { self.interval = interval }

    /// Whether the next request may begin.
    var isDue: Bool { next.map { $0 <= .now } ?? true }

    /// Waits until it may.
    func wait() async {
        if let next { try? await Task.sleep(until: next, clock: .continuous) }
    }

    /// A request begins.
    mutating func begin() { if interval > .zero { next = .now + interval } }
}
