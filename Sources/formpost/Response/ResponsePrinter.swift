import FormEncoding
import FormUpload

/// Shows an upload as it proceeds: the body on standard output or in a file; the status line,
/// progress and wire data on standard error.
///
/// Unchecked: the events of an exchange come one at a time, and none after its end. One that was
/// abandoned (`UploadError.abandoned`) may still be reporting: then nothing here is touched any more.
final class ResponsePrinter: @unchecked Sendable {
    private let output: Settings.Output
    private let console: Console
    private let sink: ResponseSink
    private let heads: HeadFile?
    private let wire: WireLog?
    private let meter: ProgressMeter
    private let route: Route
    /// In bytes, of the request's body.
    private let requestSize: Int64?
    private var isSuppressed = false
    private var received: Int64 = 0
    /// How much had been sent when an early response came.
    private var sentBeforeAnswer: Int64?
    /// The values of the `-w` variables so far.
    private(set) var context = WriteOutContext()
    /// Why there was no further retry.
    private(set) var refusal: RetryRefusal?

    var facts: TransferFacts { context.facts }

    init(
        _ output: Settings.Output, _ targets: Targets?, form: MultipartForm, body: EncodedBody?,
        mayRetry: Bool, route: Route, temporaryDirectory: String, console: Console
    ) {
        self.route = route
        self.output = output
        self.console = console
        requestSize = body?.contentLength
        sink = ResponseSink(
            targets?.response, holds: mayRetry, temporaryDirectory: temporaryDirectory,
            console: console)
        context.file = sink.path
        heads = targets?.heads
        wire = WireLog(output, form: form, target: targets?.wire)
        meter = ProgressMeter(output, body: body, console: console)
    }

    func handle(_ event: UploadEvent) throws {
        switch event {
        case .progress(let progress):
            meter.moved(progress)
            sentBeforeAnswer = progress.sent
        case .informational(let head):
            try show(head)
        case .redirecting(let head, let url):
            context.redirects += 1
            try show(head)
            try note(Messages.redirecting(to: url))
            wire?.beginAnew()
        case .head(let head):
            try begin(head)
        case .body(let bytes):
            received += Int64(bytes.count)
            meter.received(received)
            try checkSize(received)
            if !isSuppressed {
                try checkTerminal(bytes)
                try sink.write(bytes)
            }
        case .retrying(let notice):
            try beginAnew(notice)
        case .notRetrying(let refusal):
            self.refusal = refusal
        case .measured(let facts):
            context.facts = facts
        case .wire(let event):
            try write(event)
        }
    }

    /// Adds a note of formpost to the output of `-v` or `--trace`.
    func note(_ text: String) throws(WriteError) {
        try write(WireEvent(kind: .information, bytes: Array((text + "\n").utf8)))
    }

    /// Ends the output: the response is whole, or there will be no more of it.
    func finish(isWhole: Bool) throws(WriteError) {
        meter.finish(isWhole ? .response : .failure)
        let isKept = isWhole || (output.keepsPart && received > 0)
        if isKept, !isSuppressed { try sink.keep() } else { sink.discard() }
        context.file = sink.path
    }

    /// An event may still be running on another thread: only what is safe for all threads is touched.
    func abandon() { meter.abandon() }

    private func begin(_ head: ResponseHead) throws {
        meter.answered()
        context.head = head
        isSuppressed = output.failure == .bodySuppressed && !output.accepts(head.status)
        try show(head)
        if !output.includesHead, !output.isSilent, !output.isVerbose {
            let sent = output.accepts(head.status) ? nil : sentBeforeAnswer
            console.say(Messages.statusLine(head, sent: sent, of: requestSize))
        }
        if let length = head.value(of: "Content-Length").flatMap({ Int64($0.description) }) {
            try checkSize(length)
        }
    }

    private func beginAnew(_ notice: RetryNotice) throws(WriteError) {
        received = 0
        sentBeforeAnswer = nil
        context.retries += 1
        context.redirects = 0
        context.head = nil
        meter.nextAttempt()
        try sink.beginAnew()
        if case .status(let head) = notice.cause {
            try heads?.write(head.rawLines.flatMap(\.bytes))
        }
        let text = Messages.text(notice, route, facts)
        try note(text)
        wire?.beginAnew()
        let isSaid = wire?.isOnStandardError ?? false
        if !output.isSilent, !isSaid {
            meter.standingAside { console.say("formpost: " + text) }
        }
    }

    private func write(_ event: WireEvent) throws(WriteError) {
        guard let wire, wire.shows(event) else { return }
        if wire.hasFile { return try wire.write(event) }
        try meter.standingAside { () throws(WriteError) in
            if wire.isOnStandardError { sink.endLine() }
            try wire.write(event)
        }
    }

    private func show(_ head: ResponseHead) throws(WriteError) {
        let bytes = head.rawLines.flatMap(\.bytes)
        try meter.standingAside { () throws(WriteError) in
            try heads?.write(bytes)
            if output.includesHead { try sink.write(bytes) }
        }
    }

    /// As in curl: a NUL near the beginning marks binary data, which only `-o -` prints on a terminal.
    private func checkTerminal(_ bytes: [UInt8]) throws(BinaryOnTerminal) {
        guard received - Int64(bytes.count) < 2000, output.file == nil, bytes.contains(0),
            Console.isTerminal(console.output)
        else { return }
        throw BinaryOnTerminal()
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
    /// The file of `-o` with its directory; `nil` for standard output.
    var path: ByteString? {
        guard let file, file != "-" else { return nil }
        guard let directory else { return file }
        return ByteString(bytes: directory.bytes + [UInt8(ascii: "/")] + file.bytes)
    }

    /// Whether a final status counts as a success.
    func accepts(_ status: Int) -> Bool {
        failure == .accepted || (expectedStatuses?.contains(status) ?? (200..<300).contains(status))
    }
}
