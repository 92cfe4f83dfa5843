import FormEncoding
import Foundation

/// The stream of `--progress json`: a JSON object for each event, one a line.
final class ProgressStream: Sendable {
    private let descriptor: Int32
    private let path: ByteString?
    /// How long a line waits for the reader: an upload does not wait for a reader for ever.
    private let patience: Duration
    private let isClosed = Guarded(false)
    /// Receives the error that ends the stream; called once.
    private let complain: @Sendable (WriteError) -> Void

    init(
        descriptor: Int32, path: ByteString?, patience: Duration = .seconds(5),
        _ complain: @escaping @Sendable (WriteError) -> Void
    ) {
        (self.descriptor, self.path, self.patience) = (descriptor, path, patience)
        self.complain = complain
    }

    /// Writes an event, and waits for the reader, but not for long. Drops all events after
    /// `interrupted`.
    func write(_ event: ProgressEvent) { write { event } }

    /// Writes the event that `event` returns, if there is one, unless that has to wait: another one follows soon.
    func offer(_ event: () -> ProgressEvent?) {
        write { isReady(within: .zero) ? event() : nil }
    }

    private func write(_ event: () -> ProgressEvent?) {
        let failure = isClosed.withLock { isClosed -> WriteError? in
            guard !isClosed, let event = event() else { return nil }
            isClosed = event.name == ProgressEvent.interrupted.name
            do throws(WriteError) {
                try write(event.object + "\n")
                return nil
            } catch {
                isClosed = true
                return error
            }
        }
        if let failure { complain(failure) }
    }

    private func write(_ line: String) throws(WriteError) {
        var rest = Array(line.utf8)[...]
        while !rest.isEmpty {
            guard isReady(within: patience) else {
                throw WriteError(path: path, errno: ETIMEDOUT)
            }
            // A pipe that is ready accepts that many without blocking.
            try Array(rest.prefix(Int(PIPE_BUF))).write(to: descriptor, path: path)
            rest = rest.dropFirst(Int(PIPE_BUF))
        }
    }

    private func isReady(within time: Duration) -> Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        while true {
            let count = poll(&state, 1, Int32(clamping: time.milliseconds))
            // The write reports all other conditions.
            if count >= 0 || errno != EINTR { return count != 0 }
        }
    }
}

/// One object of the stream of `--progress json`.
struct ProgressEvent: Sendable {
    /// The version of the format: a field that means something else than before makes a new one.
    static let version = 1

    typealias Field = (name: String, value: String?)

    let name: String
    let fields: [Field]

    init(_ name: String, _ fields: [Field] = []) {
        (self.name, self.fields) = (name, fields)
    }

    /// A JSON object, on one line.
    var object: String {
        JSON.object([("version", "\(Self.version)"), ("event", JSON.string(name))] + fields)
    }

    enum Level: String, Sendable {
        case error, warning, note
        /// A line of `-v` or `--trace`.
        case wire
        /// Text of `-w`, by `%{stderr}`.
        case writeOut = "write-out"
    }

    /// A sentence that would be printed on standard error; `exit` is the exit status of an error.
    static func message(_ level: Level, exit: Int32? = nil, _ text: String) -> ProgressEvent {
        ProgressEvent(
            "message",
            [
                ("level", JSON.string(level.rawValue)), ("exit", number(exit)),
                ("text", JSON.string(text)),
            ])
    }

    static let interrupted = ProgressEvent("interrupted")

    static func number(_ value: (some BinaryInteger)?) -> String {
        value.map { "\($0)" } ?? "null"
    }
}
