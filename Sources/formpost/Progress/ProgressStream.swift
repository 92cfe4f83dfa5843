import Dispatch
import FormEncoding
import Foundation

/// The stream of `--progress json`: a JSON object for each event, one a line.
///
/// Unchecked: `isBroken` is behind `lock`, which also keeps lines apart.
final class ProgressStream: @unchecked Sendable {
    private let descriptor: Int32
    private let lock = NSLock()
    private var isBroken = false
    /// Tells that the stream cannot be written; called once.
    private let complain: @Sendable (WriteError) -> Void

    init(descriptor: Int32, path: ByteString?, _ complain: @escaping @Sendable (WriteError) -> Void)
    {
        (self.descriptor, self.path, self.complain) = (descriptor, path, complain)
    }

    private let path: ByteString?

    /// Writes an event, and waits for who reads it.
    func write(_ event: ProgressEvent) {
        let failure = lock.withLock { () -> WriteError? in
            guard !isBroken else { return nil }
            do throws(WriteError) {
                try Array((event.object + "\n").utf8).write(to: descriptor, path: path)
                return nil
            } catch {
                isBroken = true
                return error
            }
        }
        if let failure { complain(failure) }
    }

    /// Writes an event unless that has to wait: another one follows soon.
    private func offer(_ event: ProgressEvent) {
        var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        if poll(&state, 1, 0) == 1 { write(event) }
    }

    /// Writes what `look` returns twice a second, until the watch is gone.
    func watch(_ look: @escaping @Sendable () -> ProgressEvent?) -> Watch {
        Watch { [weak self] in
            if let event = look() { self?.offer(event) }
        }
    }

    /// A timer. Unchecked: Dispatch timers are thread-safe.
    final class Watch: @unchecked Sendable {
        private let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))

        fileprivate init(_ tick: @escaping @Sendable () -> Void) {
            let interval = DispatchTimeInterval.milliseconds(500)
            timer.schedule(deadline: .now() + interval, repeating: interval)
            timer.setEventHandler(handler: tick)
            timer.activate()
        }

        func stop() { timer.cancel() }

        deinit { stop() }
    }
}

/// The value of `--progress-to`.
enum ProgressChannel {
    /// The path of a file; a number is an open descriptor.
    static func path(_ value: ByteString) -> ByteString {
        let isNumber = !value.isEmpty && value.bytes.allSatisfy(\.isDigit)
        return isNumber ? "/dev/fd/" + value : value
    }
}
