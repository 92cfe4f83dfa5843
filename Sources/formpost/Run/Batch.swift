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
        if let mismatch = journal?.mismatch, let path = run.output.journal {
            let text = Messages.text(mismatch, path, byContent: run.output.journalsContent)
            run.progress.standingAside { run.reporter.warn(text) }
        }
        if run.plan.isMany { run.progress.close() }
        journal?.close()
        return status
    }

    private func inTurn() async -> Int32 {
        var pace = Pace(many.interval)
        var (status, firstFailure) = (ExitStatus.success, Int.max)
        var chain = CaptureChain()
        var queue = TurnQueue(run.plan.operations)
        while let number = queue.next() {
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
                claim(&turn)
                if turn.wait != nil, !queue.isPutOff {
                    queue.putOff(number)
                    continue
                }
                while let wait = turn.wait {
                    await wait.wait()
                    claim(&turn)
                }
            }
            enter(turn)
            if turn.end == nil, let transfer = turn.transfer {
                pace.begin()
                turn.end = await Self.send(transfer, turn.claim, shared, journal)
            }
            SecretValues.ofProcess.add(turn.end?.captured ?? [:])
            let ended = conclude(turn)
            chain.note(
                turn.end?.captured ?? [:],
                for: (turn.transfer?.settings ?? operation.settings).captures, of: operation,
                status: ended)
            // A request that was put off runs later: the first failure by number counts.
            if ended != ExitStatus.success, number < firstFailure {
                (status, firstFailure) = (ended, number)
            }
            if many.failsEarly, status != ExitStatus.success {
                queue.rest.forEach(tellNotSent)
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
            // Requests that have begun. They are shown in order; `shown` is the next one.
            var turns: [Int: Turn] = [:]
            // Requests whose files another command was sending when they were last tried.
            var putOff: ArraySlice<Int> = []
            var (begun, shown, underWay) = (0, 0, 0)
            var (isStopping, isPausing) = (false, false)
            while shown < transfers.count {
                while !isStopping, underWay < many.maximum,
                    !putOff.isEmpty || begun < transfers.count && begun - shown < longestQueue
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
                    let number = putOff.popFirst() ?? begun
                    var turn = turns[number] ?? begin(number)
                    if number == begun { begun += 1 }
                    claim(&turn)
                    turns[number] = turn
                    if let wait = turn.wait {
                        group.addTask {
                            await wait.wait()
                            return (number, nil)
                        }
                        continue
                    }
                    enter(turn)
                    guard turn.end == nil, let transfer = turn.transfer else { continue }
                    pace.begin()
                    underWay += 1
                    group.addTask { [shared, journal, claim = turn.claim] in
                        let end = await Self.send(
                            transfer, claim, shared, journal, holdsOutput: true)
                        return (number, end)
                    }
                }
                if isStopping, turns[shown]?.wait != nil {
                    tellNotSent(shown..<shown + 1)
                    shown += 1
                    continue
                }
                if let turn = turns[shown], let end = turn.end {
                    turns[shown] = nil
                    if isStopping, end.isCancelled {
                        end.discard()
                        run.console.progress?.write(
                            .end(
                                transfers.place(shown), exit: ExitStatus.timedOut,
                                error: Messages.brokenOff))
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
                guard let end else {
                    putOff.append(number)
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
        /// The right to send the file; `nil` without a journal.
        var claim: JournalClaim?
        /// Another request is sending the file.
        var wait: ClaimWait?

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
            guard let journal, let file = try transfer.journalFile() else { return turn }
            turn.transfer?.file = file
            let isDone = try failing { () throws(JournalError) in
                try journal.isDone(file, url: transfer.request.url)
            }
            if isDone { turn.end = .skipped }
        } catch {
            turn.end = .refused(error)
        }
        return turn
    }

    /// Shows that a request begins, or that it need not.
    private func enter(_ turn: Turn) {
        guard let transfer = turn.transfer else {
            return run.progress.begin(transfers.place(turn.number), body: nil, isUpload: true)
        }
        run.progress.begin(
            transfer.place, body: transfer.request.body, isUpload: transfer.isUpload)
    }

    /// Claims the file of a transfer, so that no other command with the journal sends it meanwhile. If another
    /// one has claimed it, the transfer gets a wait.
    private func claim(_ turn: inout Turn) {
        guard turn.end == nil, let journal, let transfer = turn.transfer, let file = transfer.file
        else { return }
        do throws(JournalError) {
            switch try journal.admit(file, url: transfer.request.url) {
            case .granted(let claim): (turn.claim, turn.wait) = (claim, nil)
            case .done: (turn.end, turn.wait) = (.skipped, nil)
            case .taken:
                if turn.wait?.isOver == true { throw .claimed }
                if turn.wait?.isLong == true {
                    run.progress.standingAside { run.reporter.note(Messages.waitingForClaim) }
                }
                turn.wait = turn.wait?.longer ?? ClaimWait(until: transfer.timeLimit)
            }
        } catch {
            (turn.end, turn.wait) = (.refused(error.failure), nil)
        }
    }

    private static func send(
        _ transfer: Transfer, _ claim: JournalClaim?, _ shared: SharedTargets,
        _ journal: Journal?, holdsOutput: Bool = false
    ) async -> Transfer.End {
        defer { claim?.release() }
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
