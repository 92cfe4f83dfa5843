import FormEncoding

/// The events of an upload as a sequence, which ends with the response.
///
/// Each iteration sends the request. Events arrive in order; progress that was not asked for in time
/// is dropped, and nothing else is: a slow iteration slows its own transfer (elsewhere than on Linux, all
/// of its uploader), and at most a few events are held in memory. To leave the iteration, or to cancel its
/// task, cancels the upload.
public struct UploadEvents: AsyncSequence, Sendable {
    let uploader: Uploader
    let request: UploadRequest
    let maximumSize: Int?

    /// Begins an upload.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(run: Run(request, uploader, maximumSize: maximumSize))
    }

    /// An upload that is under way, which one task at a time asks for events; an actor can keep it as a `let`. The
    /// upload is cancelled when the last copy of its iterator is released.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        fileprivate let run: Run

        /// The next event; nil after the response or an error. Throws `.cancelled` after the task was cancelled,
        /// when the upload has ended.
        public func next() async throws(UploadError) -> UploadEvent? {
            let next = await withTaskCancellationHandler {
                await run.buffer.next()
            } onCancel: { [run] in
                run.cancel()
            }
            return try next.get()
        }
    }

    fileprivate final class Run: Sendable {
        let buffer: EventBuffer
        private let task: Task<Void, Never>

        init(_ request: UploadRequest, _ uploader: Uploader, maximumSize: Int?) {
            buffer = EventBuffer(isAskedBefore: uploader.options.canUseHooks)
            task = Task { [buffer] in
                do throws(UploadError) {
                    let reply = try await uploader.send(request, maximumSize: maximumSize) {
                        buffer.hasRoom(orElse: $0)
                    } onEvent: {
                        if let event = UploadEvent($0, $1) { buffer.add(event) }
                    }
                    buffer.end(.success(.response(reply)))
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
    /// Sends `request` when it is iterated over, and gives its events, of which the response is the last.
    ///
    /// The response has its body, of `maximumSize` bytes at most, or `.replyTooLarge` is thrown; with nil its
    /// bytes are in the `.body` events alone.
    ///
    ///     for try await event in uploader.events(for: request) {
    ///         switch event {
    ///         case .progress(let progress): show(progress.fraction)
    ///         case .response(let reply): print(reply.status)
    ///         default: break
    ///         }
    ///     }
    public func events(
        for request: UploadRequest, maximumSize: Int? = 10 << 20
    ) -> UploadEvents {
        UploadEvents(uploader: self, request: request, maximumSize: maximumSize)
    }
}
