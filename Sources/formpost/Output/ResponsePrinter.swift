import FormEncoding
import FormUpload

/// What is shown of a response, as it arrives: the body on standard output or in a file, the
/// status line on standard error.
final class ResponsePrinter: @unchecked Sendable {  // events come one at a time
    private let output: Settings.Output
    private let console: Console
    private let file: OutputFile?
    private var isSuppressed = false
    private var endsInsideLine = false

    init(_ output: Settings.Output, console: Console) throws(WriteError) {
        self.output = output
        self.console = console
        if let path = output.file, path != "-" {
            file = try OutputFile(path: path)
        } else {
            file = nil
        }
    }

    func handle(_ event: UploadEvent) throws(WriteError) {
        switch event {
        case .informational(let head):
            if output.includesHead { try write(head.rawBytes) }
        case .head(let head):
            isSuppressed = output.failure == .bodySuppressed && !output.accepts(head.status)
            if output.includesHead {
                try write(head.rawBytes)
            } else if !output.isSilent, !output.isVerbose {
                console.say(Messages.shown(ByteString(head.statusLine)))
            }
        case .body(let bytes):
            if !isSuppressed { try write(bytes) }
        case .wire(let event):
            if let line = VerboseLog.text(event) { try? line.write(to: console.error) }
        case .redirecting(let head, _):
            if output.includesHead { try write(head.rawBytes) }
        case .retrying(let notice):
            if !output.isSilent { console.say("formpost: " + Messages.text(notice)) }
        case .measured, .progress:
            break
        }
    }

    /// The response is whole, or there will be none; what was printed stays, what was not goes.
    func finish(isWhole: Bool) throws(WriteError) {
        if endsInsideLine, file == nil, Console.isTerminal(console.output) {
            try? [UInt8(ascii: "\n")].write(to: console.error)
        }
        if isWhole, !isSuppressed { try file?.keep() } else { file?.discard() }
    }

    private func write(_ bytes: [UInt8]) throws(WriteError) {
        if let file { return try file.write(bytes) }
        try bytes.write(to: console.output)
        if let last = bytes.last { endsInsideLine = last != UInt8(ascii: "\n") }
    }
}

extension Settings.Output {
    /// Whether a final status is what the user hopes for.
    func accepts(_ status: Int) -> Bool {
        failure == .accepted || (expectedStatuses?.contains(status) ?? (200..<300).contains(status))
    }
}

extension ResponseHead {
    fileprivate var rawBytes: [UInt8] { rawLines.flatMap(\.bytes) }
}
