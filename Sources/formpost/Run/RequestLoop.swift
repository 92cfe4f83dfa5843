import CProcess
import FormEncoding
import FormUpload

/// Sends the requests of an operation, with `-Z` several at a time, and reports how each ended. With `-Z` ends are
/// reported in the order of the requests; otherwise as they come.
struct RequestLoop {
    /// A task returns the transfer that it has sent; `nil`: the next request is due.
    private typealias Group = TaskGroup<Transfer?>

    private let run: Run
    private let outputs: SharedOutputs
    private let journal: Journal?
    private var requests: Requests
    /// How many requests may begin ahead of the next one to report: each waiting response keeps a file open.
    private let longestQueue: Int

    /// The next request to report, if they are reported in order; all are counted in the operation, from 0 on.
    private var shown = 0
    private var underWay = 0
    /// The transfers whose files another command was sending when they were last tried.
    private var postponed: ArraySlice<Transfer> = []
    /// Requests that have ended and are still to be reported.
    private var ended: [Int: Result<Transfer, Failure>] = [:]
    private var isPausing = false
    private(set) var state: RunState

    /// `state` is about the operations before.
    init(
        _ operation: Operation, _ run: Run, _ outputs: SharedOutputs, _ journal: Journal?,
        after state: RunState
    ) {
        (self.run, self.outputs, self.journal, self.state) = (run, outputs, journal, state)
        requests = Requests(operation, run.inputs, state.captured)
        longestQueue =
            run.inputs.isParallel
            ? max(2, min(256, Int(cprocess_raise_file_limit() - 64) / 4)) : .max
    }

    mutating func perform() async {
        if let variable = requests.operation.awaitedCaptures.first(where: state.lacking.contains) {
            return leaveOut(variable)
        }
        state.lacking.subtract(captures.map(\.name))
        if let failure = sharedURL { return refuse(failure) }
        await withTaskGroup(of: Transfer?.self) { group in
            while true {
                if await beginNext(&group) { continue }
                if let (number, request) = nextEnded() {
                    report(number, request, &group)
                    continue
                }
                guard let event = await group.next() else { break }
                if let transfer = event {
                    underWay -= 1
                    end(number(of: transfer), .success(transfer), &group)
                } else {
                    isPausing = false
                }
            }
        }
        reportNotSent(postponed.map(number))
        reportNotSent(requests.left)
    }

    /// Why values of `--capture` would have two files put at one URL.
    private var sharedURL: Failure? {
        do throws(Failure) {
            try Uniqueness.check(
                requests.operation, captured: state.captured, inputs: run.inputs)
            return nil
        } catch {
            return Failure(ExitStatus.badReply, error.text)
        }
    }

    /// Sends nothing, and reports the failure for the first request.
    private mutating func refuse(_ failure: Failure) {
        if !state.isStopping {
            run.progress.begin(label(0), body: nil)
            let outcome = Outcome(place: label(0), verdict: .failed(failure))
            let status = run.report(outcome, requests.operation.writeOut)
            state.record(outcome, captures, status)
            state.isStopping = run.settings.parallel.failsEarly
        }
        reportNotSent(requests.left.dropFirst())
    }

    private var captures: [Capture] { requests.operation.settings.captures }

    /// Sends nothing, since a captured value is missing.
    private mutating func leaveOut(_ variable: String) {
        if !state.isStopping {
            let others = requests.operation.count - 1
            let text =
                Messages.request(label(0).name) + (others > 0 ? " and \(others) more" : "")
                + ": not sent, because there is no value for \(Messages.quoted(variable)) (--capture)"
            _ = run.console.fail(Failure(state.captureStatus, text))
        }
        reportNotSent(requests.left)
        state.lacking.formUnion(captures.map(\.name))
    }

    /// Begins a request; returns whether one could begin. A request that was put off is tried again when no
    /// other one may begin.
    private mutating func beginNext(_ group: inout Group) async -> Bool {
        let limit = run.inputs.isParallel ? run.settings.parallel.maximum : 1
        guard !state.isStopping, underWay < limit, run.inputs.isParallel || ended.isEmpty,
            hasNext || !postponed.isEmpty
        else { return false }
        if let due = state.due, due > .now {
            if !isPausing {
                isPausing = true
                group.addTask {
                    try? await Task.sleep(until: due, clock: .continuous)
                    return nil
                }
            }
            return false
        }
        guard hasNext else {
            if let transfer = postponed.popFirst() {
                await begin(transfer, &group)
            }
            return true
        }
        let number = requests.left.lowerBound
        switch requests.next() {
        case nil: return false
        case .success(let request):
            await begin(Transfer(request, run), &group)
        case .failure(let failure):
            run.progress.begin(label(number), body: nil)
            end(number, .failure(failure), &group)
        }
        return true
    }

    /// Whether a new request may begin.
    private var hasNext: Bool {
        guard let next = requests.left.first else { return false }
        return next - shown < longestQueue
    }

    /// Sends a transfer, unless its file is in the journal, or another command is sending it. Without `-Z` it
    /// returns when the transfer has ended: a task would cost two more switches of threads.
    private mutating func begin(_ transfer: Transfer, _ group: inout Group) async {
        var transfer = transfer
        let number = number(of: transfer)
        if let journal { transfer.lock(in: journal) }
        if transfer.wait != nil {
            if hasNext {
                // Its time to wait begins when nothing else can be sent.
                transfer.wait = nil
            } else {
                // Each of them is tried once in a pause.
                state.due = .now + Transfer.pause / (postponed.count + 1)
            }
            return postponed.append(transfer)
        }
        let request = transfer.request
        run.progress.begin(
            request.label, body: request.upload.body, isSkipped: transfer.isSkipped)
        guard transfer.failure == nil, !transfer.isSkipped else {
            return end(number, .success(transfer), &group)
        }
        let interval = run.settings.parallel.interval
        if interval > .zero { state.due = .now + interval }
        guard run.inputs.isParallel else {
            await transfer.send(to: outputs)
            return end(number, .success(transfer), &group)
        }
        underWay += 1
        group.addTask { [transfer, outputs] in
            var transfer = transfer
            await transfer.send(to: outputs)
            return transfer
        }
    }

    private mutating func end(
        _ number: Int, _ request: Result<Transfer, Failure>, _ group: inout Group
    ) {
        ended[number] = request
        // Further uploads could not be recorded, so no new one begins.
        if journal?.isBroken == true { state.isStopping = true }
        if case .success(let transfer) = request, transfer.failure == nil { return }
        stopEarly(&group)
    }

    /// Ends all other requests after a failure, with `--fail-early`.
    private mutating func stopEarly(_ group: inout Group) {
        guard run.settings.parallel.failsEarly, !state.isStopping else { return }
        state.isStopping = true
        group.cancelAll()
    }

    /// Returns a request that can be reported now.
    private mutating func nextEnded() -> (Int, Result<Transfer, Failure>)? {
        guard run.inputs.isParallel else { return ended.popFirst() }
        while state.isStopping, postponed.contains(where: { number(of: $0) == shown }) {
            shown += 1
        }
        guard let request = ended.removeValue(forKey: shown) else { return nil }
        defer { shown += 1 }
        return (shown, request)
    }

    private mutating func report(
        _ number: Int, _ request: Result<Transfer, Failure>, _ group: inout Group
    ) {
        let outcome: Outcome
        var (writeOut, cookieFile) = (requests.operation.writeOut, CookieFile?.none)
        switch request {
        case .success(let transfer) where state.isStopping && transfer.isCancelled:
            transfer.printer?.discard()
            let failure = Failure(
                ExitStatus.timedOut, "cancelled, because another request failed")
            outcome = Outcome(place: transfer.request.label, verdict: .failed(failure))
            run.console.progress?.write(.end(outcome, failure))
            return
        case .success(let transfer):
            outcome = transfer.conclude()
            (writeOut, cookieFile) = (transfer.request.template.writeOut, transfer.cookieFile)
        case .failure(let failure):
            outcome = Outcome(place: label(number), verdict: .failed(failure))
        }
        let status = run.report(outcome, writeOut, cookieFile)
        state.record(outcome, captures, status)
        if status != ExitStatus.success { stopEarly(&group) }
    }

    /// Tells programs which requests are not sent.
    private func reportNotSent(_ numbers: some Sequence<Int>) {
        guard let stream = run.console.progress else { return }
        for number in numbers { stream.write(.notSent(label(number))) }
    }

    private func label(_ number: Int) -> RequestLabel {
        requests.operation.label(of: number, run.inputs.count)
    }

    private func number(of transfer: Transfer) -> Int {
        transfer.request.label.number - requests.operation.first
    }
}
