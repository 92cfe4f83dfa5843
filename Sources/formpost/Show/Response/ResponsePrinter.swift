import FormEncoding
import FormUpload

/// Shows an upload as it proceeds: the body on standard output or in a file; the status line,
/// progress and wire data on standard error.
///
/// Unchecked: the events of an exchange come one at a time, and none after its end. An abandoned
/// exchange (`AbandonedUpload`) may still report events; then only `abandon()` is called.
final class ResponsePrinter: @unchecked Sendable {
    private let output: Settings.Output
    private let display: RunSettings.Display
    private let console: Console
    private let sink: ResponseSink
    private let kept: Settings.KeptResponse
    private let heads: HeadFile?
    private let wire: WireLog?
    private let progress: RequestProgress
    private let route: ProxyRoute
    private let content: BodyContent
    /// Whether the answer of one of many goes to the terminal that their progress is drawn on.
    private let meetsProgress: Bool
    /// The size of the request body, in bytes.
    private let requestSize: Int64?
    /// Whether the transport decodes a compressed response.
    private let isDecoded: Bool
    /// The protocol of a resumable upload: a redirect may then lead to the address of the upload, a secret.
    private let resumption: ResumptionProtocol?
    /// Whether the output is printed at the end only.
    private let holdsOutput: Bool
    private var isSuppressed = false
    private var pretty: PrettyBody?
    /// The status line of a response that may turn out to be a failure, which names the status itself.
    private var heldStatusLine: String?
    /// The size and duration of the upload, for the status line after a progress bar.
    private var uploadSummary: String?
    private var received: Int64 = 0
    /// The bytes that had been sent when an early response came.
    private var sentBeforeAnswer: Int64?
    /// The URL that redirects led to; `nil` if it is the one that was given.
    private(set) var finalURL: ByteString?
    /// The head of the last response.
    private(set) var head: ResponseHead?
    private(set) var facts = TransferFacts()
    private(set) var redirects = 0
    private(set) var retries = 0
    /// The address of a resumable upload.
    private(set) var uploadURL: ByteString?
    /// Why there was no further retry.
    private(set) var refusal: RetryRefusal?

    /// The file of the response; `nil` for standard output.
    var path: ByteString? { sink.path }

    init(
        _ output: Settings.Output, _ run: RunSettings, _ targets: Targets,
        _ progress: RequestProgress,
        content: BodyContent, requestSize: Int64?, resumption: ResumptionProtocol?,
        holdsOutput: Bool,
        isDecoded: Bool, route: ProxyRoute,
        temporaryDirectory: String, console: Console
    ) {
        self.progress = progress
        self.requestSize = requestSize
        self.route = route
        self.content = content
        (self.output, display) = (output, run.display)
        self.console = console
        self.isDecoded = isDecoded
        self.resumption = resumption
        self.holdsOutput = holdsOutput
        sink = ResponseSink(
            targets.response, buffers: holdsOutput, temporaryDirectory: temporaryDirectory,
            console: console)
        kept = targets.kept
        meetsProgress = progress.isOneOfMany && sink.path == nil && console.sharesTerminal
        heads = targets.heads(output)
        wire = WireLog(
            run, content: content, isResumable: resumption != nil, target: targets.wire,
            console: console)
    }

    func handle(_ event: TransferEvent) throws {
        switch event {
        case .progress(let new):
            progress.moved(new)
            sentBeforeAnswer = new.sent
        case .informational(let head):
            try show(head)
        case .redirecting(let notice):
            if resumption != nil, let next = notice.next {
                Redactor.ofProcess.register(uploadURL: next.url.description)
            }
            try follow(notice)
        case .head(let head):
            try begin(head)
        case .body(let bytes):
            received += Int64(bytes.count)
            progress.received(received)
            try checkSize(received)
            if !isSuppressed {
                try checkTerminal(bytes)
                if !holdsOutput { beginAnswer() }
                try sink.write(pretty?.print(bytes) ?? bytes)
            }
        case .retrying(let notice):
            try restart(notice)
        case .notRetrying(let refusal):
            self.refusal = refusal
        case .resource(let token):
            Redactor.ofProcess.register(uploadURL: token.url)
            uploadURL = ByteString(token.url)
        case .resuming(let token):
            uploadURL = ByteString(token.url)
            try announce(Messages.resuming(token))
        case .measured(let facts):
            self.facts = facts
        case .wire(let event):
            try write(event)
        }
    }

    /// Adds a line of formpost to the output of `-v` or `--trace`.
    func logInformation(_ text: String) throws(WriteError) {
        try write(WireEvent(kind: .information, bytes: Array((text + "\n").utf8)))
    }

    /// Removes the response of one of many requests that was cancelled.
    func discard() { sink.discard() }

    /// How the response ended.
    enum End { case success, failure, cutShort }

    /// Ends the output.
    func finish(_ end: End) throws(WriteError) {
        progress.finish()
        let rest = pretty?.end() ?? []
        pretty = nil
        let isPrinted = !isSuppressed && (received > 0 || output.includesHead)
        if isPrinted || end == .success { beginAnswer() }
        guard meetsProgress else { return try keepOrDiscard(rest, end) }
        // Lines of the other requests wait.
        try progress.standingAside { () throws(WriteError) in try keepOrDiscard(rest, end) }
    }

    /// Writes the rest, and puts the file of `-o` in place or removes it.
    private func keepOrDiscard(_ rest: [UInt8], _ end: End) throws(WriteError) {
        if !isSuppressed { try sink.write(rest) }
        let isKept =
            switch end {
            case .success: true
            case .failure: kept != .success || sink.path == nil
            case .cutShort: kept == .part && sink.hasPart
            }
        // 304 Not Modified: the file that is there is still right.
        let isUnchanged = head?.status == 304 && !sink.hasPart
        if isKept, !isSuppressed, !isUnchanged { try sink.keep() } else { sink.discard() }
    }

    /// Reports the end when everything else is finished. `namesStatus`: the failure names the status.
    func printLastLines(namesStatus: Bool) {
        guard !namesStatus, let line = heldStatusLine, let head else { return }
        let address = showsUploadURL ? uploadURL.map(Messages.uploaded) : nil
        say(line, of: head, with: address)
    }

    /// Ends the display and removes the temporary file: an event may still be running on another
    /// thread.
    func abandon() {
        progress.abandon()
        sink.abandon()
    }

    private func begin(_ head: ResponseHead) throws {
        uploadSummary = progress.answered(head.status)
        self.head = head
        isSuppressed = output.badStatus == .bodySuppressed && !output.accepts(head.status)
        if output.showsHead, !holdsOutput { beginAnswer() }
        try show(head)
        pretty = PrettyBody(head, output, isDecoded: isDecoded, console: console)
        if hasStatusLine { showStatusLine(head) }
        if let length = head.value(of: "Content-Length").flatMap({ Int64($0.description) }) {
            try checkSize(length)
        }
    }

    private func follow(_ notice: RedirectNotice) throws(WriteError) {
        redirects += 1
        progress.redirected(notice)
        try show(notice.head)
        for text in Messages.consequences(of: notice, content) { try announce(text) }
        try logInformation(Messages.redirecting(to: notice.location))
        wire?.restart()
        finalURL = notice.next.flatMap { $0.isFirstURL ? nil : $0.url }
    }

    /// Prints the line of one of many requests, before its answer on the same terminal.
    private func beginAnswer() {
        guard meetsProgress, let status = head?.status else { return }
        progress.beginAnswer(status, sent: sentBeforeAnswer ?? requestSize ?? 0)
    }

    /// Prints the status line, or keeps it until it is known how the upload ends.
    private func showStatusLine(_ head: ResponseHead) {
        let isAccepted = output.accepts(head.status)
        let sent = isAccepted ? nil : sentBeforeAnswer
        var line = Messages.statusLine(head, from: finalURL, sent: sent, of: requestSize)
        let isEarly = (sentBeforeAnswer ?? .max) < (requestSize ?? 0)
        if let uploadSummary, !isEarly { line += " · " + uploadSummary }
        if progress.isOneOfMany { return }
        guard isAccepted, !isEarly, !showsUploadURL else {
            heldStatusLine = line
            return
        }
        say(line, of: head)
    }

    /// Whether the status line ends with the address of the upload. By the other protocol the address is not that of
    /// what was uploaded.
    private var showsUploadURL: Bool {
        resumption == .tus && Console.isTerminal(console.error)
    }

    private func say(_ statusLine: String, of head: ResponseHead, with address: String? = nil) {
        let isGreen = head.isSuccess
        console.say(
            isGreen ? console.colored(statusLine, .green, on: console.error) : statusLine,
            unmasked: address ?? "")
    }

    private func restart(_ notice: RetryNotice) throws(WriteError) {
        received = 0
        sentBeforeAnswer = nil
        retries += 1
        redirects = 0
        head = nil
        heldStatusLine = nil
        pretty = nil
        progress.nextAttempt(notice, cause: Messages.text(notice.cause, route, facts))
        try sink.restart()
        if case .status(let head) = notice.cause {
            try heads?.write(head.rawLines.flatMap(\.bytes))
        }
        finalURL = nil
        try announce(Messages.text(notice, route, facts))
        wire?.restart()
    }

    /// Prints a line on standard error, unless the output of `-v` or `--trace` has it there already.
    private func announce(_ text: String) throws(WriteError) {
        try logInformation(text)
        let isSaid = wire?.isOnStandardError ?? false
        if !display.isSilent, !isSaid {
            progress.standingAside { console.say("formpost: \(progress.label)\(text)") }
        }
    }

    private func write(_ event: WireEvent) throws(WriteError) {
        guard let wire, wire.shows(event) else { return }
        if wire.hasFile { return try wire.write(event) }
        try progress.standingAside { () throws(WriteError) in
            if wire.isOnStandardError { console.endLine() }
            try wire.write(event)
        }
    }

    private func show(_ head: ResponseHead) throws(WriteError) {
        let bytes = head.rawLines.flatMap(\.bytes)
        try progress.standingAside { () throws(WriteError) in
            try heads?.write(bytes)
            guard output.includesHead else { return }
            let isOnTerminal = sink.path == nil && Console.isTerminal(console.output)
            try sink.write(isOnTerminal ? bytes.shownOnTerminal : bytes)
        }
    }

    /// As in curl: a NUL in the first 2000 bytes marks binary data, which only `-o -` prints on a
    /// terminal.
    private func checkTerminal(_ bytes: [UInt8]) throws(BinaryOnTerminal) {
        guard received - Int64(bytes.count) < 2000, output.file == nil, bytes.contains(0),
            Console.isTerminal(console.output)
        else { return }
        throw BinaryOnTerminal()
    }

    /// Whether the status line goes to standard error: the head is not shown anyway.
    private var hasStatusLine: Bool {
        !output.showsHead && !display.isSilent && display.tracing != .verbose
            && !display.streamsToStandardError
    }

    private func checkSize(_ size: Int64) throws(ResponseTooLarge) {
        guard let limit = output.maximumSize, limit > 0, size > limit else { return }
        throw ResponseTooLarge(limit: limit)
    }
}

/// The response is binary and would be printed on a terminal.
struct BinaryOnTerminal: Error {}

/// The response has more than `--max-filesize` bytes.
struct ResponseTooLarge: Error {
    var limit: Int64
}

extension Settings.Output {
    /// Whether response heads go to standard output.
    fileprivate var showsHead: Bool { includesHead || headFile == "-" }
}
