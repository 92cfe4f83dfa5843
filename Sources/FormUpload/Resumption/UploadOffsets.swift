/// How much of the body was sent to a resource, and how much of it the server has. Each resource begins with a new
/// value.
struct UploadOffsets {
    /// The server has the body up to here.
    var confirmed: Int64 = 0
    /// The highest offset that it has confirmed, and how many bytes it has lost of those before it was asked.
    var highest: Int64 = 0
    var lost: Int64 = 0
    /// The range of the body in the current request; without an end, up to the body's end.
    private(set) var start: Int64 = 0
    var end: Int64?
    /// No byte at or after this offset has been sent.
    var sentEnd: Int64 = 0
    /// No byte at or after this offset has been sent by the current request: the end of its range, until `end(sent:)`
    /// tells how far it came.
    var reach: Int64 = 0
    /// Whether a limit has made the next request smaller since the highest offset rose.
    private var hasShrunk = false

    mutating func begin(at start: Int64, end: Int64?) {
        (self.start, self.end, reach) = (start, end, end ?? .max)
    }

    mutating func end(sent: Int64) throws(UploadFault) {
        reach = start + sent
        sentEnd = max(sentEnd, reach)
        if confirmed > sentEnd { throw .resumption(.offsetBeyond(confirmed, sent: sentEnd)) }
    }

    /// Takes over an offset of the server. Throws if it is lower than before, or more than was sent.
    mutating func confirm(_ offset: Int64) throws(UploadFault) {
        guard offset >= confirmed else {
            throw .resumption(.offsetFell(from: confirmed, to: offset))
        }
        if offset > reach { throw .resumption(.offsetBeyond(offset, sent: reach)) }
        if offset > highest { (highest, hasShrunk) = (offset, false) }
        confirmed = offset
    }

    /// Takes over the offset that the server was asked for.
    mutating func goOn(at offset: Int64, mayFall: Bool) throws(UploadFault) {
        lost = max(0, confirmed - offset)
        if mayFall { confirmed = min(confirmed, offset) }
        reach = sentEnd
        try confirm(offset)
    }

    /// Whether the current request has more than `largest` bytes. True once, until the highest offset rises: a server
    /// cannot ask for ever smaller requests.
    mutating func mustShrink(to largest: Int64?) -> Bool {
        guard let largest, let end, end - start > largest, !hasShrunk else { return false }
        hasShrunk = true
        return true
    }
}
