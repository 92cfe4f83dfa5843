import FormEncoding

/// Bytes of a body, in a buffer; `isEnd` is true only when the body is whole.
typealias BodyPiece = (count: Int, part: PartReference?, isEnd: Bool)

/// The body of a request as the transport reads it, once from its start.
struct BodyInput {
    /// Reads the next bytes; nil if there are none yet.
    let read: (UnsafeMutableRawBufferPointer) throws(BodyFault) -> BodyPiece?
    /// Ends a read that blocks in a stream of the app; from any thread.
    let cancel: () -> Void

    /// `limitsInputs`: whether a pipe ends with its own time limit. `onArrival` is called when there are bytes after
    /// `read` had none; without it, a read may block instead.
    init(_ body: EncodedBody, limitsInputs: Bool, onArrival: (@Sendable () -> Void)?) {
        let reader = body.makeReader()
        reader.limitsInputs = limitsInputs
        if let onArrival, body.mayBlock {
            let pump = BodyPump(reader, onArrival: onArrival)
            (read, cancel) = (pump.take, pump.stop)
        } else {
            // Files, or the transport cannot pause.
            (read, cancel) = (reader.piece, reader.cancel)
        }
    }
}

extension BodyReader {
    fileprivate func piece(
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(BodyFault) -> BodyPiece? {
        (try read(into: buffer), currentPart, isAtEnd)
    }
}
