import FormEncoding
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// URLSession's delegate: reports the events of each task to its exchange. With the hooks the loop does that.
final class TaskRouter: NSObject, URLSessionDataDelegate, Sendable {
    private typealias Transfer = (exchange: Exchange, hooked: HookedTransfer?)

    private let transfers = Guarded<[Int: Transfer]>([:])

    func route(_ task: URLSessionTask, to exchange: Exchange, _ hooked: HookedTransfer?) {
        transfers.withLock { $0[task.taskIdentifier] = (exchange, hooked) }
    }

    /// The exchange that URLSession reports to; nil with the hooks.
    private func exchange(of task: URLSessionTask) -> Exchange? {
        let transfer = transfers.withLock { $0[task.taskIdentifier] }
        return transfer?.hooked == nil ? transfer?.exchange : nil
    }

    private func end(_ task: URLSessionTask, _ error: (any Error)?) {
        let transfer = transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        guard let (exchange, hooked) = transfer else { return }
        if let hooked {
            // The transfer goes on, unless it never came as far as libcurl.
            guard !hooked.isStarted else { return }
            exchange.fail(.needsHooks(.request))
        }
        let code = error.map { CURLCode.nearest(to: $0 as NSError) } ?? 0
        exchange.ended(code: code, reason: error?.localizedDescription ?? "")
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping (InputStream?) -> Void
    ) {
        let exchange = exchange(of: task)
        exchange?.beginBody()
        completionHandler(
            exchange.map { exchange in BodyStream { exchange.readBody(into: $0) ?? -1 } })
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData count: Int64,
        totalBytesSent sent: Int64, totalBytesExpectedToSend total: Int64
    ) {
        _ = exchange(of: task)?.moved(written: sent)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)  // URLSession would drop the body; the 3xx is the response
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        completionHandler(.allow)
        guard let exchange = exchange(of: dataTask), let response = response as? HTTPURLResponse,
            response.statusCode >= 200
        else { return }
        _ = exchange.received(head: ResponseHead(response))
        // The body of a response that is not delivered may be long.
        if exchange.isUndelivered { exchange.ended(code: 0, reason: "") }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        _ = data.withUnsafeBytes { exchange(of: dataTask)?.received(body: $0) }
    }

    #if canImport(FoundationNetworking)
        func urlSession(
            _ session: URLSession, task: URLSessionTask,
            didReceive challenge: URLAuthenticationChallenge,
            completionHandler:
                @escaping (URLSession.AuthChallengeDisposition, URLCredential?) ->
                Void
        ) {
            // URLSession would never end the task. To cancel it waits for URLSession's queue.
            end(task, nil)
            DispatchQueue.global().async { task.cancel() }
        }
    #endif

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        end(task, error)
    }
}

extension ResponseHead {
    fileprivate init(_ response: HTTPURLResponse) {
        let lines = response.allHeaderFields.map { "\($0.key): \($0.value)\r\n" }.sorted()
        self.init(
            rawLines: (["HTTP/1.1 \(response.statusCode)\r\n"] + lines + ["\r\n"])
                .map { ByteString($0) })
    }
}

extension CURLCode {
    fileprivate static func nearest(to error: NSError) -> Int32 {
        switch error.code {
        case NSURLErrorBadURL: malformedURL
        case NSURLErrorUnsupportedURL: unsupportedProtocol
        case NSURLErrorCannotFindHost, NSURLErrorDNSLookupFailed: couldNotResolveHost
        case NSURLErrorCannotConnectToHost: couldNotConnect
        case NSURLErrorTimedOut: timedOut
        case NSURLErrorBadServerResponse: gotNothing
        case NSURLErrorSecureConnectionFailed: tlsConnect
        case NSURLErrorServerCertificateUntrusted, NSURLErrorServerCertificateHasBadDate,
            NSURLErrorServerCertificateHasUnknownRoot, NSURLErrorServerCertificateNotYetValid:
            peerFailedVerification
        default: receiveError
        }
    }
}
