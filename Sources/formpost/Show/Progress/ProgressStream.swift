import FormEncoding
import Foundation

/// The stream of `--progress json`: a JSON object for each event, one a line.
///
/// Unchecked: `isClosed` is behind `lock`, which also keeps lines apart.
final class ProgressStream: @unchecked Sendable {
    private let descriptor: Int32
    private let path: ByteString?
    private let limit: ReaderPatience?
    private let lock = NSLock()
    private var isClosed = false
    /// Receives the error that ends the stream; called once.
    private let complain: @Sendable (WriteError) -> Void

    /// A reader has no more time than `limit` allows.
    init(
        descriptor: Int32, path: ByteString?, limit: ReaderPatience? = nil,
        _ complain: @escaping @Sendable (WriteError) -> Void
    ) {
        (self.descriptor, self.path, self.limit) = (descriptor, path, limit)
        self.complain = complain
    }

    /// The time that a reader has for a line, in milliseconds: no upload waits for a reader for ever.
    private static let patience: Int32 = 5000

    /// Writes an event, and waits for the reader, but not for long. Drops all events after
    /// `interrupted`.
    func write(_ event: ProgressEvent) {
        let failure = lock.withLock { () -> WriteError? in
            guard !isClosed else { return nil }
            isClosed = event.name == ProgressEvent.interrupted.name
            do throws(WriteError) {
                try writeLine(Array((event.object + "\n").utf8))
                return nil
            } catch {
                isClosed = true
                return error
            }
        }
        if let failure { complain(failure) }
    }

    private func writeLine(_ line: [UInt8]) throws(WriteError) {
        try line.write(to: descriptor, path: path) {
            min(Self.patience, limit?.milliseconds ?? Self.patience)
        }
    }

    /// Writes an event unless that has to wait: another one follows soon.
    func offer(_ event: ProgressEvent) {
        if ReaderPatience.isReady(descriptor, within: 0) { write(event) }
    }
}
