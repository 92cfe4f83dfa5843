import FormEncoding
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The connections that an uploader's transfers share, and their cookies: the loop, or a URLSession without
/// the hooks, keeps the connections that it can use again.
final class Connections: Sendable {
    private let router = TaskRouter()
    let cookies = SharedCookies()
    let ticker = Ticker()
    private let perHost: Int
    /// Made when the first transfer needs them.
    private let made = Guarded<(session: URLSession?, loop: CurlLoop?)>((nil, nil))

    private let cleanUps = Guarded<[Task<Void, Never>]>([])

    init(perHost: Int) { self.perHost = perHost }

    /// Runs `work` beside the transfers.
    func cleanUp(_ work: @escaping @Sendable () async -> Void) {
        cleanUps.withLock { $0.append(Task { await work() }) }
    }

    /// Waits for the ends of what `cleanUp` has begun.
    func endCleanUp() async {
        for task in cleanUps.withLock({ $0 }) { await task.value }
    }

    deinit { made.withLock { $0.session?.finishTasksAndInvalidate() } }

    /// The loop of the transfers, if the hooks are in effect.
    func loop() throws(UploadError) -> CurlLoop {
        _ = Preparation.isDone
        let loop = made.withLock {
            $0.loop = $0.loop ?? CurlLoop(connectionsPerHost: perHost)
            return $0.loop
        }
        guard let loop else {
            let reason = "the system gives no more threads"
            throw .transfer(
                code: CURLCode.outOfMemory, reason: reason, UploadProgress(total: nil))
        }
        return loop
    }

    /// Makes a task whose events go to `transfer`.
    func task(for request: URLRequest, hasBody: Bool, _ transfer: SessionTransfer) -> URLSessionTask
    {
        _ = Preparation.isDone
        let session = made.withLock {
            let session =
                $0.session
                ?? URLSession(
                    configuration: configuration(), delegate: router, delegateQueue: Self.queue())
            $0.session = session
            return session
        }
        let task =
            hasBody
            ? session.uploadTask(withStreamedRequest: request) : session.dataTask(with: request)
        router.route(task, to: transfer)
        return task
    }

    /// With the hooks what URLSession reports is known, and not worth changing threads for. Without,
    /// a handler that blocks must not block URLSession.
    private static func queue() -> OperationQueue? {
        HookedTransfer.isPossible ? InlineQueue() : nil
    }

    private func configuration() -> URLSessionConfiguration {
        #if canImport(FoundationNetworking)
            // `.ephemeral` makes directories under the user's home on Linux.
            let configuration = URLSessionConfiguration.default
        #else
            let configuration = URLSessionConfiguration.ephemeral
        #endif
        configuration.httpMaximumConnectionsPerHost = perHost
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.urlCredentialStorage = nil
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        return configuration
    }
}

extension DispatchQueue {
    /// Where tasks are made: URLSession makes each on a queue that all sessions share, and its caller
    /// waits for that. Waiting on a thread each, many of them would leave none for the app's own tasks,
    /// whose bytes that queue may be waiting for.
    static let startingTasks = DispatchQueue(label: "formpost.starting-tasks")
}

/// URLSession's delegate: passes the events of each task to its transfer.
private final class TaskRouter: NSObject, URLSessionDataDelegate, Sendable {
    private let transfers = Guarded<[Int: SessionTransfer]>([:])

    func route(_ task: URLSessionTask, to transfer: SessionTransfer) {
        transfers.withLock { $0[task.taskIdentifier] = transfer }
    }

    private func transfer(of task: URLSessionTask) -> SessionTransfer? {
        transfers.withLock { $0[task.taskIdentifier] }
    }

    private func removeTransfer(of task: URLSessionTask) -> SessionTransfer? {
        transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping (InputStream?) -> Void
    ) {
        completionHandler(transfer(of: task)?.bodyStream())
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData count: Int64,
        totalBytesSent sent: Int64, totalBytesExpectedToSend total: Int64
    ) {
        transfer(of: task)?.moved(sent)
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
        transfer(of: dataTask)?.received(response)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        transfer(of: dataTask)?.received(data)
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
            removeTransfer(of: task)?.wasChallenged()
            DispatchQueue.global().async { task.cancel() }
        }
    #endif

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        removeTransfer(of: task)?.completed(error)
    }
}

/// Runs each operation where it is added: on URLSession's queue, so what runs must not wait for that.
/// Unchecked, since its superclass is; it has no state of its own.
private final class InlineQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
}
