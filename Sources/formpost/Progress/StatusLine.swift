import Foundation

/// The line of standard error that is redrawn in place, and erased while something else is written
/// there. A lock serialises the writers.
final class StatusLine: @unchecked Sendable {  // all mutable state is behind `lock`
    private let console: Console
    private let lock = NSLock()
    /// How many columns are drawn on the terminal.
    private var drawn: Int?
    private var hasBeenDrawn = false
    private var isPaused = false
    private var isClosed = false

    init(_ console: Console) { self.console = console }

    /// Redraws the line; `text` returns it for the given number of columns.
    func draw(_ text: (_ columns: Int) -> String) {
        lock.withLock {
            // A background job does not draw.
            let owner = tcgetpgrp(console.error)
            guard !isClosed, !isPaused, owner < 0 || owner == getpgrp() else { return }
            if drawn == nil { console.endLine() }
            let columns = Console.columns(of: console.error)
            let text = text(columns)
            let width = text.columnsAtMost
            write("\r" + text + blank(from: width, to: min(drawn ?? 0, columns - 1)))
            drawn = width
            hasBeenDrawn = true
        }
    }

    /// Whether the line has been drawn at least once.
    var wasDrawn: Bool { lock.withLock { hasBeenDrawn } }

    /// Prints a line of its own.
    func print(_ text: String) {
        lock.withLock { if !isClosed { console.say(text) } }
    }

    /// Prints a line of its own, which may be left out during a pause.
    func log(_ text: String) {
        lock.withLock { if !isClosed, !isPaused { console.say(text) } }
    }

    /// Erases the line, prints `text` and draws nothing until `resume`: an answer is printed.
    func pause(saying text: String? = nil) {
        lock.withLock {
            isPaused = true
            wipe()
            if let text, !isClosed { console.say(text) }
        }
    }

    /// The answer has ended.
    func resume() { lock.withLock { isPaused = false } }

    /// Erases the line while `print` writes; the next draw restores it.
    func standingAside<Result, Failure>(
        _ print: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        wipe()
        return try print()
    }

    /// Erases the line, prints the last one and draws no more. Returns false, and prints nothing, if
    /// it was closed before.
    @discardableResult
    func close(saying last: String?) -> Bool {
        lock.withLock {
            guard !isClosed else { return false }
            isClosed = true
            wipe()
            if let last { console.say(last) }
            return true
        }
    }

    /// As `close`, but gives up if the lock is not free soon: its holder may be blocked by the
    /// terminal for ever.
    func closeIfFree() {
        guard lock.lock(before: Date(timeIntervalSinceNow: 0.5)) else { return }
        defer { lock.unlock() }
        isClosed = true
        wipe()
    }

    /// Under the lock.
    private func wipe() {
        guard let width = drawn else { return }
        let columns = Console.columns(of: console.error)
        write("\r" + blank(from: 0, to: min(width, columns - 1)) + (console.isDumb ? "\r" : ""))
        drawn = nil
    }

    /// The text that erases the line from column `start` to `end`.
    private func blank(from start: Int, to end: Int) -> String {
        console.isDumb ? String(repeating: " ", count: max(0, end - start)) : "\u{1B}[K"
    }

    private func write(_ text: String) {
        try? console.writeToError(Array(text.utf8))
    }
}
