/// The connections that a transfer uses, of which it may need more than one.
extension Exchange {
    /// Until `connected`, heads are a proxy's answers to CONNECT.
    @discardableResult
    func connecting(after request: RequestSoFar = RequestSoFar()) -> Bool {
        guard maySend(after: request) else { return false }
        lock.withLock { if !heads.isDecided { count.connecting() } }
        return true
    }

    @discardableResult
    func connected(after request: RequestSoFar = RequestSoFar()) -> Bool {
        guard maySend(after: request) else { return false }
        lock.withLock {
            resending.requestBegins(written: request.written)
            count.connected()
        }
        return true
    }

    /// Fails if the request would be sent a second time and must not be.
    private func maySend(after request: RequestSoFar) -> Bool {
        switch lock.withLock({ resending.verdict(after: request) }) {
        case .allowed: return true
        case .refused: fail(.streamRefused(soFar))
        case .unanswered where request.reason.isEmpty:
            fail(
                .unanswered(
                    code: CURLCode.gotNothing, reason: "Empty reply from server", soFar))
        case .unanswered:
            fail(.unanswered(code: CURLCode.receiveError, reason: request.reason, soFar))
        }
        return false
    }
}
