import Foundation

/// Whether the text on standard output has ended inside a line, so that whatever the same terminal
/// shows next has to begin a new one.
final class TerminalCursor: @unchecked Sendable {  // `isInside` is behind `lock`
    private let lock = NSLock()
    private var isInside = false

    /// Records text that is about to be printed.
    func record(_ text: [UInt8]) {
        guard let last = text.last else { return }
        lock.withLock { isInside = last != UInt8(ascii: "\n") }
    }

    /// Whether the cursor is inside a line.
    var isInsideLine: Bool { lock.withLock { isInside } }
}
