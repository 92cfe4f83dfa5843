import FormEncoding

/// An element of `UploadEvents`.
public enum UploadStep: Sendable {
    /// The upload is under way.
    case event(UploadEvent)
    /// The whole response; the last element.
    case response(UploadResponse)
}

/// The events of an upload as a sequence, which ends with the response.
///
/// Each iteration sends the request. Events arrive in order; progress that was not asked for in time
/// is dropped, and nothing else is: a slow iteration slows its own transfer (where `CURLHooks` is not
/// in effect, that of its uploader), and at most a few events are held in memory. To leave the iteration, or to cancel its task, cancels
/// the upload.
public struct UploadEvents: AsyncSequence, Sendable {
    public typealias Element = UploadStep

    let uploader: Uploader
    let request: UploadRequest

    /// Begins an upload.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(run: Run(request, uploader))
    }

    /// An upload that is under way. It is cancelled when its iterator is released.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let run: Run
        private var isAtEnd = false

        fileprivate init(run: Run) { self.run = run }

        /// The next event or the response; nil after the response or an error. Throws
        /// `UploadError`; after the task was cancelled `.cancelled`, when the upload has ended.
        public mutating func next() async throws -> UploadStep? {
            if isAtEnd { return nil }
            let result = await withTaskCancellationHandler {
                await run.buffer.next()
            } onCancel: { [run] in
                run.cancel()
            }
            switch result {
            case .success(.event): break
            case .success(.response), .failure: isAtEnd = true
            }
            return try result.get()
        }
    }

    fileprivate final class Run: Sendable {
        let buffer: EventBuffer
        private let task: Task<Void, Never>

        init(_ request: UploadRequest, _ uploader: Uploader) {
            buffer = EventBuffer(isAskedBefore: uploader.options.canUseHooks)
            task = Task { [buffer] in
                do throws(UploadError) {
                    let response = try await uploader.upload(request) {
                        buffer.hasRoom(orElse: $0)
                    } onEvent: {
                        buffer.add($0)
                    }
                    buffer.end(.success(response))
                } catch {
                    buffer.end(.failure(error))
                }
            }
        }

        deinit { cancel() }

        func cancel() {
            task.cancel()
            buffer.close()
        }
    }
}

extension Uploader {
    /// Sends `request` when it is iterated over, and gives its events, then the response.
    ///
    ///     for try await step in uploader.events(for: request) {
    ///         switch step {
    ///         case .event(.progress(let progress)): show(progress.sent, of: progress.total)
    ///         case .event: break
    ///         case .response(let response): print(response.head.status)
    ///         }
    ///     }
    public func events(for request: UploadRequest) -> UploadEvents {
        UploadEvents(uploader: self, request: request)
    }
}
