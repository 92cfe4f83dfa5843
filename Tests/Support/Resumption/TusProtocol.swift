import Foundation

/// The answers of a `TusServer`.
struct TusProtocol: Sendable {
    static let version = "1.0.0"

    let behavior: TusBehavior
    let store: UploadStore

    /// Called with a request's head, before its content is read.
    func answer(to request: RecordedRequest) -> Answer {
        if request.method == "OPTIONS" { return options(request) }
        guard request.headers(named: "Tus-Resumable") == [Self.version] else {
            store.violation("Tus-Resumable", in: request)
            return refusal(412, headers: [("Tus-Version", Self.version)])
        }
        guard request.target.hasPrefix("/uploads/") else {
            return request.method == "POST" ? creation(request) : refusal(405)
        }
        guard let operation = UploadOperation(method: request.method) else { return refusal(405) }
        guard let upload = store.settled(request.target, for: request), !upload.isGone else {
            return refusal(404)
        }
        let answer =
            switch operation {
            case .append: append(request, to: upload)
            case .cancellation: termination(request, of: upload)
            default: offsetRetrieval(request, of: upload)
            }
        return scripted(operation, upload, standard: answer)
    }

    private func has(_ name: String) -> Bool { behavior.extensions.contains(name) }

    private func options(_ request: RecordedRequest) -> Answer {
        var headers = [("Tus-Version", Self.version)]
        if !behavior.extensions.isEmpty {
            headers.append(("Tus-Extension", behavior.extensions.joined(separator: ",")))
        }
        if has("checksum") { headers.append(("Tus-Checksum-Algorithm", "sha1")) }
        let upload = UploadResource(path: "", creation: request)
        return scripted(
            .options, upload, standard: [.respond(response(204, headers))])
    }

    private func creation(_ request: RecordedRequest) -> Answer {
        let hasContent = request.contentLength != 0
        let upload = store.create(request, length: request.integer("Upload-Length"))
        var standard: Answer
        if let problem = creationProblem(request, upload, hasContent) {
            store.violation(problem.1, in: request)
            standard = refusal(problem.0)
        } else if !hasContent {
            standard = [.readBody, .respond(created(upload))]
        } else {
            standard = reading(request, into: upload) { [self] in
                var response = created($0)
                response.headers.append((name: "Upload-Offset", value: "\($0.offset)"))
                return response
            }
        }
        standard.atEnd = { [store] in store.end($0, for: upload.path) }
        store.begin(request, for: upload.path)
        return scripted(.creation, upload, standard: standard)
    }

    private func creationProblem(
        _ request: RecordedRequest, _ upload: UploadResource, _ hasContent: Bool
    ) -> (Int, String)? {
        if upload.length == nil { return (400, "Upload-Length") }
        if upload.metadata == nil { return (400, "Upload-Metadata") }
        if request.header("Upload-Offset") != nil { return (400, "Upload-Offset at the creation") }
        guard hasContent else { return nil }
        if !has("creation-with-upload") { return (400, "content at the creation") }
        if request.header("Content-Type") != Self.mediaType { return (415, "Content-Type") }
        return nil
    }

    private static let mediaType = "application/offset+octet-stream"

    private func created(_ upload: UploadResource) -> Response {
        response(201, [("Location", upload.path)])
    }

    private func append(_ request: RecordedRequest, to upload: UploadResource) -> Answer {
        if request.headers(named: "Content-Type") != [Self.mediaType] {
            store.violation("Content-Type", in: request)
            return refusal(415)
        }
        guard let offset = request.integer("Upload-Offset") else {
            store.violation("no Upload-Offset", in: request)
            return refusal(400)
        }
        if offset != upload.offset { return refusal(409) }
        if request.header("Upload-Checksum") != nil, !has("checksum") {
            store.violation("Upload-Checksum", in: request)
        }
        store.begin(request, for: upload.path)
        return reading(request, into: upload) { [self] in
            response(204, [("Upload-Offset", "\($0.offset)")])
        }
    }

    /// Reads the content as far as the next cut, and answers.
    ///
    /// Content with a checksum that is not whole is dropped.
    private func reading(
        _ request: RecordedRequest, into upload: UploadResource,
        _ response: @escaping @Sendable (UploadResource) -> Response
    ) -> Answer {
        let path = upload.path
        let cut = store.takeCut(from: upload.offset, length: request.contentLength)
        let checksum = request.header("Upload-Checksum")
        var answer = Answer(
            cut.map {
                [.readBytes($0 - upload.offset)]
                    + (checksum == nil ? store.breaking(path, [.reset]) : [.reset])
            } ?? [
                .readBody,
                .choose { request in
                    if let problem = mismatch(checksum, request) {
                        store.discard(request, for: path)
                        return refusal(problem).steps
                    }
                    guard let upload = store.end(request, for: path) else { return [] }
                    if let length = upload.length, upload.offset > length {
                        store.violation("\(upload.offset) bytes of \(length)", in: request)
                        return refusal(400).steps
                    }
                    store.change(path) { $0.isComplete = $0.offset == $0.length }
                    return [.respond(response(upload))]
                },
            ])
        answer.atEnd = { [store] request in
            if checksum != nil { store.discard(request, for: path) }
            store.end(request, for: path)
        }
        return answer
    }

    /// The status for content that its checksum does not fit.
    private func mismatch(_ checksum: String?, _ request: RecordedRequest) -> Int? {
        guard let checksum else { return nil }
        let words = checksum.split(separator: " ")
        guard words.count == 2, words[0] == "sha1", let sum = Data(base64Encoded: String(words[1]))
        else { return 400 }
        return Digest.sha1(request.body.bytes).map { $0 == [UInt8](sum) } ?? true ? nil : 460
    }

    private func offsetRetrieval(_ request: RecordedRequest, of upload: UploadResource) -> Answer {
        var headers = [("Upload-Offset", "\(upload.offset)"), ("Cache-Control", "no-store")]
        if let length = upload.length { headers.append(("Upload-Length", "\(length)")) }
        if let metadata = upload.creation.header("Upload-Metadata") {
            headers.append(("Upload-Metadata", metadata))
        }
        return [.respond(response(200, headers))]
    }

    private func termination(_ request: RecordedRequest, of upload: UploadResource) -> Answer {
        guard has("termination") else {
            store.violation("DELETE", in: request)
            return refusal(405)
        }
        return store.cancellation(of: upload, response(204))
    }

    private func scripted(
        _ operation: UploadOperation, _ upload: UploadResource, standard: Answer
    ) -> Answer {
        store.scripted(behavior.script, operation, upload, standard: standard)
    }

    private func response(_ status: Int, _ headers: [(String, String)] = []) -> Response {
        Response(status, fields: [("Tus-Resumable", Self.version)] + headers)
    }

    private func refusal(_ status: Int, headers: [(String, String)] = []) -> Answer {
        [.respond(response(status, headers + [("Connection", "close")])), .halfClose, .drain]
    }
}
