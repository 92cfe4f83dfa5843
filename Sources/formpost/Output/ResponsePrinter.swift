import FormEncoding
import FormUpload

/// What is shown of an upload as it proceeds: the body on standard output or in a file, the status
/// line, progress and what goes over the wire on standard error.
final class ResponsePrinter: @unchecked Sendable {  // events come one at a time
    private let output: Settings.Output
    private let console: Console
    private let sink: ResponseSink
    private let heads: HeadFile?
    private let wire: WireLog?
    private let meter: ProgressMeter
    private var isSuppressed = false
    private var bodySize: Int64 = 0
    private(set) var facts = TransferFacts()
    private(set) var retries = 0

    init(
        _ output: Settings.Output, mayRetry: Bool, temporaryDirectory: String, console: Console
    ) throws(WriteError) {
        self.output = output
        self.console = console
        sink = try ResponseSink(
            path: try output.path(), createsDirectories: output.createsDirectories, holds: mayRetry,
            temporaryDirectory: temporaryDirectory, console: console)
        heads = try output.headFile.map { path throws(WriteError) in
            try HeadFile(path: path, standardOutput: console.output)
        }
        wire = try WireLog(output, console: console)
        meter = ProgressMeter(output.isSilent ? .none : output.progress, console: console)
    }

    func handle(_ event: UploadEvent) throws {
        switch event {
        case .progress(let sent, let total, let part):
            meter.moved(sent: sent, total: total, part: part)
        case .informational(let head), .redirecting(let head, _):
            try show(head)
        case .head(let head):
            try begin(head)
        case .body(let bytes):
            bodySize += Int64(bytes.count)
            try checkSize(bodySize)
            if !isSuppressed { try sink.write(bytes) }
        case .retrying(let notice):
            retries += 1
            bodySize = 0
            meter.nextAttempt()
            try sink.beginAnew()
            if !output.isSilent { console.say("formpost: " + Messages.text(notice)) }
        case .measured(let facts):
            self.facts = facts
        case .wire(let event):
            meter.makeRoom()
            try wire?.write(event)
        }
    }

    /// The response is whole, or there will be none; what was printed stays, what was not goes.
    func finish(isWhole: Bool) throws(WriteError) {
        meter.finish()
        if isWhole, !isSuppressed { try sink.keep() } else { sink.discard() }
    }

    private func begin(_ head: ResponseHead) throws {
        meter.finish()
        isSuppressed = output.failure == .bodySuppressed && !output.accepts(head.status)
        try show(head)
        if !output.includesHead, !output.isSilent, !output.isVerbose {
            console.say(Messages.shown(ByteString(head.statusLine)))
        }
        if let length = head.value(of: "Content-Length").flatMap({ Int64($0.description) }) {
            try checkSize(length)
        }
    }

    private func show(_ head: ResponseHead) throws(WriteError) {
        let bytes = head.rawLines.flatMap(\.bytes)
        try heads?.write(bytes)
        if output.includesHead { try sink.write(bytes) }
    }

    private func checkSize(_ size: Int64) throws(ResponseTooLarge) {
        guard let limit = output.maximumSize, size > limit else { return }
        throw ResponseTooLarge(limit: limit)
    }
}

/// The response has more than `--max-filesize` bytes.
struct ResponseTooLarge: Error {
    var limit: Int64
}

extension Settings.Output {
    /// The file of `-o` with its directory; `nil` for standard output.
    func path() throws(WriteError) -> ByteString? {
        guard var path = file, path != "-" else { return nil }
        if let directory, path.bytes.first != UInt8(ascii: "/") {
            path = ByteString(bytes: directory.bytes + [UInt8(ascii: "/")] + path.bytes)
        }
        return keepsExisting ? try OutputFile.unusedPath(path) : path
    }

    /// Whether a final status is what the user hopes for.
    func accepts(_ status: Int) -> Bool {
        failure == .accepted || (expectedStatuses?.contains(status) ?? (200..<300).contains(status))
    }
}
