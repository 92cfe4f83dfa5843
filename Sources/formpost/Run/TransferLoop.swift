import FormEncoding
import FormUpload

/// Sends the requests of a run, at most `limit` at a time, and reports how each ended. With `-Z` ends are
/// reported in the order of the requests; otherwise as they come.
struct TransferLoop {
    private enum Event: Sendable {
        case ended(Transfer)
        /// The transfer has waited for another command that is sending its file.
        case waited(Transfer)
        /// The next request is due (`--rate`).
        case due
    }

    /// A request that another command was sending when it was last tried.
    private struct Postponed {
        let number: Int
        /// `nil`: the transfer is made again, since a list may have many of them.
        var transfer: Transfer?
    }

    private typealias Group = TaskGroup<Event>

    private let run: Run
    private let transfers: Transfers
    private let targets: OpenOutputs
    private let journal: Journal?
    private let limit: Int
    private let isParallel: Bool
    /// How many requests may begin ahead of the next one to report: each waiting response keeps a file open.
    private let longestQueue: Int

    /// The number of the next request that has not been tried.
    private var next = 0
    /// The number of the next request to report, if they are reported in order.
    private var shown = 0
    private var underWay = 0
    /// The number of transfers that wait for other commands.
    private var waiting = 0
    private var postponed: ArraySlice<Postponed> = []
    /// Requests that have ended and are still to be reported.
    private var ended: [Int: Result<Transfer, Failure>] = [:]
    private var chain = CaptureChain()
    /// When the next request may begin; `nil`: now.
    private var due: ContinuousClock.Instant?
    private var isPausing = false
    /// Whether a request has failed (`--fail-early`).
    private var isStopping = false
    private var firstFailure: (number: Int, status: Int32)?

    init(_ run: Run, _ transfers: Transfers, _ targets: OpenOutputs, _ journal: Journal?) {
        (self.run, self.transfers, self.targets) = (run, transfers, targets)
        self.journal = journal
        isParallel = run.settings.parallel.isOn && run.plan.count > 1
        limit = isParallel ? run.settings.parallel.maximum : 1
        longestQueue =
            isParallel ? max(2, min(256, (Alarm.raiseFileLimit() - 64) / 4)) : .max
    }

    /// Returns the exit status: that of the first failure, in the order of the requests.
    mutating func perform() async -> Int32 {
        await withTaskGroup(of: Event.self) { group in
            while true {
                if await beginNext(&group) { continue }
                if let (number, request) = nextEnded() {
                    report(number, request, &group)
                    continue
                }
                guard let event = await group.next() else { break }
                handle(event, &group)
            }
        }
        if run.console.progress != nil {
            for request in postponed { reportNotSent(request.number) }
            for number in next..<run.plan.count { reportNotSent(number) }
        }
        return firstFailure?.status ?? ExitStatus.success
    }

    /// Begins a request; returns whether one could begin. A request that was put off is tried again when no
    /// other one may begin.
    private mutating func beginNext(_ group: inout Group) async -> Bool {
        guard !isStopping, underWay < limit, isParallel || ended.isEmpty,
            hasNext || !postponed.isEmpty
        else { return false }
        if let due, due > .now {
            if !isPausing {
                isPausing = true
                group.addTask {
                    try? await Task.sleep(until: due, clock: .continuous)
                    return .due
                }
            }
            return false
        }
        let retried = hasNext ? nil : postponed.popFirst()
        let number = retried?.number ?? next
        if retried == nil { next += 1 }
        do throws(Failure) {
            if let transfer = retried?.transfer {
                await begin(transfer, isFirstTry: false, &group)
            } else if let transfer = try make(number) {
                await begin(transfer, isFirstTry: retried == nil, &group)
            }
        } catch {
            run.progress.begin(transfers.place(number), body: nil, isUpload: true)
            end(number, .failure(error), &group)
        }
        return true
    }

    /// Whether a new request may begin. Without `-Z`, the first of an operation waits until no earlier request
    /// waits for another command.
    private var hasNext: Bool {
        guard next < run.plan.count, next - shown < longestQueue else { return false }
        return isParallel || postponed.isEmpty && waiting == 0
            || run.plan.operation(of: next).first != next
    }

    /// Makes a transfer; returns `nil` for a request that is left out, since a captured value is missing.
    private mutating func make(_ number: Int) throws(Failure) -> Transfer? {
        let operation = run.plan.operation(of: number)
        switch chain.decision(on: number, of: operation) {
        case .send(let captured):
            return try transfers.transfer(number, with: captured)
        case .leaveOut(let variable, let isFirst):
            if isFirst {
                let name = transfers.place(number).name
                let text = Messages.notSent(
                    name, others: operation.count - 1, variable: variable)
                _ = run.console.fail(Failure(chain.status, text))
            }
            reportNotSent(number)
            return nil
        }
    }

    /// Sends a transfer, unless its file is in the journal, or another command is sending it. Without `-Z` it
    /// returns when the transfer has ended: a task would be two more changes of threads.
    private mutating func begin(
        _ transfer: Transfer, isFirstTry: Bool, _ group: inout Group
    ) async {
        var transfer = transfer
        if let journal { transfer.claimFile(in: journal) }
        if let wait = transfer.wait {
            guard !isFirstTry else { return postponed.append(Postponed(number: transfer.number)) }
            waiting += 1
            group.addTask { [transfer] in
                await wait.wait()
                return .waited(transfer)
            }
            return
        }
        run.progress.begin(
            transfer.place, body: transfer.request.body, isUpload: transfer.isUpload)
        guard transfer.failure == nil, !transfer.isSkipped else {
            return end(transfer.number, .success(transfer), &group)
        }
        if run.settings.parallel.interval > .zero { due = .now + run.settings.parallel.interval }
        guard isParallel else {
            await transfer.send(to: targets, holdsOutput: false, journal: journal)
            return end(transfer.number, .success(transfer), &group)
        }
        underWay += 1
        group.addTask { [transfer, targets, journal] in
            var transfer = transfer
            await transfer.send(to: targets, holdsOutput: true, journal: journal)
            return .ended(transfer)
        }
    }

    private mutating func handle(_ event: Event, _ group: inout Group) {
        switch event {
        case .due: isPausing = false
        case .waited(let transfer):
            waiting -= 1
            postponed.append(Postponed(number: transfer.number, transfer: transfer))
        case .ended(let transfer):
            underWay -= 1
            end(transfer.number, .success(transfer), &group)
        }
    }

    private mutating func end(
        _ number: Int, _ request: Result<Transfer, Failure>, _ group: inout Group
    ) {
        ended[number] = request
        guard run.settings.parallel.failsEarly else { return }
        if case .success(let transfer) = request, transfer.failure == nil { return }
        stopEarly(&group)
    }

    /// Ends all other requests after a failure, with `--fail-early`.
    private mutating func stopEarly(_ group: inout Group) {
        guard run.settings.parallel.failsEarly, !isStopping else { return }
        isStopping = true
        group.cancelAll()
    }

    /// Returns a request that can be reported now.
    private mutating func nextEnded() -> (Int, Result<Transfer, Failure>)? {
        guard isParallel else { return ended.popFirst() }
        while isStopping, postponed.contains(where: { $0.number == shown }) { shown += 1 }
        guard let request = ended.removeValue(forKey: shown) else { return nil }
        defer { shown += 1 }
        return (shown, request)
    }

    private mutating func report(
        _ number: Int, _ request: Result<Transfer, Failure>, _ group: inout Group
    ) {
        let operation = run.plan.operation(of: number)
        let outcome: Outcome
        var (writeOut, jar, captures) = (
            run.writeOuts[operation.index], CookieJar?.none, operation.settings.captures
        )
        switch request {
        case .success(let transfer) where isStopping && transfer.isCancelled:
            transfer.printer?.discard()
            let failure = Failure(ExitStatus.timedOut, Messages.brokenOff)
            let outcome = Outcome(transfer.place, .failed(failure))
            run.console.progress?.write(.end(outcome, failure))
            return
        case .success(let transfer):
            outcome = transfer.conclude()
            (writeOut, jar) = (transfer.round.writeOut, transfer.jar)
            captures = transfer.settings.captures
        case .failure(let failure):
            outcome = Outcome(transfers.place(number), .failed(failure))
        }
        let status = run.report(outcome, writeOut, jar)
        chain.record(outcome.captured, for: captures, of: operation, status: status)
        guard status != ExitStatus.success else { return }
        // A request that was put off runs later: the first failure by number counts.
        if number < firstFailure?.number ?? .max { firstFailure = (number, status) }
        stopEarly(&group)
    }

    /// Reports a request that is left out to programs.
    private func reportNotSent(_ number: Int) {
        run.console.progress?.write(.notSent(transfers.place(number)))
    }
}
