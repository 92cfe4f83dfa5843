import FormEncoding
import FormUpload

/// The events of requests. They count from 1 on there; unknown values are `null`.
extension ProgressEvent {
    private init(_ name: String, _ place: RequestLabel, _ fields: [Field]) {
        self.init(name, [("index", "\(place.number + 1)")] + fields)
    }

    static func start(_ place: RequestLabel, total: Int64?, parts: Int) -> ProgressEvent {
        ProgressEvent(
            "start", place,
            [
                ("count", "\(place.count)"), ("name", text(place.name)),
                ("url", text(place.url)), ("total", number(total)),
                ("parts", "\(parts)"),
            ])
    }

    /// Twice a second: an input that is read, a body on its way, the wait for the response, the pause
    /// before a retry, or the sum of several requests.
    static func progress(_ snapshot: ProgressSnapshot) -> ProgressEvent {
        let rate = ("rate", "\(snapshot.wholeRate)")
        switch snapshot.subject {
        case .input(let label):
            return ProgressEvent(
                "reading", [("input", text(label)), ("read", "\(snapshot.read)"), rate])
        case .request(let place):
            let name = snapshot.isWaiting ? "waiting" : "progress"
            return ProgressEvent(
                snapshot.isRetrying ? "retrying" : name, place,
                [
                    ("attempt", "\(snapshot.attempt)"), ("read", "\(snapshot.read)"),
                    ("sent", "\(snapshot.sent)"), ("total", number(snapshot.total)), rate,
                    ("part", text(snapshot.part?.shownName)),
                ] + (snapshot.confirmed.map { [("confirmed", "\($0)")] } ?? []))
        case .all(let tally):
            return ProgressEvent(
                "all",
                [
                    ("done", "\(tally.done)"), ("count", "\(tally.count)"),
                    ("failed", "\(tally.failures.count)"), ("skipped", "\(tally.skipped)"),
                    ("sent", "\(snapshot.sent)"), ("total", number(snapshot.total)), rate,
                ])
        }
    }

    static func redirect(_ place: RequestLabel, _ notice: RedirectNotice) -> ProgressEvent {
        let location = notice.next?.urlBytes ?? notice.location
        return ProgressEvent(
            "redirect", place,
            [("status", "\(notice.head.status)"), ("location", text(location))])
    }

    static func retry(
        _ place: RequestLabel, _ notice: RetryNotice, cause: String
    ) -> ProgressEvent {
        var status: Int?
        if case .status(let head) = notice.cause { status = head.status }
        return ProgressEvent(
            "retry", place,
            [
                ("cause", text(ByteString(cause))), ("status", number(status)),
                ("pause", seconds(notice.pause)), ("left", "\(notice.left ?? 0)"),
            ])
    }

    static func response(_ place: RequestLabel, status: Int) -> ProgressEvent {
        ProgressEvent("response", place, [("status", "\(status)")])
    }

    static func skipped(_ place: RequestLabel) -> ProgressEvent {
        ProgressEvent("skipped", place, [("name", text(place.name))])
    }

    /// A captured value is missing (`--capture`), or another request has failed (`--fail-early`).
    static func notSent(_ place: RequestLabel) -> ProgressEvent {
        ProgressEvent("notsent", place, [("name", text(place.name))])
    }

    /// `failure` is the failure of the request, or of printing its `-w`.
    static func end(_ outcome: Outcome, _ failure: Failure?) -> ProgressEvent {
        // The address of an unfinished upload is a secret: whoever has it can add to the upload.
        let url = outcome.verdict == .accepted ? outcome.record.uploadURL : nil
        return ProgressEvent(
            "end", outcome.place,
            [
                ("name", text(outcome.place.name)), ("status", number(outcome.status)),
                ("exit", "\(failure?.status ?? ExitStatus.success)"),
                ("error", text(failure.map { ByteString($0.text) })),
                ("seconds", seconds(outcome.duration)), ("sent", "\(outcome.facts.bytesSent)"),
                ("received", "\(outcome.facts.bytesReceived)"),
            ] + (url.map { [("upload_url", JSON.string($0.description))] } ?? []))
    }

    static func summary(_ snapshot: ProgressSnapshot, exit: Int32) -> ProgressEvent {
        ProgressEvent("summary", progress(snapshot).fields + [("exit", "\(exit)")])
    }

    private static func text(_ value: ByteString?) -> String {
        value.map { JSON.string(Redactor.ofProcess.redact($0).description) } ?? "null"
    }

    private static func seconds(_ duration: Duration) -> String {
        "\(Double(duration.milliseconds) / 1000)"
    }
}
