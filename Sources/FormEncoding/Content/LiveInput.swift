import Foundation

/// A pipe, a terminal or a device, read as bytes come, until a time limit.
package final class LiveInput: ByteReader {
    private let number: Int32
    private let owned: OpenDescriptor?
    private let label: ByteString
    /// Set by the thread that reads; `nil` reads for as long as it takes.
    var limit: TimeLimit?
    private var hasRead = false
    private var isLengthened = false
    private let cancellation = WakeUp()

    /// Opens the file at `path`. A FIFO needs no writer yet: the first read waits for one.
    package convenience init(path: ByteString, until limit: TimeLimit?) throws(Errno) {
        // Elsewhere poll(2) reports a FIFO without a writer as at its end, so that opening it has to wait for one.
        #if os(Linux)
            let descriptor = try SystemCalls.openAtOnce(path)
        #else
            let descriptor = try SystemCalls.open(path)
        #endif
        self.init(descriptor.number, owned: descriptor, label: path, until: limit)
    }

    /// Reads a descriptor, which stays open unless it is `owned`; `label` names it in errors.
    package init(
        _ descriptor: Int32, owned: OpenDescriptor? = nil, label: ByteString,
        until limit: TimeLimit?
    ) {
        (number, self.owned) = (descriptor, owned)
        (self.label, self.limit) = (label, limit)
    }

    /// Throws `.cannotRead`, or `.timedOut` when the limit is reached, even if there is more to
    /// read: input may be endless. A descriptor of the caller can still block in `read(2)` if
    /// another process takes the bytes that `poll(2)` has announced.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(BodyFault) -> Int {
        if isTerminal { SystemCalls.waitForForeground(of: number) }
        while true {
            // Poll before every read: a FIFO without a writer yet reads as if at its end.
            let isReady = SystemCalls.waitForInput(number, until: limit, or: cancellation)
            // Bytes that arrive from here on belong to the next process that opens the pipe.
            if cancellation.isGiven { throw .cancelled }
            guard isReady else {
                throw .timedOut(
                    path: label, after: limit?.duration ?? .zero, lacksWriter: lacksWriter)
            }
            let count = try reading(label) { () throws(Errno) in
                try SystemCalls.read(number, into: buffer)
            }
            guard let count else { continue }
            hasRead = true
            lengthenPipe(afterReading: count)
            return count
        }
    }

    package func cancel() { cancellation.give() }

    package var kind: FileSnapshot.Kind? { try? FileSnapshot(of: number).kind }

    /// Whether the input is endless, such as `/dev/zero`. Terminals and `/dev/null` end.
    var isEndless: Bool {
        kind == .endlessDevice && !isTerminal
    }

    private var isTerminal: Bool { isatty(number) == 1 }

    /// Lets a pipe hold 1 MiB, the most that every process may ask for, if as much was read as a pipe holds: its
    /// writer has waited. Nothing changes where that is not possible.
    private func lengthenPipe(afterReading count: Int) {
        guard count >= 64 << 10, !isLengthened else { return }
        isLengthened = true
        #if canImport(Glibc)
            let setSize: Int32 = 1031  // F_SETPIPE_SZ
            _ = fcntl(number, setSize, 1 << 20)
        #endif
    }

    /// Reads one byte: without a writer a non-blocking FIFO is at its end; with one it has no bytes
    /// yet.
    private var lacksWriter: Bool {
        guard let owned, !hasRead, fcntl(owned.number, F_GETFL) & O_NONBLOCK != 0 else {
            return false
        }
        return withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { byte in
            (try? SystemCalls.read(owned.number, into: byte)) == .some(0)
        }
    }
}

/// A signal to a thread that waits in `poll(2)`, once, from any thread: a pipe with nothing in it, which
/// ends.
final class WakeUp: Sendable {
    /// Readable from the signal on; negative if there is no pipe to be had: `poll(2)` ignores it.
    let descriptor: Int32
    /// The end whose closing is the signal; nil once it is given.
    private let end: Guarded<Int32?>

    init() {
        var ends: [Int32] = [-1, -1]
        if pipe(&ends) == 0 {
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        }
        (descriptor, end) = (ends[0], Guarded(ends[1]))
    }

    deinit {
        give()
        if descriptor >= 0 { close(descriptor) }
    }

    var isGiven: Bool { end.withLock { $0 == nil } }

    func give() {
        if let end = end.withLock({ $0.take() }), end >= 0 { close(end) }
    }
}
