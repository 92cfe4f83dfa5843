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
    private let place: RequestPlace
    private let stream: ProgressStream?
    private let watch: ProgressStream.Watch?

    /// `body` is the request body, for its length and number of parts. With a `share` in the progress
    /// of many it shows nothing itself.
    init(
        _ output: Settings.Output, _ place: RequestPlace, body: EncodedBody?,
        share: ManyProgress.Share? = nil, console: Console
    ) {
        (self.share, self.place, stream) = (share, place, console.progress)
        var output = output
        if share != nil { output.progress = .none }
        let moving = Moving(ProgressState(total: body.length, parts: body?.partCount ?? 0))
        let display = ProgressDisplay(output, console: console) { _ in moving.snapshot() }
        (self.moving, self.display) = (moving, display)
        let stream = stream
        stream?.write(.start(place, total: body.length, parts: body?.partCount ?? 0))
        watch =
            share == nil
            ? stream?.watch { moving.isReceiving ? nil : .moving(place, moving.snapshot()) } : nil
        let speaks = output.showsProblems
        interruption =
            (speaks || stream != nil) && share == nil
            ? Interruption(isLast: true) {
                let text = "formpost: " + Messages.interrupted(moving.progress, moving.cause)
                if !display.close(saying: speaks ? text : nil), speaks { console.say(text) }
                stream?.write(.moving(place, moving.snapshot()))
                stream?.write(.interrupted)
            } : nil
    }

    /// Called for each event: it must be fast, and never wait for the terminal.
    func moved(_ progress: UploadProgress) {
        moving.cause = nil
        moving.change { $0.note(progress, at: $1) }
        share?.moved(progress.sent)
    }

    /// What a message begins with where there are several requests.
    var label: String { share.map { Messages.request($0.name) + ": " } ?? "" }

    /// The request is sent again after a pause; `cause` is why, as a sentence.
    func nextAttempt(_ notice: RetryNotice, cause: String) {
        moving.cause = cause
        moving.change { $0.beginAttempt(at: $1) }
        display.line.standingAside {}
        stream?.write(.retry(place, notice, cause: cause))
    }

    /// The server sends the request to another place.
    func redirected(_ notice: RedirectNotice) {
        stream?.write(
            .redirect(
                place, status: notice.head.status, location: notice.next?.url ?? notice.location))
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
    /// Returns what stays of a bar that was drawn: how much was sent, and how long that took.
    func answered(_ status: Int) -> String? {
        received(0)
        display.close()
        stream?.write(.response(place, status: status))
        guard display.line.wasDrawn else { return nil }
        return Messages.sent(moving.progress.sent, in: moving.duration)
    }

    /// The answer of one of many requests follows on the terminal; `sent` bytes were sent.
    func beginAnswer(_ status: Int, sent: Int64) { share?.beginAnswer(status, sent: sent) }

    /// So many bytes of the response's body have come.
    func received(_ count: Int64) {
        moving.change { state, _ in state.receive(count) }
    }

    /// The upload has ended.
    func finish() {
        watch?.stop()
        display.close()
        // Last: until the line is erased, a signal must erase it.
        interruption?.cancel()
    }

    /// Ends the display when an event may still be running on another thread.
    func abandon() {
        watch?.stop()
        display.abandon()
        interruption?.cancel()
    }
}

/// The state behind a lock, and its clock.
private final class Moving: @unchecked Sendable {  // what changes is behind `lock`
    private let lock = NSLock()
    private let beginning = ContinuousClock.now
    private var state: ProgressState
    private var lastCause: String?

    init(_ state: ProgressState) { self.state = state }

    /// Why another attempt is waited for; `nil`: one is being made.
    var cause: String? {
        get { lock.withLock { lastCause } }
        set { lock.withLock { lastCause = newValue } }
    }

    private var now: Duration { ContinuousClock.now - beginning }

    var progress: UploadProgress { lock.withLock { state.progress } }

    var duration: Duration { lock.withLock { state.duration(at: now) } }

    /// Whether a response is being received.
    var isReceiving: Bool { progress.phase == .receiving }

    func snapshot() -> ProgressSnapshot { lock.withLock { state.snapshot(at: now) } }

    func change(_ body: (inout ProgressState, _ now: Duration) -> Void) {
        lock.withLock { body(&state, now) }
    }
}
