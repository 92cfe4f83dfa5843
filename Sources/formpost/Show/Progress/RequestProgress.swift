import FormEncoding
import FormUpload

/// The progress of one request, as part of the progress of all.
struct RequestProgress: Sendable {
    let place: RequestPlace
    /// Whether the request is named and counted, as one of many.
    let isOneOfMany: Bool
    private let meter: ProgressMeter

    /// The request is sent. `body` is the request's body, for its length and number of parts.
    init(_ place: RequestPlace, body: EncodedBody?, in meter: ProgressMeter) {
        (self.place, self.meter, isOneOfMany) = (place, meter, meter.isMany)
        meter.stream?.write(.start(place, total: body.length, parts: body?.partCount ?? 0))
    }

    /// The text that messages about one of many requests begin with.
    var label: String { isOneOfMany ? Messages.request(place.name) + ": " : "" }

    /// Called for each event: it must be fast, and never wait for the terminal.
    func moved(_ progress: UploadProgress) {
        meter.change { $0.move(place.number, to: progress, at: $1) }
    }

    /// Records that the request is sent again after a pause; `cause` is a sentence.
    func nextAttempt(_ notice: RetryNotice, cause: String) {
        meter.change { $0.retry(place.number, because: cause, at: $1) }
        meter.line.erase()
        meter.stream?.write(.retry(place, notice, cause: cause))
    }

    /// Records a redirect.
    func redirected(_ notice: RedirectNotice) {
        meter.stream?.write(
            .redirect(
                place, status: notice.head.status, location: notice.next?.url ?? notice.location))
    }

    /// Prints in place of the line, which is drawn again afterwards.
    func standingAside<Failure>(_ print: () throws(Failure) -> Void) throws(Failure) {
        try meter.line.standingAside(print)
    }

    /// The final response begins. The line of a single request is erased, and a signal is reported until the
    /// response is whole. Returns what stays of a line that was drawn: the size and duration of the upload.
    func answered(_ status: Int) -> String? {
        received(0)
        if !isOneOfMany { beginAnswer(status, sent: 0) }
        meter.stream?.write(.response(place, status: status))
        guard !isOneOfMany, meter.line.wasDrawn else { return nil }
        return meter.change { state, now in
            state[place.number].map { Messages.sent($0.progress.sent, in: $0.duration(at: now)) }
        }
    }

    /// The answer follows on the terminal that progress is drawn on, so nothing is drawn until it has been
    /// printed. Before it the line of one of many requests is printed, which has sent `sent` bytes.
    func beginAnswer(_ status: Int, sent: Int64) {
        let hasBegun = meter.change { state, _ in state.beginAnswer(place.number) }
        let isNamed = meter.namesAnswers && !hasBegun
        meter.line.erase { isNamed ? Messages.ended(place.name, status, sent: sent) : nil }
    }

    /// `count` bytes of the response's body have been received so far.
    func received(_ count: Int64) {
        meter.change { state, _ in state.receive(place.number, count) }
    }

    /// The upload has ended.
    func finish() {
        if !isOneOfMany { meter.close() }
    }

    /// The upload has ended, and an event may still be running on another thread.
    func abandon() {
        if !isOneOfMany { meter.abandon() }
    }
}
