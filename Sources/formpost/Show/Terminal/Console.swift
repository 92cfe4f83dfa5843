import FormEncoding
import Foundation

/// Standard input, output and error, as descriptors.
struct Console: Sendable {
    /// Negative if `-K -` has read it to its end.
    var input: Int32 = 0
    var output: Int32 = 1
    var error: Int32 = 2

    /// Whether the terminal supports no escape sequences.
    var isDumb = false

    /// Whether colours are wanted on a terminal: neither `NO_COLOR` nor a dumb terminal.
    var hasColors = true

    /// Whether this is a job of continuous integration: somebody will read a log.
    var isInCI = false

    /// Whether standard error is for a program: each sentence is an event of the stream.
    var saysEvents = false

    /// How long writes to standard error may wait; `nil`: for ever.
    var patience: ReaderPatience?

    /// The stream of `--progress json`.
    var progress: ProgressStream?

    /// Where the text on standard output has ended.
    let cursor = TerminalCursor()

    /// Hides secrets in the process's arguments, which other users can read.
    var hide: @Sendable (SecretTexts) -> Void = { _ in }

    /// Writes a line to standard error with secrets masked, apart from its end in `unmasked`; on a terminal below an
    /// unfinished line of standard output. A failure cannot be reported.
    func say(_ line: String, unmasked: String = "") {
        endLine()
        let line = Redactor.ofProcess.redact(line) + unmasked
        if saysEvents {
            let text = line.replacing(/^formpost: (warning: )?/, with: "")
            return emit(.message(line.hasPrefix("formpost: warning: ") ? .warning : .note, text))
        }
        try? writeToError(Array((line + "\n").utf8))
    }

    /// Writes an event to the stream of progress, or to standard error before there is a stream.
    func emit(_ event: ProgressEvent) {
        if let progress { return progress.write(event) }
        try? writeToError(Array((event.object + "\n").utf8))
    }

    /// Writes to standard error, which is called `path` in errors.
    func writeToError(_ bytes: [UInt8], path: ByteString? = nil) throws(WriteError) {
        guard let patience else { return try bytes.write(to: error, path: path) }
        try patience.write(bytes, to: error, path: path)
    }

    /// Writes to standard output; `path` names it in errors, `nil` for the response.
    func print(_ bytes: [UInt8], path: ByteString? = nil) throws(WriteError) {
        // Recorded first: as soon as the text can be seen, a signal's message may follow it.
        cursor.record(bytes)
        try bytes.write(to: output, path: path)
    }

    /// Ends an unfinished line of standard output, if standard error goes to the same terminal.
    func endLine() {
        guard cursor.isInsideLine, sharesTerminal else { return }
        let end = [UInt8(ascii: "\n")]
        try? writeToError(end)
        cursor.record(end)
    }

    /// Whether standard output and standard error go to the same terminal.
    var sharesTerminal: Bool {
        guard Self.isTerminal(output), Self.isTerminal(error) else { return false }
        var (first, second) = (stat(), stat())
        guard fstat(output, &first) == 0, fstat(error, &second) == 0 else { return false }
        // /dev/tty is another name of the session's terminal.
        let session = tcgetsid(output)
        return first.st_rdev == second.st_rdev || session >= 0 && session == tcgetsid(error)
    }

    /// Opens /dev/null for standard channels that the caller has closed, so that descriptor 1
    /// cannot become a socket that the response is written to. Reading or writing them still fails.
    static func occupyClosedDescriptors() {
        for (descriptor, mode) in [(Int32(0), O_WRONLY), (1, O_RDONLY), (2, O_WRONLY)]
        where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
            // `open` uses the lowest free number, and all lower ones are in use by now.
            _ = open("/dev/null", mode)
        }
    }

    /// The width of a terminal; 80 if it is not known.
    static func columns(of terminal: Int32) -> Int {
        var size = winsize()
        let isKnown = ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return isKnown ? Int(size.ws_col) : 80
    }

    /// The text in a colour, if what `descriptor` leads to shows colours.
    func colored(_ text: String, _ color: TextColor, on descriptor: Int32) -> String {
        showsColors(descriptor) ? color.start + text + TextColor.end : text
    }

    /// Whether text that goes to `descriptor` is coloured.
    func showsColors(_ descriptor: Int32) -> Bool { hasColors && Self.isTerminal(descriptor) }

    /// Whether `descriptor` is a terminal.
    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }
}
