import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The line of standard error that is drawn again and again, and gone when something else is
/// written there. Whoever writes there has it to itself.
final class StatusLine: @unchecked Sendable {  // all mutable state is behind `lock`
    private let console: Console
    private let lock = NSLock()
    /// How many columns are drawn on the terminal.
    private var drawn: Int?
    private var isClosed = false

    init(_ console: Console) { self.console = console }

    /// Draws the line anew, as `text` has it for so many columns.
    func draw(_ text: (_ columns: Int) -> String) {
        lock.withLock {
            // The screen is another's while this job is in the background.
            let owner = tcgetpgrp(console.error)
            guard !isClosed, owner < 0 || owner == getpgrp() else { return }
            let columns = Console.columns(of: console.error)
            let text = text(columns)
            let width = text.columnsAtMost
            write("\r" + text + blank(from: width, to: min(drawn ?? 0, columns - 1)))
            drawn = width
        }
    }

    /// Prints a line of its own.
    func print(_ text: String) {
        lock.withLock { if !isClosed { write(text + "\n") } }
    }

    /// Prints something else where the line is, which comes back by itself.
    func standingAside<Failure>(_ print: () throws(Failure) -> Void) throws(Failure) {
        lock.lock()
        defer { lock.unlock() }
        wipe()
        try print()
    }

    /// Wipes the line and draws no more; these are the last lines. Returns false, and writes nothing,
    /// if it was closed before.
    @discardableResult
    func close(saying last: [String]) -> Bool {
        lock.withLock {
            guard !isClosed else { return false }
            isClosed = true
            wipe()
            if !last.isEmpty { write(last.map { $0 + "\n" }.joined()) }
            return true
        }
    }

    /// As `close`, unless whoever has the line keeps it for longer than a moment: it may be waiting
    /// for a terminal, or for a reader, for ever.
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

    /// What makes the rest of the line blank, as far as something was drawn there.
    private func blank(from start: Int, to end: Int) -> String {
        console.isDumb ? String(repeating: " ", count: max(0, end - start)) : "\u{1B}[K"
    }

    private func write(_ text: String) {
        try? Array(text.utf8).write(to: console.error)
    }
}
