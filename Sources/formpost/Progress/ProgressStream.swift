import Dispatch
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
    /// Tells that the stream cannot be written; called once.
    private let complain: @Sendable (WriteError) -> Void

    /// A reader may also take no longer than `limit`.
    init(
        descriptor: Int32, path: ByteString?, limit: ReaderPatience? = nil,
        _ complain: @escaping @Sendable (WriteError) -> Void
    ) {
        (self.descriptor, self.path, self.limit) = (descriptor, path, limit)
        self.complain = complain
    }

    /// How long a reader may take, in milliseconds: no upload waits for it for ever.
    private static let patience: Int32 = 5000

    /// Writes an event, and waits for who reads it; not for long. What comes after a signal's is
    /// dropped.
    func write(_ event: ProgressEvent) {
        let failure = lock.withLock { () -> WriteError? in
            guard !isClosed else { return nil }
            if case .interrupted = event { isClosed = true }
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
    private func offer(_ event: ProgressEvent) {
        if ReaderPatience.isReady(descriptor, within: 0) { write(event) }
    }

    /// Writes what `look` returns twice a second, until the watch is gone.
    func watch(_ look: @escaping @Sendable () -> ProgressEvent?) -> Watch {
        Watch { [weak self] in
            if let event = look() { self?.offer(event) }
        }
    }

    /// A timer. Unchecked: Dispatch timers are thread-safe, and the rest is behind `lock`.
    final class Watch: @unchecked Sendable {
        private let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
        private let lock = NSLock()
        private var isStopped = false  // behind `lock`

        fileprivate init(_ tick: @escaping @Sendable () -> Void) {
            let interval = DispatchTimeInterval.milliseconds(500)
            timer.schedule(deadline: .now() + interval, repeating: interval)
            timer.setEventHandler { [weak self] in
                guard let self else { return }
                self.lock.withLock { if !self.isStopped { tick() } }
            }
            timer.activate()
        }

        /// Nothing is written any more when it returns.
        func stop() {
            timer.cancel()
            lock.withLock { isStopped = true }
        }

        deinit { timer.cancel() }
    }
}
