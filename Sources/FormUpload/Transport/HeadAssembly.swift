import FormEncoding

/// Puts the lines that libcurl hands over together to response heads, and tells the final one from
/// those before it.
struct HeadAssembly {
    /// What a line has brought.
    enum Step: Equatable {
        case nothing
        /// A head that is not the response: a 1xx, a proxy's, one that libcurl has answered itself.
        case interim(ResponseHead)
        /// A whole head that libcurl may answer by sending the request anew: whether it is the
        /// response is known with the next line, the first byte of a body, or the end.
        case undecided(ResponseHead)
        case final(ResponseHead)
    }

    /// The last whole head that was not interim when it was received.
    private(set) var head: ResponseHead?
    private var lines: [ByteString] = []
    private var undecided: ResponseHead?

    /// A line of a head, or of a trailer after the body. Before the request can be sent
    /// (`isConnecting`) a proxy answers CONNECT.
    mutating func add(_ line: ByteString, isConnecting: Bool) -> Step {
        if lines.isEmpty, !line.isStatusLine { return .nothing }  // a trailer
        lines.append(line)
        if lines.count == 1, let answered = takeUndecided() {
            head = nil
            return .interim(answered)
        }
        guard line.isBlank else { return .nothing }
        let complete = ResponseHead(rawLines: lines)
        lines = []
        if isConnecting || (100..<200).contains(complete.status) { return .interim(complete) }
        head = complete
        guard complete.mayBeAnswered else { return .final(complete) }
        undecided = complete
        return .undecided(complete)
    }

    /// A head that came in one piece.
    mutating func add(_ whole: ResponseHead) { head = whole }

    /// The head that libcurl might have answered, once it has not, or has.
    mutating func takeUndecided() -> ResponseHead? {
        defer { undecided = nil }
        return undecided
    }

    /// The response's head; `nil` while there is none, and where the last one is not whole.
    var wholeHead: ResponseHead? { lines.isEmpty ? head : nil }

    var isUndecided: Bool { undecided != nil }

    var isDecided: Bool { head != nil && undecided == nil }
}
