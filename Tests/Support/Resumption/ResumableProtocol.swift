/// The answers of a `ResumableServer`.
struct ResumableProtocol: Sendable {
    let behavior: ResumableBehavior
    let store: UploadStore

    /// The answer to a whole upload.
    private static let whole = Response(200, body: "stored\n")

    /// Called with a request's head, before its content is read.
    func answer(to request: RecordedRequest) -> Answer {
        guard request.target.hasPrefix("/uploads/") else {
            if request.method == "OPTIONS" { return options(request) }
            return isCreation(request) ? creation(request) : [.readBody, .respond(Self.whole)]
        }
        for what in violations(of: request) { store.violation(what, in: request) }
        guard let operation = UploadOperation(method: request.method) else {
            return refusal(405, "no such method")
        }
        guard let upload = store.settled(request.target, for: request), !upload.isGone else {
            return refusal(404, "no such upload")
        }
        let answer =
            switch operation {
            case .append: append(request, to: upload)
            case .cancellation: store.cancellation(of: upload, Response(204))
            default: offsetRetrieval(of: upload)
            }
        return scripted(operation, upload, standard: answer)
    }

    /// A request that states another interop version is an ordinary one (draft, appendix B).
    private func isCreation(_ request: RecordedRequest) -> Bool {
        request.header("Upload-Complete") != nil
            && request.header("Upload-Draft-Interop-Version") == "\(behavior.version)"
    }

    private func options(_ request: RecordedRequest) -> Answer {
        let upload = UploadResource(path: "", creation: request)
        return scripted(
            .options, upload,
            standard: [.respond(204, headers: ["Upload-Limit": "min-size=0"])])
    }

    private func creation(_ request: RecordedRequest) -> Answer {
        let upload = store.create(request, length: length(request, at: 0))
        let problems = violations(of: request)
        for what in problems { store.violation(what, in: request) }
        var answer: Answer
        if problems.isEmpty {
            answer = reading(request, into: upload)
        } else {
            answer = refusal(400, problems.joined(separator: "; "))
        }
        answer.atEnd = { [store] in store.end($0, for: upload.path) }
        store.begin(request, for: upload.path)
        return scripted(.creation, upload, standard: answer)
    }

    private func append(_ request: RecordedRequest, to upload: UploadResource) -> Answer {
        guard let offset = request.integer("Upload-Offset"), offset == upload.offset else {
            let offset = upload.offset
            return refusal(
                409, "the offset is \(offset)", headers: [("Upload-Offset", "\(offset)")])
        }
        if let length = length(request, at: offset), let known = upload.length, length != known {
            store.violation("the length is \(length), and was \(known)", in: request)
            return refusal(400, "another length")
        }
        store.begin(request, for: upload.path)
        var answer = reading(request, into: upload)
        answer.atEnd = { [store] in store.end($0, for: upload.path) }
        return answer
    }

    private func offsetRetrieval(of upload: UploadResource) -> Answer {
        var headers = [
            ("Upload-Offset", "\(upload.offset)"),
            ("Upload-Complete", upload.isComplete ? "?1" : "?0"), ("Cache-Control", "no-store"),
        ]
        if let length = upload.length { headers.append(("Upload-Length", "\(length)")) }
        return [.respond(Response(204, fields: headers))]
    }

    private func scripted(
        _ operation: UploadOperation, _ upload: UploadResource, standard: Answer
    ) -> Answer {
        store.scripted(behavior.script, operation, upload, standard: standard)
    }
}

extension ResumableProtocol {
    /// Reads the content as far as the next cut, with the 104s on the way, and answers.
    private func reading(_ request: RecordedRequest, into upload: UploadResource) -> Answer {
        let length = request.contentLength
        let cut = store.takeCut(from: upload.offset, length: length).map { $0 - upload.offset }
        var steps: [Step] =
            request.target == upload.path ? [] : [interim("Location", upload.path)]
        var position: Int64 = 0
        if let each = behavior.confirmsEach, let end = cut ?? length {
            for place in stride(from: each, to: end, by: Int64.Stride(each)) {
                steps += [.readBytes(each), interim("Upload-Offset", "\(upload.offset + place)")]
                position = place
            }
        }
        if let cut {
            return Answer(
                steps + [.readBytes(cut - position)] + store.breaking(upload.path, behavior.cut))
        }
        return Answer(steps + [.readBody, .choose { finish($0, upload.path) }])
    }

    /// The answer to a request whose content was read.
    private func finish(_ request: RecordedRequest, _ path: String) -> [Step] {
        guard let upload = store.end(request, for: path) else { return refusal(404, "").steps }
        if let length = upload.length, upload.offset > length {
            store.change(path) { $0.isGone = true }
            store.violation("\(upload.offset) bytes of \(length)", in: request)
            return refusal(400, "too many bytes").steps
        }
        let offset = [("Upload-Offset", "\(upload.offset)")]
        if request.header("Upload-Complete") == "?1" {
            store.change(path) { $0.isComplete = true }
            var answer = Self.whole
            answer.headers += [("Upload-Complete", "?1")] + (behavior.version == 6 ? offset : [])
            return [.respond(answer)]
        }
        let isCreation = !request.target.hasPrefix("/uploads/")
        let headers = [("Upload-Complete", "?0")] + (behavior.version == 6 ? offset : [])
        return [
            .respond(
                isCreation
                    ? Response(201, fields: headers + [("Location", upload.path)])
                    : Response(behavior.version == 6 ? 201 : 204, fields: headers))
        ]
    }

    /// A 104 with this field.
    private func interim(_ name: String, _ value: String) -> Step {
        .respond(
            Response(
                104,
                fields: [("Upload-Draft-Interop-Version", "\(behavior.version)"), (name, value)]))
    }

    private func refusal(
        _ status: Int, _ text: String, headers: [(String, String)] = []
    ) -> Answer {
        let response = Response(
            status, fields: headers + [("Upload-Complete", "?0"), ("Connection", "close")],
            body: text + "\n")
        return [.respond(response), .halfClose, .drain]
    }
}

extension UploadOperation {
    /// The operation on an upload resource.
    init?(method: String) {
        switch method {
        case "HEAD", "GET": self = .offsetRetrieval
        case "PATCH": self = .append
        case "DELETE": self = .cancellation
        default: return nil
        }
    }
}
