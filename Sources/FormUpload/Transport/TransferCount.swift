import FormEncoding

/// Counts the bytes of an exchange, and derives its phase from them.
struct TransferCount {
    /// `progress.sent` never decreases while the body is sent.
    private(set) var progress: UploadProgress
    /// Whether the body has ever been read; a stream cannot be sent again then.
    private(set) var bodyWasTouched = false
    /// The largest number of bytes of the body that have been read for one try: libcurl begins the body again
    /// after a kept connection has broken off, and the server may have what it sent before.
    private(set) var mostRead: Int64 = 0
    /// The same of those that libcurl has written.
    private(set) var mostWritten: Int64 = 0
    private let announced: Int64?
    private(set) var isBodyRead: Bool
    /// The bytes that libcurl has written, including chunk framing.
    private(set) var written: Int64 = 0
    private var framing: Int64 = 0
    private var isChunked: Bool

    init(total: Int64?, isChunked: Bool = false) {
        progress = UploadProgress(total: total)
        announced = total
        self.isChunked = isChunked
        isBodyRead = total == 0
    }

    /// Also called when the request is sent again over another connection.
    mutating func connecting() { progress.phase = .connecting }

    /// Until libcurl asks for the body, it waits for the response or for a `100 Continue`.
    mutating func connected() { progress.phase = .waitingForResponse }

    /// The body will be read from its start, for the first time or for a replay.
    mutating func beginBody() {
        let (phase, received) = (progress.phase, progress.received)
        progress = UploadProgress(total: announced)
        progress.received = received
        // A replay follows a response that libcurl does not pass on.
        progress.phase = phase == .receiving ? .waitingForResponse : phase
        isBodyRead = announced == 0
        written = 0
        framing = 0
    }

    /// `isAnew`: libcurl repeats the request after a challenge, without having sent the body
    /// before.
    mutating func willRead(isAnew: Bool = false) {
        if isAnew, progress.phase == .receiving { progress.phase = .waitingForResponse }
        if !isBodyRead, progress.phase == .waitingForResponse { progress.phase = .sending }
    }

    mutating func didRead(_ count: Int, of part: PartReference?, isAtEnd: Bool) {
        bodyWasTouched = true
        progress.partReference = part ?? progress.partReference
        progress.read += Int64(count)
        mostRead = max(mostRead, progress.read)
        // Each piece becomes a chunk (RFC 9112 §7.1): its size in hex, and two line ends.
        if isChunked, count > 0 { framing += Int64(String(count, radix: 16).utf8.count + 4) }
        if count > 0, progress.phase != .receiving { progress.phase = .sending }
        isBodyRead = isAtEnd || progress.read == announced
        // The length of a stream is known at its end.
        if isBodyRead { progress.total = progress.read }
    }

    /// `written` is libcurl's own count, `queued` the unacknowledged bytes among them, both of the
    /// same moment.
    mutating func moved(written: Int64, queued: Int64 = 0) {
        self.written = max(self.written, written)
        mostWritten = max(mostWritten, min(progress.read, bodyBytes(of: written)))
        progress.sent = max(progress.sent, min(progress.read, bodyBytes(of: written) - queued))
        guard progress.phase == .sending, isBodyRead else { return }
        let isOut = progress.sent >= progress.read || (queued == 0 && written >= progress.read)
        if isOut { progress.phase = .waitingForResponse }
    }

    mutating func received(_ count: Int) { progress.received += Int64(count) }

    /// After an early success libcurl continues sending; after any other response it stops.
    mutating func headArrived(_ head: ResponseHead) {
        // HTTP/2 has frames of its own, which libcurl does not count.
        if !head.version.hasPrefix("1") { isChunked = false }
        if progress.phase != .sending || head.endsSending { progress.phase = .receiving }
    }

    /// The last head was not the response: libcurl has answered it.
    mutating func waitForResponse() {
        if progress.phase == .receiving { progress.phase = .waitingForResponse }
    }

    /// The rest of the body was sent after the response came.
    mutating func beginReceiving() {
        if progress.phase == .waitingForResponse { progress.phase = .receiving }
    }

    /// Whether libcurl has written all bytes of the body; the line end after the last chunk may be
    /// missing.
    var isBodyWritten: Bool { isBodyRead && bodyBytes(of: written) >= progress.read }

    /// Whether the other end may have the whole request. `isMeasured`: libcurl has counted what it has written.
    func mayBeWhole(isMeasured: Bool) -> Bool {
        guard announced != 0 else { return progress.phase != .connecting }
        if let announced { return (isMeasured ? mostWritten : mostRead) >= announced }
        return isMeasured ? isBodyWritten : isBodyRead
    }

    private func bodyBytes(of written: Int64) -> Int64 {
        guard isChunked, framing > 0 else { return written }
        return max(0, written - framing + 2)
    }
}
