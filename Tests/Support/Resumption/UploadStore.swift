/// The uploads of a test server, which its connections share.
package final class UploadStore: Sendable {
    private struct State: Sendable {
        var uploads: [UploadResource] = []
        var violations: [String] = []
        var counts: [UploadOperation: Int] = [:]
        var cuts: [Int64]
    }

    private let state: Monitor<State>

    /// `cuts`: the offsets at which the server breaks a connection off, each once.
    init(cuts: [Int64]) { state = Monitor(State(cuts: cuts.sorted())) }

    var uploads: [UploadResource] { state.withState { $0.uploads } }
    var violations: [String] { state.withState { $0.violations } }
    var cuts: [Int64] { state.withState { $0.cuts } }

    /// Returns 1 for the first request of that operation, and so on.
    func count(_ operation: UploadOperation) -> Int {
        state.withState {
            $0.counts[operation, default: 0] += 1
            return $0.counts[operation, default: 0]
        }
    }

    /// Records what a client must not do.
    func violation(_ what: String, in request: RecordedRequest) {
        let text = "request \(request.number), \(request.method) \(request.target): \(what)"
        state.withState { $0.violations.append(text) }
    }

    /// Creates an upload; its name cannot be guessed.
    func create(_ request: RecordedRequest, length: Int64?) -> UploadResource {
        state.withState { state in
            let name =
                "\(state.uploads.count + 1)-" + String(UInt64.random(in: 0 ... .max), radix: 36)
            var upload = UploadResource(path: "/uploads/\(name)", creation: request)
            upload.length = length
            state.uploads.append(upload)
            return upload
        }
    }

    /// Returns an upload whose last request has ended; nil if there is none at `path`.
    ///
    /// A client must end a request before it asks for the offset; the end may be on its way.
    func settled(_ path: String, for request: RecordedRequest) -> UploadResource? {
        guard uploads.contains(where: { $0.path == path }) else { return nil }
        let upload = state.wait(timeout: 10) { state in
            state.uploads.first { $0.path == path && $0.reader == nil }
        }
        if upload == nil {
            violation("another request for the upload is still under way", in: request)
        }
        return upload
    }

    func change(_ path: String, _ body: (inout UploadResource) -> Void) {
        state.withState { state in
            if let index = state.uploads.firstIndex(where: { $0.path == path }) {
                body(&state.uploads[index])
            }
        }
    }

    /// Begins to read a request's body into the upload.
    func begin(_ request: RecordedRequest, for path: String) {
        change(path) { $0.reader = request.number }
    }

    /// Appends what was read of the body, once, and returns the upload.
    @discardableResult
    func end(_ request: RecordedRequest, for path: String) -> UploadResource? {
        change(path) { upload in
            guard upload.reader == request.number else { return }
            upload.reader = nil
            upload.offset += request.body.count
            upload.bytes += request.body.bytes
        }
        return uploads.first { $0.path == path }
    }

    /// Ends the reading without appending anything.
    func discard(_ request: RecordedRequest, for path: String) {
        change(path) { if $0.reader == request.number { $0.reader = nil } }
    }

    /// The next offset at which to break the connection off, if a body of `length` bytes from
    /// `offset` reaches that; it is taken.
    func takeCut(from offset: Int64, length: Int64?) -> Int64? {
        state.withState { state in
            guard let index = state.cuts.firstIndex(where: { $0 >= offset }),
                length.map({ state.cuts[index] <= offset + $0 }) ?? true
            else { return nil }
            return state.cuts.remove(at: index)
        }
    }

    /// Steps that keep what was read, and then break the connection off.
    func breaking(_ path: String, _ steps: [Step]) -> [Step] {
        [
            .choose { [self] request in
                end(request, for: path)
                return steps
            }
        ]
    }

    /// Gives an upload up, as its client asks.
    func cancellation(of upload: UploadResource, _ response: Response) -> Answer {
        [
            .choose { [self] _ in
                change(upload.path) { $0.isGone = true }
                return [.respond(response)]
            }
        ]
    }

    /// A script's answer in the place of the standard one, if it has one; what it reads before it responds is
    /// kept.
    func scripted(
        _ script: UploadScript, _ operation: UploadOperation, _ upload: UploadResource,
        standard: Answer
    ) -> Answer {
        let situation = UploadSituation(operation: operation, number: count(operation))
        guard var answer = script(situation) else { return standard }
        if case .respond(let response) = answer.steps.first, response.status >= 200 {
            answer.atEnd = { [self] in discard($0, for: upload.path) }
        } else {
            answer.atEnd = standard.atEnd
        }
        return answer
    }
}

extension Response {
    /// A response with these headers.
    init(_ status: Int, fields: [(String, String)], body: String = "") {
        self.init(status, body: body)
        headers = fields.map { (name: $0.0, value: $0.1) }
    }
}
