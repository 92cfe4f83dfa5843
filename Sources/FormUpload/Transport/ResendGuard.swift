/// Decides whether libcurl may send a request again by itself, which it does when a kept connection ends
/// before an answer: only if the server cannot have taken the request, or may get it twice.
struct ResendGuard {
    /// Whether the server may get the request twice.
    let isSafe: Bool
    /// libcurl's count of written bytes at the start of the request that has no answer yet.
    private var start: Int64?

    init(isSafe: Bool) { self.isSafe = isSafe }

    /// Whether a connection may be used, perhaps for a second time. `written` counts the bytes of all
    /// requests so far.
    func allowsConnection(written: Int64) -> Bool {
        guard let start else { return true }
        return isSafe || written <= start
    }

    mutating func requestBegins(written: Int64) { start = written }

    mutating func answerBegins() { start = nil }
}
