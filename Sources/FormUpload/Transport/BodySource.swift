import FormEncoding

/// Bytes of a body, in a buffer; `isEnd` is true only when the body is whole.
typealias BodyPiece = (count: Int, part: PartReference?, isEnd: Bool)

/// Reads the body of a request for the transport, from its start each time it is sent. Used by the
/// transport's thread, but for the functions that any thread may call.
final class BodySource: Sendable {
    private struct Input {
        let read: (UnsafeMutableRawBufferPointer) throws(BodyFault) -> BodyPiece?
        let cancel: () -> Void
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

    /// Ends a read that blocks in a stream of the app: nothing is read any more, and nothing kept that was read from.
    /// From any thread.
    func cancel() {
        let input = state.withLock {
            $0.isCancelled = true
            return $0.input.take()
        }
        input?.cancel()
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
        let piece = try (input ?? begin(body, onArrival)).read(buffer)
        isPaused = piece == nil
        return piece
    }

    private func begin(_ body: EncodedBody, _ onArrival: (@Sendable () -> Void)?) -> Input {
        let reader = body.makeReader()
        reader.limitsInputs = limitsInputs
        let input: Input
        if let onArrival, body.mayBlock {
            let pump = BodyPump(reader, onArrival: onArrival)
            input = Input(read: pump.take, cancel: pump.stop)
        } else {
            // Files, or the transport cannot pause.
            input = Input(read: reader.piece, cancel: reader.cancel)
        }
        let isCancelled = state.withLock {
            if !$0.isCancelled { $0.input = input }
            return $0.isCancelled
        }
        if isCancelled { input.cancel() }
        return input
    }
}

extension BodyReader {
    fileprivate func piece(
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(BodyFault) -> BodyPiece? {
        (try read(into: buffer), currentPart, isAtEnd)
    }
}
