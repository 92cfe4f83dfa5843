import FormEncoding
import FormUpload

/// Makes the transfers of a run, one after another or side by side, and shows each in its turn.
struct Batch {
    private let run: Run
    private let transfers: [Transfer]
    private let shared: SharedTargets
    private let many: Settings.Many
    private let journal: Journal?

    init(_ transfers: [Transfer], _ shared: SharedTargets, _ run: Run) throws(Failure) {
        (self.transfers, self.shared, many) = (transfers, shared, run.many)
        self.run = run
        journal = try run.output.journal.map { path throws(Failure) in
            try failing { () throws(JournalError) in
                try Journal(path: path, until: run.files.limit)
            }
        }
        if journal != nil, !transfers.allSatisfy({ JournalURL.isTold($0.request.url) }) {
            let option = run.plan.sources.first?.name(of: "journal") ?? ""
            throw Failure(ExitStatus.notAvailable, Messages.journalWithoutDigest(option))
        }
        run.progress.expect(
            sizes: transfers.map(\.request.body.length),
            others: Set(transfers.indices.filter { !transfers[$0].isUpload }),
            journal: run.output.journal, isMany: run.plan.isMany)
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
        var chain = CaptureChain(run)
        for planned in transfers {
            var transfer = planned
            let end: Transfer.End
            do throws(Failure) {
                switch try chain.turn(of: planned) {
                case .send(let made): transfer = made
                case .leaveOut(let failure):
                    if let failure { run.report(failure) }
                    planned.tellNotSent()
                    continue
                }
                if let early = begin(transfer) {
                    end = early
                } else {
                    await pace.wait()
                    pace.begin()
                    end = await send(transfer)
                }
            } catch {
                run.progress.begin(planned.place, body: planned.request.body)
                end = .refused(error)
            }
            let ended = transfer.conclude(end)
            chain.note(end, of: transfer, status: ended)
            if status == ExitStatus.success { status = ended }
            if many.failsEarly, status != ExitStatus.success {
                for transfer in transfers[(planned.number + 1)...] { transfer.tellNotSent() }
                break
            }
        }
        return status
    }

    private func inParallel() async -> Int32 {
        // Responses that wait for their turn have open files.
        let longestQueue = max(2, min(256, (ProcessResources.raiseFileLimit() - 64) / 4))
        return await withTaskGroup(of: (number: Int, end: Transfer.End)?.self) { group in
            var pace = Pace(many.interval)
            var status = ExitStatus.success
            var (begun, turn) = (0, 0)
            var ended: [Int: Transfer.End] = [:]
            var (isStopping, isPausing) = (false, false)
            while turn < transfers.count {
                while !isStopping, begun < transfers.count, begun - turn < longestQueue,
                    begun - turn - ended.count < many.maximum
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
                    if let end = begin(transfers[begun]) {
                        ended[begun] = end
                    } else {
                        pace.begin()
                        group.addTask { [begun] in
                            (begun, await send(transfers[begun], holdsOutput: true))
                        }
                    }
                    begun += 1
                }
                if let end = ended.removeValue(forKey: turn) {
                    if isStopping, end.isCancelled {
                        end.discard()
                        transfers[turn].tellNotSent()
                    } else {
                        let shown = transfers[turn].conclude(end)
                        if status == ExitStatus.success { status = shown }
                    }
                    turn += 1
                    continue
                }
                guard let next = await group.next() else { break }
                guard let (number, end) = next else {
                    isPausing = false
                    continue
                }
                ended[number] = end
                if many.failsEarly, !isStopping, transfers[number].isFailure(end) {
                    isStopping = true
                    group.cancelAll()
                }
            }
            for transfer in transfers[turn...] { transfer.tellNotSent() }
            return status
        }
    }

    /// Begins a transfer; returns its end if nothing is to be sent.
    private func begin(_ transfer: Transfer) -> Transfer.End? {
        run.progress.begin(transfer.place, body: transfer.request.body)
        guard let journal, let file = transfer.file else { return nil }
        do throws(JournalError) {
            return try journal.isDone(file, url: transfer.request.url) ? .skipped : nil
        } catch {
            return .refused(error.failure)
        }
    }

    private func send(_ transfer: Transfer, holdsOutput: Bool = false) async -> Transfer.End {
        let targets: Targets
        do throws(WriteError) { targets = try shared.targets(of: transfer) } catch {
            return .refused(error.failure)
        }
        return await transfer.send(to: targets, holdsOutput: holdsOutput, journal: journal)
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
