import FormEncoding
import FormUpload
import Foundation

/// Shows the progress of the upload on standard error, and reports it when a signal ends it.
final class ProgressMeter: Sendable {
    typealias Mode = ProgressMode

    private let moving: Moving
    private let display: ProgressDisplay<ProgressSnapshot>
    private let interruption: Interruption?
    /// `nil`: the request is the only one.
    private let share: ManyProgress.Share?

    /// `body` is the request body, for its length and number of parts. With a `share` in the progress
    /// of many it shows nothing itself.
    init(
        _ output: Settings.Output, body: EncodedBody?, share: ManyProgress.Share? = nil,
        console: Console
    ) {
        self.share = share
        var output = output
        if share != nil { output.progress = .none }
        let moving = Moving(ProgressState(total: body.length, parts: body?.partCount ?? 0))
        let display = ProgressDisplay(output, console: console) { _ in moving.snapshot() }
        (self.moving, self.display) = (moving, display)
        let speaks = !output.isSilent || output.showsErrors
        interruption =
            speaks && share == nil
            ? Interruption(isLast: true) {
                let text = "formpost: " + Messages.interrupted(moving.progress)
                if !display.close("interrupted", moving.snapshot(), saying: text) {
                    console.say(text)
                }
            } : nil
    }

    /// Called for each event: it must be fast, and never wait for the terminal.
    func moved(_ progress: UploadProgress) {
        moving.change { $0.note(progress, at: $1) }
        share?.moved(progress.sent)
    }

    /// What a message begins with where there are several requests.
    var label: String { share.map { Messages.request($0.name) + ": " } ?? "" }

    /// The request is sent again.
    func nextAttempt() {
        moving.change { $0.beginAttempt(at: $1) }
        display.line.standingAside {}
    }

    /// Prints in place of the bar, which is drawn again afterwards.
    func standingAside<Failure>(_ print: () throws(Failure) -> Void) throws(Failure) {
        if let share {
            try share.standingAside(print)
        } else {
            try display.line.standingAside(print)
        }
    }

    /// The final response begins: the display ends, and a signal is reported until all of it is there.
    func answered() {
        received(0)
        display.close(Ending.response.rawValue, moving.snapshot())
    }

    /// So many bytes of the response's body have come.
    func received(_ count: Int64) {
        moving.change { state, _ in state.receive(count) }
    }

    /// How the upload ended: with a response or without.
    enum Ending: String, Sendable { case response, failure }

    /// After a response there may still be a failure.
    func finish(_ ending: Ending) {
        let before = moving.end(as: ending)
        guard before == nil else {
            if before != ending { display.add(ending.rawValue, moving.snapshot()) }
            return
        }
        let isAnswered = !display.close(ending.rawValue, moving.snapshot())
        if isAnswered, ending == .failure { display.add(ending.rawValue, moving.snapshot()) }
        // Last: until the line is erased, a signal must erase it.
        interruption?.cancel()
    }

    /// Ends the display when an event may still be running on another thread.
    func abandon() {
        display.abandon()
        interruption?.cancel()
    }
}

/// The state behind a lock, and its clock.
private final class Moving: @unchecked Sendable {  // `state` is behind `lock`
    private let lock = NSLock()
    private let beginning = ContinuousClock.now
    private var state: ProgressState
    private var ending: ProgressMeter.Ending?

    init(_ state: ProgressState) { self.state = state }

    private var now: Duration { ContinuousClock.now - beginning }

    var progress: UploadProgress { lock.withLock { state.progress } }

    func snapshot() -> ProgressSnapshot { lock.withLock { state.snapshot(at: now) } }

    /// Returns how it had ended before; a failure is final.
    func end(as ending: ProgressMeter.Ending) -> ProgressMeter.Ending? {
        lock.withLock {
            defer { if self.ending != .failure { self.ending = ending } }
            return self.ending == .failure ? ending : self.ending
        }
    }

    func change(_ body: (inout ProgressState, _ now: Duration) -> Void) {
        lock.withLock { body(&state, now) }
    }
}
