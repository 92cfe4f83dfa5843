import FormEncoding

/// One attempt at a request, with the redirects that it meets.
struct Attempt {
    /// The request that the user made: credentials are for its host, port and scheme.
    let first: UploadRequest
    /// The request to send: the first one, or that to which its redirects led an earlier attempt. Afterwards, the one
    /// that another attempt sends: a redirect after an accepted body is not undone.
    private(set) var nextRequest: UploadRequest
    /// The number of redirects that have led to `nextRequest`.
    private(set) var followed = 0
    let options: UploadOptions
    let connections: Connections
    let room: EventRoom?
    let onEvent: EventReport
    /// Decides on a response that is no redirect: `.deliver`, `.drop` or `.keep`. The second value
    /// is `mayBeInProgress`.
    let judge: @Sendable (ResponseHead, Bool) -> Exchange.Verdict
    private(set) var bodyWasRead = false
    /// The most bytes of the body that were written to a connection.
    private(set) var bytesSent: Int64 = 0
    private(set) var facts: TransferFacts?
    /// Whether the server may still be processing what was sent by now.
    private(set) var mayBeInProgress = false

    /// Sends the request, and reports what was measured however it ends, if it does.
    mutating func run() async -> Exchange.Result {
        let result: Exchange.Result
        do throws(UploadFault) {
            result = .success(try await follow())
        } catch {
            result = .failure(error)
        }
        do throws(UploadFault) {
            if let facts { try onEvent(.measured(facts)) }
        } catch {
            return .failure(error)
        }
        return result
    }

    private mutating func follow() async throws(UploadFault) -> UploadResponse {
        let redirects = options.redirects
        var request = nextRequest
        var followed = followed
        var isRepeated = false
        while true {
            var options = options
            if isRepeated { options.curlSettings.append(CURLSetting(.freshConnection, .number(1))) }
            let exchange = Exchange(
                request, options, room: room, onEvent: onEvent
            ) { [judge, request, followed, mayBeInProgress] head, sending in
                if redirects.location(of: head, answering: request) != nil {
                    let needsBody =
                        sending.isBodyGone && redirects.maximum.map { followed < $0 } ?? true
                        && redirects.effect(of: head, on: request) == .repeatsRequest
                    return needsBody ? .deliver : .drop
                }
                let verdict = judge(head, mayBeInProgress || sending.hasRepeated)
                return sending.isBodyGone && verdict == .drop ? .deliver : verdict
            }
            let start = ContinuousClock.now
            var result = try await exchange.run(over: connections)
            bodyWasRead = bodyWasRead || exchange.bodyWasRead
            bytesSent = max(bytesSent, exchange.mostSent)
            var measured = exchange.facts
            if measured.url.bytes.isEmpty {
                measured.url = request.urlBytes
                measured.method = request.effectiveMethod
            }
            // The same place by another name has not taken what it is sent again.
            if let head = try? result.get().head, head.status == 302,
                redirects.effect(of: head, on: request) == .repeatsRequest
            {
                measured.mayHaveBeenReceived = false
            }
            let wasSent = measured.headBytesSent > 0 || exchange.mostSent > 0
            if exchange.hasRepeated || measured.mayHaveBeenReceived || wasSent && result.isLost {
                mayBeInProgress = true
            }
            facts = measured.after(facts, lasting: ContinuousClock.now - start)
            // It refused the request on a kept connection, or says for the first time that it took nothing of it.
            if case .failure(let error) = result, case .streamRefused(let isUnprocessed, _) = error,
                isUnprocessed && !isRepeated || measured.connections == 0
            {
                if exchange.isBodyGone { throw .cannotReplay(error) }
                isRepeated = true
                continue
            }
            if let error = unanswered(result, measured) {
                let mayRepeat =
                    request.mayBeRepeated(options.retry) || measured.headBytesSent == 0
                if !mayRepeat {
                    result = .failure(error)
                } else if !isRepeated, !exchange.isBodyGone {
                    isRepeated = true
                    continue
                }
            }
            isRepeated = false
            var response = try result.get()
            (response.redirects, response.url) = (followed, request.urlBytes)
            guard let location = redirects.location(of: response.head, answering: request) else {
                return response
            }
            guard exchange.isUndelivered else {
                response.needsReplay = true
                return response
            }
            let next = Result { () throws(UploadFault) in
                if let maximum = redirects.maximum, followed >= maximum {
                    throw .tooManyRedirects(maximum)
                }
                let next = try redirects.request(
                    following: request, response.head, to: location, first: first)
                if request.body != nil, next.body == nil, !response.isBodyComplete {
                    let refusal = RedirectRefusal.losesBody(
                        sent: response.bytesSent, of: response.bodyLength)
                    throw .redirectRefused(to: next.urlBytes, refusal)
                }
                return next
            }
            let found = try? next.get()
            let isLeaving = request.sendsCredentials && found?.sendsCredentials == false
            let notice = RedirectNotice(
                head: response.head, source: UploadURL.absolute(request.urlBytes),
                location: location, next: found,
                isFirstURL: found?.urlBytes == UploadURL.absolute(first.urlBytes),
                dropsBody: request.body != nil && found != nil && found?.body == nil,
                withheld: isLeaving ? first.credentialFields(options) : [])
            try onEvent(.redirecting(notice))
            request = try next.get()
            followed += 1
            if request.body == nil {
                nextRequest = request
                self.followed = followed
            }
        }
    }

    /// The error if a connection that was kept from an earlier request ended before an answer, while libcurl
    /// was sending. Where it waits for the answer, it uses another connection by itself (`ResendGuard`).
    private func unanswered(_ result: Exchange.Result, _ facts: TransferFacts) -> UploadFault? {
        guard options.canUseHooks,
            case .failure(.transfer(let code, let reason, let progress)) = result,
            [CURLCode.sendError, CURLCode.receiveError, CURLCode.http2].contains(code)
        else { return nil }
        return facts.connections == 0 && facts.headBytesReceived == 0
            ? .unanswered(code: code, reason: reason, progress) : nil
    }
}

extension Exchange.Result {
    /// Whether the server may have answered, and the answer has not arrived.
    fileprivate var isLost: Bool {
        switch self {
        case .success, .failure(.streamRefused): false
        case .failure: true
        }
    }
}
