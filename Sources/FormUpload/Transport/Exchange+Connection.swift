/// The connections that a transfer uses, of which it may need more than one.
extension Exchange {
    /// Until `connected`, heads are a proxy's answers to CONNECT.
    @discardableResult
    func connecting(written: Int64 = 0, reason: String = "") -> Bool {
        guard maySend(after: written, reason) else { return false }
        lock.withLock { if !heads.isDecided { count.connecting() } }
        return true
    }

    @discardableResult
    func connected(written: Int64 = 0, reason: String = "") -> Bool {
        guard maySend(after: written, reason) else { return false }
        lock.withLock {
            resending.requestBegins(written: written)
            count.connected()
        }
        return true
    }

    /// Fails if the request would be sent a second time that must not be. `reason` is libcurl's sentence
    /// about the connection that ended; a connection that was closed has none.
    private func maySend(after written: Int64, _ reason: String) -> Bool {
        if lock.withLock({ resending.allowsConnection(written: written) }) { return true }
        fail(
            reason.isEmpty
                ? .unanswered(code: CURLCode.gotNothing, reason: "Empty reply from server", soFar)
                : .unanswered(code: CURLCode.receiveError, reason: reason, soFar))
        return false
    }
}
