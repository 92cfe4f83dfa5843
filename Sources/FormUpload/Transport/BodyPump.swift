import FormEncoding
import Foundation

/// Reads a body on a thread of its own, a little ahead of the transport: a stream that has no bytes
/// for now must not block the thread that all transfers of an uploader share.
///
/// Unchecked: all mutable state is behind `condition`; a buffer has one user at a time, and so has
/// `reader`, of which only `cancel` is called by others.
final class BodyPump: @unchecked Sendable {
    private let reader: BodyReader
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
    init(_ reader: BodyReader, onArrival: @escaping @Sendable () -> Void) {
        self.reader = reader
        self.onArrival = onArrival
        if !detachThread({ [self] in run() }) { end = .failure(.noThread) }
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
