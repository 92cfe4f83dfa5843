import FormEncoding

/// Counts what an exchange moves, and knows from that what it waits for.
struct TransferCount {
    /// For others; `progress.sent` never goes back while the body is sent.
    private(set) var progress: UploadProgress
    /// Whether a byte of the body has ever been asked for: a stream cannot be sent again then.
    private(set) var bodyWasTouched = false
    private let announced: Int64?
    /// Whether all of the body has been asked for.
    private(set) var isBodyRead: Bool
    /// What libcurl has written, as it counts: the framing of chunks is in it.
    private var written: Int64 = 0
    /// Of that, what had not been acknowledged when it was last looked at.
    private var queued: Int64 = 0
    private var framing: Int64 = 0
    private var isChunked: Bool

    init(hasBody: Bool, total: Int64?, isChunked: Bool = false) {
        progress = UploadProgress(total: total)
        announced = total
        self.isChunked = isChunked
        isBodyRead = !hasBody || total == 0
    }

    // MARK: The body

    /// Again, where the request is sent anew over another connection.
    mutating func connecting() { progress.phase = .connecting }

    /// Until libcurl asks for the body, it waits: for the response, or for a `100 Continue`.
    mutating func connected() { progress.phase = .waitingForResponse }

    /// The body will be read from its start: first, and again for a replay.
    mutating func beginBody() {
        let (phase, received) = (progress.phase, progress.received)
        progress = UploadProgress(total: announced)
        progress.received = received
        // A replay comes after an answer that libcurl does not pass on.
        progress.phase = phase == .receiving ? .waitingForResponse : phase
        isBodyRead = announced == 0
        written = 0
        framing = 0
    }

    /// `isAnew`: libcurl answers a challenge with the request, whose body it has not sent yet.
    mutating func willRead(isAnew: Bool = false) {
        if isAnew, progress.phase == .receiving { progress.phase = .waitingForResponse }
        if !isBodyRead, progress.phase == .waitingForResponse { progress.phase = .sending }
    }

    mutating func didRead(_ count: Int, of part: PartReference?, isAtEnd: Bool) {
        bodyWasTouched = true
        progress.part = part ?? progress.part
        progress.read += Int64(count)
        // Each piece becomes a chunk (RFC 9112 §7.1): its size in hex, and two line ends.
        if isChunked, count > 0 { framing += Int64(String(count, radix: 16).utf8.count + 4) }
        if count > 0, progress.phase != .receiving { progress.phase = .sending }
        isBodyRead = isAtEnd || progress.read == announced
        // Only the end tells how much a stream had.
        if isBodyRead { progress.total = progress.read }
    }

    // MARK: What leaves

    /// libcurl's own count, and of what it wrote the bytes that have not been acknowledged.
    mutating func moved(written: Int64 = 0, queued: Int64? = nil) {
        self.written = max(self.written, written)
        let queued = queued ?? self.queued
        self.queued = queued
        progress.sent = max(progress.sent, min(progress.read, bodyBytes - queued))
        guard progress.phase == .sending, isBodyRead else { return }
        let isOut = progress.sent >= progress.read || (queued == 0 && self.written >= progress.read)
        if isOut { progress.phase = .waitingForResponse }
    }

    mutating func received(_ count: Int) { progress.received += Int64(count) }

    /// After a success that comes early libcurl goes on sending, after any other answer it stops.
    mutating func headArrived(_ head: ResponseHead) {
        // HTTP/2 has frames of its own, which libcurl does not count.
        if !head.version.hasPrefix("1") { isChunked = false }
        if progress.phase != .sending || head.status >= 300 { progress.phase = .receiving }
    }

    /// The response is still to come: what was taken for it libcurl has answered.
    mutating func isAwaited() {
        if progress.phase == .receiving { progress.phase = .waitingForResponse }
    }

    /// All has been sent after the response came.
    mutating func isAnswered() {
        if progress.phase == .waitingForResponse { progress.phase = .receiving }
    }

    /// Whether libcurl has written all of the body: of the last chunk its bytes, not the line end.
    var isBodyWritten: Bool { isBodyRead && bodyBytes >= progress.read }

    /// Of what was written, the bytes of the body.
    private var bodyBytes: Int64 {
        guard isChunked, framing > 0 else { return written }
        return max(0, written - framing + 2)
    }
}
