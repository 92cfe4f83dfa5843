import FormEncoding
import FormUpload

/// Makes the transfers of a run, one after another or side by side, and shows each in its turn.
struct Batch {
    private let transfers: [Transfer]
    private let shared: SharedTargets
    private let many: Settings.Many
    private let journal: Journal?
    /// `nil`: there is one transfer, which shows its own.
    private let progress: ManyProgress?

    init(_ transfers: [Transfer], _ shared: SharedTargets, _ run: Run) throws(Refusal) {
        (self.transfers, self.shared, many) = (transfers, shared, run.many)
        journal = try run.output.journal.map { path throws(Refusal) in
            try refusing { () throws(JournalError) in
                try Journal(path: path, until: run.files.limit)
            }
        }
        progress =
            run.plan.isMany
            ? ManyProgress(
                run.reporter, sizes: transfers.map(\.request.body.length),
                journal: run.output.journal) : nil
    }

    /// Returns the exit status: that of the first failure, in the order of the requests.
    func perform() async -> Int32 {
        let status = many.isParallel && transfers.count > 1 ? await inParallel() : await inTurn()
        progress?.close()
        journal?.close()
        return status
    }

    private func inTurn() async -> Int32 {
        var pace = Pace(many.interval)
        var status = ExitStatus.success
        for transfer in transfers {
            await pace.wait()
            let ended = transfer.conclude(await send(transfer), progress)
            if status == ExitStatus.success { status = ended }
            if many.failsEarly, status != ExitStatus.success { break }
        }
        return status
    }

    /// How many responses may wait for their turn: those of all that begin while a slow one runs.
    private static let longestQueue = 256

    private func inParallel() async -> Int32 {
        await withTaskGroup(of: (number: Int, end: Transfer.End).self) { group in
            var pace = Pace(many.interval)
            var status = ExitStatus.success
            var (begun, turn) = (0, 0)
            var waiting: [Int: Transfer.End] = [:]
            var isStopping = false
            while turn < transfers.count {
                while !isStopping, begun < transfers.count, begun - turn < Self.longestQueue,
                    begun - turn - waiting.count < many.maximum
                {
                    await pace.wait()
                    group.addTask { [begun] in
                        (begun, await send(transfers[begun], holdsOutput: true))
                    }
                    begun += 1
                }
                guard let (number, end) = await group.next() else { break }
                waiting[number] = end
                if many.failsEarly, !isStopping, transfers[number].isFailure(end) {
                    isStopping = true
                    group.cancelAll()
                }
                while let end = waiting.removeValue(forKey: turn) {
                    if !(isStopping && end.isCancelled) {
                        let ended = transfers[turn].conclude(end, progress)
                        if status == ExitStatus.success { status = ended }
                    }
                    turn += 1
                }
            }
            return status
        }
    }

    private func send(_ transfer: Transfer, holdsOutput: Bool = false) async -> Transfer.End {
        let number = transfer.number
        progress?.begin(number, transfer.name)
        if let journal, let file = transfer.file {
            do throws(JournalError) {
                if try journal.isDone(file, url: transfer.request.url) { return .skipped }
            } catch {
                return .refused(error.failure)
            }
        }
        let targets: Targets
        do throws(WriteError) { targets = try shared.targets(of: transfer) } catch {
            return .refused(error.failure)
        }
        let share = progress.map {
            ManyProgress.Share(progress: $0, index: number, name: transfer.name)
        }
        return await transfer.send(
            to: targets, holdsOutput: holdsOutput, share: share, journal: journal)
    }
}

/// Keeps requests apart (`--rate`).
private struct Pace {
    private let interval: Duration
    private var next: ContinuousClock.Instant?

    init(_ interval: Duration) { self.interval = interval }

    /// Waits until the next request may begin.
    mutating func wait() async {
        guard interval > .zero else { return }
        if let next { try? await Task.sleep(until: next, clock: .continuous) }
        next = .now + interval
    }
}
