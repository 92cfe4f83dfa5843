import FormEncoding
import FormUpload

/// Shows an upload as it proceeds: the body on standard output or in a file; the status line,
/// progress and wire data on standard error.
///
/// Unchecked: the events of an exchange come one at a time, and none after its end.
final class ResponseOutput: @unchecked Sendable {
    private let request: Request
    private let inputs: Inputs
    private let progress: Progress
    private let place: RequestLabel
    /// The file or channel of `-D`.
    private let heads: OutputChannel?
    private let wire: WireLog?
    private var body: BodyDestination
    private(set) var record = ResponseRecord()
    private var received: Int64 = 0
    /// The progress of the request when its response came.
    private var progressBefore: UploadProgress?
    /// The status line that is still to be printed: a response may turn out to be a failure, which names the status.
    private var statusLine: String?

    private var output: Settings.Output { request.settings.output }
    private var display: RunSettings.Display { inputs.settings.display }
    private var console: Console { inputs.console }
    private var requestSize: Int64? { request.upload.body.length }
    /// The protocol of a resumable upload: a redirect may then lead to the address of the upload, a secret.
    private var resumption: ResumptionProtocol? { request.upload.resumption?.protocol }

    /// The file of the response; `nil` for standard output.
    var path: ByteString? { body.path }

    init(
        _ request: Request, _ inputs: Inputs, _ progress: Progress, _ outputs: SharedOutputs
    ) throws(WriteError) {
        (self.request, place) = (request, request.label)
        (self.inputs, self.progress) = (inputs, progress)
        body = try BodyDestination(request, inputs)
        heads = request.settings.output.headFile.flatMap { outputs.heads[$0] }
        wire = WireLog(request, inputs, outputs.wire)
        if request.settings.isInsecure {
            try? logInformation("certificates are not verified (-k)")
        }
    }

    func handle(_ event: TransferEvent) throws {
        switch event {
        case .progress(let new):
            progress.change { $0.move(place.number, to: new, at: $1) }
            progressBefore = new
        case .informational(let head):
            try show(head)
        case .redirecting(let notice):
            if resumption != nil, let next = notice.next {
                Redactor.ofProcess.register(uploadURL: next.urlBytes.description)
            }
            try follow(notice)
        case .head(let head):
            try begin(head)
        case .body(let bytes):
            received += Int64(bytes.count)
            progress.change { state, _ in state.receive(place.number, received) }
            try checkSize(received)
            if !body.isSuppressed {
                try checkTerminal(bytes)
                if !body.isHeld { beginBody() }
                try body.write(bytes)
            }
        case .retrying(let notice):
            try restart(notice)
        case .notRetrying(let refusal):
            record.refusal = refusal
        case .resource(let token):
            try note(ByteString(token.url))
        case .resuming(let token, let lost):
            progress.change { $0.resume(place.number, from: token.offset, at: $1) }
            if record.uploadURL == nil { try note(ByteString(token.url)) }
            let sent = token.length.map { ByteCount.text(token.offset, of: $0) }
            let loss = lost > 0 ? ", because the server lost \(ByteCount.text(lost))" : ""
            try announce("resuming at \(sent ?? ByteCount.text(token.offset))" + loss)
        case .measured(let facts):
            record.facts = facts
            if facts.status != 0 { inputs.recordAnswer(from: request.url) }
            // A status below 200 is no answer. A gateway that answers 502 or 504 does not know what
            // the server has done, nor does a redirect whose target has not answered.
            let isOpen = facts.status < 400 || [502, 504, 522, 524].contains(facts.status)
            if facts.mayHaveBeenReceived, isOpen { record.mayBeComplete = true }
        case .restarting(let path):
            record.uploadURL = nil
            try announce("\(Messages.path(path)) has changed: the upload starts over")
        case .wire(let event):
            try wire?.write(event)
        }
    }

    /// Takes over the address of the upload, and says where it goes.
    private func note(_ address: ByteString) throws(WriteError) {
        Redactor.ofProcess.register(uploadURL: address.description)
        record.uploadURL = address
        let home = WrittenURL(request.url)
        if let origin = WrittenURL(address).origin(elsewhereThan: home) {
            try announce("the upload goes to \(Messages.shown(origin)), which the server named")
        }
    }

    /// Removes the response of one of many requests that was cancelled.
    func discard() { body.discard() }

    func finish(_ response: Settings.KeptResponse) throws(WriteError) {
        if !progress.isMany { progress.close() }
        let isPrinted = !body.isSuppressed && (received > 0 || output.includesHead)
        if isPrinted || response == .success { beginBody() }
        // 304 Not Modified: the file that is there is still right.
        try body.finish(response, isUnchanged: record.head?.status == 304)
    }

    /// Prints the status line if that is still to be done. A failure at the end names the status instead.
    /// `ending` says how much was sent before an early response that counts.
    func printStatusLine(_ ending: String = "") {
        guard let line = statusLine, let head = record.head else { return }
        statusLine = nil
        // The address is not masked.
        let address = (showsUploadURL ? record.uploadURL : nil).map {
            " · uploaded to " + String(decoding: $0.bytes.shownOnTerminal, as: UTF8.self)
        }
        var text = line + ending
        if head.isSuccess { text = console.colored(text, .green, on: console.error) }
        console.say(text, unmasked: address ?? "")
    }

    private func begin(_ head: ResponseHead) throws {
        let uploadSummary = progress.respond(place, status: head.status)
        record.head = head
        let isSuppressed = output.badStatus == .bodySuppressed && !output.accepts(head.status)
        if showsHead, !body.isHeld { beginBody() }
        try show(head)
        (body.isSuppressed, body.pretty) = (isSuppressed, PrettyBody(head, request, console))
        showStatusLine(head, uploadSummary)
        if let length = head.value(of: "Content-Length").flatMap({ Int64($0.description) }) {
            try checkSize(length)
        }
    }

    private func follow(_ notice: RedirectNotice) throws(WriteError) {
        record.redirects += 1
        console.progress?.write(.redirect(place, notice))
        try show(notice.head)
        for text in Messages.consequences(of: notice, request.body.content) {
            try announce(text)
        }
        if let next = notice.next {
            // In curl's words.
            try logInformation(
                "Issue another request to this URL: \(Messages.quoted(next.urlBytes))")
        }
        wire?.restart()
        if notice.head.status == 302, notice.dropsBody {
            record.formLeftOutAt = notice.next?.urlBytes
        }
        record.finalURL = notice.isFirstURL ? nil : notice.next?.urlBytes
    }

    private func restart(_ notice: RetryNotice) throws(WriteError) {
        let route = inputs.route(of: request, record.facts)
        (received, progressBefore, statusLine) = (0, nil, nil)
        record.retries += 1
        record.head = nil
        if !notice.keepsRedirects {
            record.redirects = 0
            record.finalURL = nil
        }
        progress.retry(place, notice, cause: Messages.text(cause: notice.cause, route))
        try body.restart()
        // A resumable upload may show its last refusal at the end, with this head.
        if resumption == nil, case .status(let head) = notice.cause { try heads?.writeHead(head) }
        try announce(Messages.text(notice, route))
        wire?.restart()
    }

    /// Prints the line of one of many requests before its response, if that goes to the terminal that their progress
    /// is drawn on.
    private func beginBody() {
        guard progress.isMany, path == nil, console.sharesTerminal, let head = record.head
        else { return }
        progress.beginBody(
            place, status: head.status, sent: progressBefore?.sent ?? requestSize ?? 0,
            of: requestSize)
    }

    private var showsHead: Bool { output.includesHead || output.headFile == "-" }

    /// Prints the status line of a single request on standard error, or holds it until it is known how the upload
    /// ends: with the URL that a redirect led to, and for an early response with how much had been sent. It is left
    /// out where the head is shown anyway. `uploadSummary` stays of a progress bar.
    private func showStatusLine(_ head: ResponseHead, _ uploadSummary: String?) {
        guard !progress.isMany, !showsHead, !display.isSilent, display.tracing != .verbose,
            !display.streamsToStandardError
        else { return }
        let isAccepted = output.accepts(head.status)
        var line = Messages.shown(ByteString(head.statusLine))
        if let url = record.finalURL { line += " from \(Messages.shown(url))" }
        let isEarly = progressBefore?.isComplete == false
        if isEarly, !isAccepted, let progressBefore {
            line += ", after "
            line += Messages.amount(progressBefore.sent, of: progressBefore.contentLength)
        }
        if let uploadSummary, !isEarly { line += " · " + uploadSummary }
        statusLine = line
        if isAccepted, !isEarly, !showsUploadURL, output.expectations.isEmpty { printStatusLine() }
    }

    /// Whether the status line ends with the address of the upload. By the other protocol the address is not that of
    /// what was uploaded.
    private var showsUploadURL: Bool {
        resumption == .tus && Console.isTerminal(console.error)
    }

    /// Prints a line on standard error, unless the output of `-v` or `--trace` has it there already.
    private func announce(_ text: String) throws(WriteError) {
        try logInformation(text)
        if display.isSilent || wire?.isOnStandardError == true { return }
        let label = progress.isMany ? Messages.request(place.name) + ": " : ""
        console.say("formpost: \(label)\(text)")
    }

    /// Adds a line of formpost to the output of `-v` or `--trace`.
    private func logInformation(_ text: String) throws(WriteError) {
        try wire?.write(WireEvent(kind: .information, bytes: Array((text + "\n").utf8)))
    }

    private func show(_ head: ResponseHead) throws(WriteError) {
        try heads?.writeHead(head)
        guard output.includesHead else { return }
        let bytes = head.rawLines.flatMap(\.bytes)
        let isOnTerminal = path == nil && Console.isTerminal(console.output)
        try body.add(isOnTerminal ? bytes.shownOnTerminal : bytes)
    }

    /// As in curl: a NUL in the first 2000 bytes marks binary data, which only `-o -` prints on a
    /// terminal.
    private func checkTerminal(_ bytes: [UInt8]) throws(Failure) {
        guard received - Int64(bytes.count) < 2000, output.file == nil, bytes.contains(0),
            Console.isTerminal(console.output)
        else { return }
        throw Failure(
            ExitStatus.cannotWrite,
            "the response is binary and would disturb the terminal: -o file saves it, "
                + "-o - prints it anyway")
    }

    private func checkSize(_ size: Int64) throws(Failure) {
        guard let limit = output.maximumSize, limit > 0, size > limit else { return }
        throw Failure(
            ExitStatus.tooLarge,
            "the response is longer than --max-filesize (\(ByteCount.text(limit)))")
    }
}

extension OutputChannel {
    /// Writes the head of a response, on a terminal without a server's control characters.
    fileprivate func writeHead(_ head: ResponseHead) throws(WriteError) {
        let bytes = head.rawLines.flatMap(\.bytes)
        try write(Console.isTerminal(descriptor) ? bytes.shownOnTerminal : bytes)
    }
}
