import FormEncoding
import Foundation

/// Bytes of a body, in a buffer; `isEnd` is true only when the body is whole.
typealias BodyPiece = (count: Int, part: PartReference?, isEnd: Bool)

/// Reads the body of a request for the transport, from its start each time it is sent. Used by the
/// transport's thread, but for the functions that any thread may call.
final class BodySource: Sendable {
    private enum Input {
        /// Directly: files, or the transport cannot pause.
        case reader(FormReader)
        case pump(BodyPump)

        func cancel() {
            switch self {
            case .reader(let reader): reader.cancel()
            case .pump(let pump): pump.stop()
            }
        }
    }

    private let body: EncodedBody?
    private let limitsInputs: Bool
    private let state = Guarded<(input: Input?, isCancelled: Bool, isAwaited: Bool)>(
        (nil, false, false))

    /// `limitsInputs`: whether a pipe ends with its own time limit.
    init(_ body: EncodedBody?, limitsInputs: Bool) {
        (self.body, self.limitsInputs) = (body, limitsInputs)
    }

    deinit { cancel() }

    /// Whether the transport waits for bytes; from any thread.
    var isAwaited: Bool { state.withLock { $0.isAwaited } }

    /// The transport waits, although there may be bytes.
    func pause() { state.withLock { $0.isAwaited = true } }

    func rewind() { state.withLock { $0.input.take() }?.cancel() }

    /// Ends a read that blocks in a stream of the app; from any thread.
    func cancel() {
        let input = state.withLock {
            $0.isCancelled = true
            return $0.input
        }
        input?.cancel()
    }

    /// Nothing is read any more, and nothing kept that was read from; from any thread.
    func close() {
        cancel()
        _ = state.withLock { $0.input.take() }
    }

    /// The next bytes; nil if there are none yet: `onArrival` is called when there are. Without it, a read may
    /// block instead.
    func read(
        into buffer: UnsafeMutableRawBufferPointer, onArrival: (@Sendable () -> Void)?
    ) throws(BodyFault) -> BodyPiece? {
        guard let body else { return (0, nil, isEnd: true) }
        let input = state.withLock {
            $0.isAwaited = true
            return $0.input
        }
        var isPaused = false
        defer { state.withLock { $0.isAwaited = isPaused } }
        switch input ?? begin(body, onArrival) {
        case .reader(let reader):
            let count = try reader.read(into: buffer)
            return (count, reader.currentPart, reader.isAtEnd)
        case .pump(let pump):
            let piece = try pump.take(into: buffer)
            isPaused = piece == nil
            return piece
        }
    }

    private func begin(_ body: EncodedBody, _ onArrival: (@Sendable () -> Void)?) -> Input {
        let reader = body.makeReader()
        reader.limitsInputs = limitsInputs
        let input: Input =
            if let onArrival, body.mayBlock {
                .pump(BodyPump(reader, onArrival: onArrival))
            } else {
                .reader(reader)
            }
        let isCancelled = state.withLock {
            if !$0.isCancelled { $0.input = input }
            return $0.isCancelled
        }
        if isCancelled { input.cancel() }
        return input
    }
}

/// Reads a body on a thread of its own, a little ahead of the transport: a stream that has no bytes
/// for now must not block the thread that all transfers of an uploader share.
///
/// Unchecked: all mutable state is behind `condition`; a buffer has one user at a time, and so has
/// `reader`, of which only `cancel` is called by others.
final class BodyPump: @unchecked Sendable {
    private let reader: FormReader
    private let onArrival: @Sendable () -> Void
    private let condition = NSCondition()
    private var empty = [Buffer(), Buffer()]
    private var full: [Buffer] = []
    private var end: Result<Void, BodyFault>?
    private var isAwaited = false
    private var isStopped = false

    private final class Buffer {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
        var unread = 0..<0
        var part: PartReference?
        var isLast = false

        deinit { bytes.deallocate() }
    }

    /// `onArrival` is called when there are bytes, or the end, after `take` had none to give.
    init(_ reader: FormReader, onArrival: @escaping @Sendable () -> Void) {
        self.reader = reader
        self.onArrival = onArrival
        Thread.detachNewThread { [self] in run() }
    }

    /// The bytes that have been read, without waiting for more.
    func take(into room: UnsafeMutableRawBufferPointer) throws(BodyFault) -> BodyPiece? {
        let result: Result<BodyPiece?, BodyFault> = condition.withLock {
            guard let buffer = full.first else {
                isAwaited = end == nil
                return end?.map { (0, nil, isEnd: true) } ?? .success(nil)
            }
            let count = min(room.count, buffer.unread.count)
            let start = buffer.unread.lowerBound
            room.copyMemory(from: .init(rebasing: buffer.bytes[start..<start + count]))
            buffer.unread.removeFirst(count)
            let isEmpty = buffer.unread.isEmpty
            if isEmpty {
                empty.append(full.removeFirst())
                condition.signal()
            }
            return .success((count, buffer.part, isEmpty && buffer.isLast))
        }
        return try result.get()
    }

    /// Nothing more is wanted; ends a read that blocks, if the stream can.
    func stop() {
        condition.withLock {
            isStopped = true
            condition.signal()
        }
        reader.cancel()
    }

    private func run() {
        defer { reader.close() }
        while let buffer = nextEmpty() {
            let read = Result { () throws(BodyFault) in try reader.read(into: buffer.bytes) }
            if add(read, buffer) { onArrival() }
        }
    }

    /// Waits until one is empty; nil after the end.
    private func nextEmpty() -> Buffer? {
        condition.withLock {
            while empty.isEmpty, end == nil, !isStopped { condition.wait() }
            return end == nil && !isStopped ? empty.removeFirst() : nil
        }
    }

    /// True if that was waited for.
    private func add(_ read: Result<Int, BodyFault>, _ buffer: Buffer) -> Bool {
        let isAtEnd = reader.isAtEnd
        return condition.withLock {
            switch read {
            case .success(let count) where count > 0:
                buffer.unread = 0..<count
                (buffer.part, buffer.isLast) = (reader.currentPart, isAtEnd)
                full.append(buffer)
                if isAtEnd { end = .success(()) }
            case .success: end = .success(())
            case .failure(let error): end = .failure(error)
            }
            defer { isAwaited = false }
            return isAwaited
        }
    }
}
