import FormEncoding

/// Assembles response heads from libcurl's header lines, and tells the final one from interim ones.
struct HeadAssembly {
    enum Step: Equatable {
        case nothing
        /// A line after the body, with its line end.
        case trailer(ByteString)
        /// A head that is not the final one: a 1xx, a proxy's, or one that libcurl answered itself.
        case interim(ResponseHead)
        /// Any other, which is the final one unless it is `undecided`.
        case whole(ResponseHead)
    }

    /// Whether the request is a HEAD that has a body. Its responses have none, whatever they announce
    /// (RFC 9110 §9.3.2), but libcurl waits for it.
    var isOfHEAD = false
    /// Whether the request without its body comes first, to be asked for a login: whatever answers that,
    /// libcurl sends the request.
    var isProbing = false
    /// Whether the last whole head answers that request, which was complete without the body.
    private(set) var answersProbe = false

    /// The last whole head that was not interim when it was received.
    var head: ResponseHead?
    private var lines: [ByteString] = []
    private(set) var length = 0
    /// The last whole head while libcurl may answer it by sending the request again. The next line, the first byte of a
    /// body or the end decides whether it is the response.
    var undecided: ResponseHead?

    /// Adds a line of a head, or of a trailer after the body. Heads that come while `isConnecting`
    /// are a proxy's answers to CONNECT.
    mutating func add(_ line: ByteString, isConnecting: Bool) -> Step {
        length += line.count
        if lines.isEmpty, !line.isStatusLine { return .trailer(line) }
        lines.append(line)
        if lines.count == 1, let answered = undecided.take() {
            head = nil
            return .interim(answered)
        }
        guard line.isBlank else { return .nothing }
        let complete = ResponseHead(rawLines: lines)
        lines = []
        if isConnecting || (100..<200).contains(complete.status) { return .interim(complete) }
        head = complete
        let isAwaited = isOfHEAD && complete.value(of: "Content-Length") != "0"
        answersProbe = isProbing
        isProbing = false
        // libcurl may send the request again by itself, with credentials or without `Expect`.
        let mayBeAnswered = answersProbe || [401, 407, 417].contains(complete.status)
        if mayBeAnswered, !isAwaited { undecided = complete }
        return .whole(complete)
    }

    /// The response's head; `nil` if there is none or the last one is incomplete.
    var wholeHead: ResponseHead? { lines.isEmpty ? head : nil }

    /// Whether the response is whole with its head.
    var isComplete: Bool { isOfHEAD && isDecided }

    var isDecided: Bool { head != nil && undecided == nil }

    /// More than any server needs; a response must not go on for ever before or after its body.
    static let longestHeads = 1 << 20

    /// libcurl 7.88 calls a line that is no field a bad argument, and does not report the line.
    func fault(of code: Int32) -> ResponseFault? {
        guard code == CURLCode.badArgument, length > 0 else { return nil }
        if head == nil { return .malformedHead }
        return .malformedChunks(nil)
    }

    /// Why the response cannot be accepted, as far as its heads and trailers are known.
    func fault(after step: Step, answering method: ByteString) -> ResponseFault? {
        if length > Self.longestHeads { return .headsTooLong(Self.longestHeads) }
        switch step {
        case .whole(let head) where !head.isBodiless(answering: method): return head.framingFault
        case .trailer(let line) where !line.isField && !line.isBlank:
            return .malformedChunks(ByteString(bytes: line.bytes.withoutLineEnd))
        default: return nil
        }
    }
}

/// A line of a response head, with its line end.
extension ByteString {
    /// A trailer with a similar name, `HTTP/1.1: x`, is not one.
    var isStatusLine: Bool {
        bytes.prefix(5).map { $0 | 0x20 } == Array("http/".utf8).map { $0 | 0x20 }
            && !bytes.prefix { $0 != 0x20 }.contains(UInt8(ascii: ":"))
    }

    /// Whether it is a field, or goes on with the one above.
    fileprivate var isField: Bool {
        if bytes.first?.isSpaceOrTab == true { return true }
        let name = bytes.prefix { $0 != UInt8(ascii: ":") }
        return name.count < bytes.count && ByteString(bytes: name).isToken
    }

    var isBlank: Bool { bytes == [0x0D, 0x0A] || bytes == [0x0A] }
}
