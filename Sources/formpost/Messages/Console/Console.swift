import FormEncoding
import Foundation

/// Standard output and error, and the line of progress on a terminal. Any other output erases the line first.
/// Copies share the line.
struct Console: Sendable {
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
    var isSilent = false
    var showsProblems = true

    /// Ends the process where nothing reads what is written, with `-m`.
    var alarm: Alarm?

    var progress: ProgressStream?

    private let shared = Guarded(Shared())

    private struct Shared {
        /// The number of columns of the line of progress that is on the terminal.
        var drawn: Int?
        var hasBeenDrawn = false
        /// Whether the line of progress is drawn no more.
        var isClosed = false
        /// Whether the text on standard output has ended inside a line, so that whatever the same terminal
        /// shows next has to begin a new one.
        var isInsideLine = false
        var texts: Set<String> = []
    }

    // MARK: Sentences

    /// Prints a failure, and returns its exit status. An unusable command line is reported even
    /// with `-s`.
    func fail(_ failure: Failure) -> Int32 {
        if showsProblems || failure.status == ExitStatus.usage {
            say(.error, "formpost: (\(failure.status))", .red, failure.text, exit: failure.status)
        }
        return failure.status
    }

    /// The line of a failure where the process ends in C.
    func line(_ failure: Failure) -> String {
        let text = Redactor.ofProcess.redact(failure.text)
        return saysEvents
            ? ProgressEvent.message(.error, exit: failure.status, text).object
            : "formpost: (\(failure.status)) \(text)"
    }

    /// Prints a warning, unless the same one has been printed before.
    func warn(_ text: String) {
        guard showsProblems, isNew(text) else { return }
        say(.warning, "formpost: warning:", .yellow, text)
    }

    /// Prints once what the command waits for.
    func inform(_ text: String) {
        if !isSilent, isNew(text) { say("formpost: " + text) }
    }

    /// Announces that the command reads standard input, if that is a terminal.
    func announceReading() {
        guard !isSilent, Self.isTerminal(STDIN_FILENO) else { return }
        say("formpost: reading standard input, Ctrl-D ends it")
    }

    private func isNew(_ text: String) -> Bool {
        shared.withLock { $0.texts.insert(text).inserted }
    }

    private func say(
        _ level: ProgressEvent.Level, _ label: String, _ color: TextColor, _ text: String,
        exit: Int32? = nil
    ) {
        guard saysEvents else { return say(colored(label, color, on: error) + " " + text) }
        emit(.message(level, exit: exit, Redactor.ofProcess.redact(text)))
    }

    /// Writes a line to standard error with secrets masked, apart from its end in `unmasked`; on a terminal below an
    /// unfinished line of standard output. A failure cannot be reported.
    func say(_ line: String, unmasked: String = "") { say(unmasked: unmasked) { _ in line } }

    /// Erases the line of progress, and writes the line that `text` returns, if there is one.
    private func say(unmasked: String = "", _ text: (inout Shared) -> String?) {
        let event = locked { shared -> ProgressEvent? in
            erase(&shared)
            guard let text = text(&shared) else { return nil }
            let line = Redactor.ofProcess.redact(text) + unmasked
            if saysEvents {
                return .message(.note, line.replacing(#/^formpost: /#, with: ""))
            }
            endLine(&shared)
            write(line + "\n")
            return nil
        }
        if let event { emit(event) }
    }

    /// Writes an event to the stream of progress, or to standard error before there is a stream.
    func emit(_ event: ProgressEvent) {
        if let progress { return progress.write(event) }
        write(event.object + "\n")
    }

    // MARK: Bytes

    /// Writes whole lines to standard error, below an unfinished line of standard output; without `beginsLine`
    /// text of `-w` at its end. `path` names standard error in errors.
    func writeToError(
        _ bytes: [UInt8], path: ByteString? = nil, beginsLine: Bool = true
    ) throws(WriteError) {
        try write(bytes, to: error, path, beginsLine: beginsLine)
    }

    /// Writes to standard output; `path` names it in errors, `nil` for the response.
    func print(_ bytes: [UInt8], path: ByteString? = nil) throws(WriteError) {
        // Other lines do not wait for the reader of a pipe.
        guard sharesTerminal else {
            return try watched { () throws(WriteError) in
                try bytes.write(to: output, path: path)
            }
        }
        try write(bytes, to: output, path, beginsLine: false)
    }

    private func write(
        _ bytes: [UInt8], to descriptor: Int32, _ path: ByteString?, beginsLine: Bool
    ) throws(WriteError) {
        try locked { shared throws(WriteError) in
            erase(&shared)
            if beginsLine { endLine(&shared) }
            // Recorded first: as soon as the text can be seen, a signal's message may follow it.
            if let last = bytes.last { shared.isInsideLine = last != UInt8(ascii: "\n") }
            try bytes.write(to: descriptor, path: path)
        }
    }

    private func write(_ text: String) { try? Array(text.utf8).write(to: error) }

    /// Runs `body`, which may write, while nobody else does.
    private func locked<Result, Thrown>(
        _ body: (inout Shared) throws(Thrown) -> Result
    ) throws(Thrown) -> Result {
        try watched { () throws(Thrown) in try shared.withLock(body) }
    }

    /// Runs `body`, which may write, while the alarm watches it.
    func watched<Result, Thrown>(
        _ body: () throws(Thrown) -> Result
    ) throws(Thrown) -> Result {
        let number = alarm?.begin()
        defer { if let number { alarm?.end(number) } }
        return try body()
    }

    /// Ends an unfinished line of standard output, if standard error goes to the same terminal.
    func endLine() { locked { endLine(&$0) } }

    private func endLine(_ shared: inout Shared) {
        guard shared.isInsideLine, sharesTerminal else { return }
        write("\n")
        shared.isInsideLine = false
    }

    // MARK: The line of progress

    /// Redraws the line; `text` returns it for the given number of columns, or `nil` to erase it.
    ///
    /// `text` is called under the lock: the line of a state that has just changed is not drawn after
    /// another writer has erased it.
    func draw(_ text: (_ columns: Int) -> String?) {
        locked { shared in
            // A background job does not draw.
            let owner = tcgetpgrp(error)
            guard !shared.isClosed, owner < 0 || owner == getpgrp() else { return }
            let columns = Self.columns(of: error)
            guard let text = text(columns).map(Redactor.ofProcess.redact) else {
                return erase(&shared)
            }
            if shared.drawn == nil { endLine(&shared) }
            let width = text.columnsAtMost
            write("\r" + text + blank(from: width, to: min(shared.drawn ?? 0, columns - 1)))
            (shared.drawn, shared.hasBeenDrawn) = (width, true)
        }
    }

    var hasDrawn: Bool { shared.withLock { $0.hasBeenDrawn } }

    /// Erases the line, as if it had never been drawn.
    func forgetLine() {
        locked { shared in
            erase(&shared)
            shared.hasBeenDrawn = false
        }
    }

    /// Erases the line, and prints the text that `text` returns in its place, unless the line is closed.
    func replaceLine(with text: () -> String? = { nil }) {
        say { $0.isClosed ? nil : text() }
    }

    /// Erases the line, prints the last text unless the line was closed before, and draws no more.
    func closeLine(saying last: String?) {
        say { shared in
            defer { shared.isClosed = true }
            return shared.isClosed ? nil : last
        }
    }

    private func erase(_ shared: inout Shared) {
        guard let width = shared.drawn else { return }
        let columns = Self.columns(of: error)
        write("\r" + blank(from: 0, to: min(width, columns - 1)) + (isDumb ? "\r" : ""))
        shared.drawn = nil
    }

    /// The text that erases the line from column `start` to `end`.
    private func blank(from start: Int, to end: Int) -> String {
        isDumb ? String(repeating: " ", count: max(0, end - start)) : "\u{1B}[K"
    }

    // MARK: Terminals

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
        for (descriptor, mode) in [(Int32(0), O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)]
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

    func showsColors(_ descriptor: Int32) -> Bool { hasColors && Self.isTerminal(descriptor) }

    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }
}

/// How text looks on a terminal (ECMA-48, SGR).
enum TextColor: String {
    case faint = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case magenta = "35"
    case cyan = "36"
    case boldBlue = "1;34"

    var start: String { "\u{1B}[\(rawValue)m" }

    static let end = "\u{1B}[0m"
}
