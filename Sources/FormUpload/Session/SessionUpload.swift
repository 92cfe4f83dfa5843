import FormEncoding
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One upload on a session of the app: reads the body, and is the task's delegate.
final class SessionUpload: NSObject, @unchecked Sendable {  // what changes is behind `lock`
    typealias Outcome = Result<(Data, HTTPURLResponse), SessionUploadError>

    private let body: EncodedBody
    private let lock = NSLock()
    private var reader: FormReader
    private var failure: BodyError?
    private var task: URLSessionTask?
    private var completion: (@Sendable (Outcome) -> Void)?
    private var isCancelled = false

    init(of body: EncodedBody) {
        self.body = body
        reader = body.makeReader()
    }

    func run(_ request: URLRequest, on session: URLSession) async -> Outcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                DispatchQueue.startingTasks.async { [self] in
                    start(request, on: session) { continuation.resume(returning: $0) }
                }
            }
        } onCancel: {
            cancel()
        }
    }

    private func start(
        _ request: URLRequest, on session: URLSession,
        completion: @escaping @Sendable (Outcome) -> Void
    ) {
        var request = request
        request.prepare(for: body)
        request.httpBodyStream = makeStream()
        let task = session.dataTask(with: request) { [self] data, response, error in
            finish { outcome(data, response, error) }
        }
        task.delegate = self
        let isWanted = lock.withLock {
            self.completion = completion
            self.task = task
            return !isCancelled
        }
        if isWanted {
            task.resume()
        } else {
            // Its session keeps a task, and what that knows, until it has ended.
            task.cancel()
            finish { .failure(.cancelled) }
        }
    }

    private func cancel() {
        let (task, reader) = lock.withLock {
            isCancelled = true
            return (self.task, self.reader)
        }
        reader.cancel()
        // Waits for the queue that the body is read on.
        DispatchQueue.global().async { task?.cancel() }
    }

    /// Reports the outcome, once; it is looked at under the lock.
    private func finish(_ outcome: () -> Outcome) {
        let report = lock.withLock { () -> (() -> Void)? in
            task = nil
            guard let completion else { return nil }
            self.completion = nil
            let outcome = outcome()
            return { completion(outcome) }
        }
        report?()
    }

    private func outcome(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) -> Outcome
    {
        if isCancelled, error != nil { return .failure(.cancelled) }
        if let failure { return .failure(.body(failure)) }
        if let error { return .failure(.session(error)) }
        guard let response = response as? HTTPURLResponse else {
            return .failure(.session(URLError(.unsupportedURL)))
        }
        if (200..<300).contains(response.statusCode), !reader.isAtEnd {
            return .failure(.endedEarly(response))
        }
        return .success((data ?? Data(), response))
    }

    // MARK: The body

    private func makeStream() -> InputStream {
        BodyStream { [self] buffer in
            let reader = lock.withLock { failure == nil ? self.reader : nil }
            do throws(BodyError) {
                return try reader?.read(into: buffer) ?? -1
            } catch {
                lock.withLock { failure = error }
                return -1
            }
        }
    }

    /// Begins the body anew, unless nothing of it was read.
    private func rewind() {
        lock.withLock {
            guard reader.bytesRead > 0 else { return }
            guard body.isReplayable else {
                failure = .notReplayable
                return
            }
            reader = body.makeReader()
        }
    }
}

extension SessionUpload: URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping (InputStream?) -> Void
    ) {
        rewind()
        completionHandler(makeStream())
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    #if canImport(FoundationNetworking)
        func urlSession(
            _ session: URLSession, task: URLSessionTask,
            didReceive challenge: URLAuthenticationChallenge,
            completionHandler:
                @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            // URLSession would not end the task, and keeps the response's body for itself.
            finish { outcome(nil, challenge.failureResponse, nil) }
            completionHandler(.cancelAuthenticationChallenge, nil)
        }
    #endif
}

extension URLRequest {
    fileprivate mutating func prepare(for body: EncodedBody) {
        if httpMethod == "GET" { httpMethod = "POST" }
        httpBody = nil
        // URLSession's default would be a URL-encoded form; RFC 9110 §8.3 has this one.
        if value(forHTTPHeaderField: "Content-Type") == nil {
            let type = body.contentType?.description ?? "application/octet-stream"
            setValue(type, forHTTPHeaderField: "Content-Type")
        }
        let means = NativeMeans.current
        let length = means.announcesLength ? body.contentLength.map { "\($0)" } : nil
        setValue(length, forHTTPHeaderField: "Content-Length")
        setValue(nil, forHTTPHeaderField: "Transfer-Encoding")
        // As curl does; libcurl leaves out a field of blanks.
        if means.removesFields, body.contentLength.map({ $0 <= 1 << 20 }) ?? false {
            setValue(" ", forHTTPHeaderField: "Expect")
        }
    }
}
