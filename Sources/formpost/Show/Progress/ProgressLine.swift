import Foundation

/// The line of progress on standard error: it is redrawn in place, and erased while something else is written
/// there. A lock serialises the writers.
final class ProgressLine: @unchecked Sendable {  // all mutable state is behind `lock`
    private let console: Console
    private let lock = NSLock()
    /// The number of columns that are drawn on the terminal.
    private var drawn: Int?
    private var hasBeenDrawn = false
    private var isClosed = false

    init(_ console: Console) { self.console = console }

    /// Redraws the line; `text` returns it for the given number of columns, or `nil` to erase it.
    ///
    /// `text` is called under the lock: the line of a state that has just changed is not drawn after
    /// another writer has erased it.
    func draw(_ text: (_ columns: Int) -> String?) {
        lock.withLock {
            // A background job does not draw.
            let owner = tcgetpgrp(console.error)
            guard !isClosed, owner < 0 || owner == getpgrp() else { return }
            let columns = Console.columns(of: console.error)
            guard let text = text(columns).map(Redactor.ofProcess.redact) else {
                return wipe()
            }
            if drawn == nil { console.endLine() }
            let width = text.columnsAtMost
            write("\r" + text + blank(from: width, to: min(drawn ?? 0, columns - 1)))
            drawn = width
            hasBeenDrawn = true
        }
    }

    /// Whether the line has been drawn at least once.
    var wasDrawn: Bool { lock.withLock { hasBeenDrawn } }

    /// Erases the line, as if it had never been drawn.
    func reset() {
        lock.withLock {
            wipe()
            hasBeenDrawn = false
        }
    }

    /// Erases the line. Prints the text that `text` returns, if there is one.
    func erase(saying text: () -> String? = { nil }) {
        lock.withLock {
            wipe()
            if !isClosed, let text = text() { console.say(text) }
        }
    }

    /// Erases the line while `print` writes; the next draw restores it.
    func standingAside<Result, Failure>(
        _ print: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        wipe()
        return try print()
    }

    /// Erases the line, prints the last one unless the line was closed before, and draws no more.
    func close(saying last: String?) {
        lock.withLock {
            wipe()
            if !isClosed, let last { console.say(last) }
            isClosed = true
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
