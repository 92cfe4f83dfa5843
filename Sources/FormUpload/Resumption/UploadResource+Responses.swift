import FormEncoding

/// What a response means for the upload.
extension UploadResource {
    enum Outcome {
        /// The response is that of the form: the upload is over.
        case response
        /// The server has the whole upload, but its response to that was lost.
        case complete
        /// Another request follows at once.
        case next(Step)
        /// The request may succeed later: after a pause the server is asked for the offset.
        case interrupted
        /// The server has removed the resource: after a pause the upload begins with another one.
        case gone
    }

    /// Judges the final response to a request, and takes over what it says. `isSent`: the whole body of the
    /// request was sent.
    mutating func outcome(
        of head: ResponseHead, to step: Step, isSent: Bool = true
    ) throws(UploadFault) -> Outcome {
        let isSuccess = head.isSuccess
        // The limits of a server that has the whole upload no longer matter.
        if isComplete(head) != true, !(step == .append && isLast && isSuccess) {
            try update(from: head)
        }
        switch step {
        case .support:
            if head.mayPassOnResource, !isLastTry { return .interrupted }
            if `protocol` != .tus, head.mayPassOnResource { throw .resumption(.rejected(head)) }
            if `protocol` == .tus {
                let extensions = head.list("Tus-Extension")
                server.createsWithBytes = extensions.contains("creation-with-upload")
                server.verifiesSHA1 =
                    extensions.contains("checksum")
                    && head.list("Tus-Checksum-Algorithm").contains("sha1")
            } else if !isSuccess || !announcesParts(head) {
                // An empty PUT would replace what is there.
                guard isSplit, request.effectiveMethod == "POST" else {
                    throw .resumption(.unsupported)
                }
                server.isTrial = true
            }
            return .next(url == nil ? .create : .offset)
        case .create:
            if server.isTrial, refusesTrial(head) { throw .resumption(.unsupported) }
            if isSuccess, isComplete(head) == true, !isLast {
                throw .resumption(.endedEarly(head.integer("Upload-Offset") ?? 0))
            }
            guard isSuccess, isComplete(head) != true else {
                return options.retry.covers(status: head.status) && !isLastTry
                    && isComplete(head) != true ? .interrupted : .response
            }
            if let location = head.value(of: "Location") { try locate(location) }
            guard url != nil else { throw .resumption(.locationMissing) }
            guard let offset = head.integer("Upload-Offset") ?? (offsets.end == 0 ? 0 : nil)
            else {
                return .next(.offset)
            }
            let isEmpty = offsets.end == 0 && !(`protocol` == .tus && length == 0)
            return isEmpty && offset == 0 ? .next(.append) : try appended(offset)
        case .offset: return try offsetOutcome(of: head)
        case .append: return try appendOutcome(of: head, isSent: isSent)
        case .cancel: return .response
        }
    }

    /// Whether the server says that it takes an upload in several requests.
    private func announcesParts(_ head: ResponseHead) -> Bool {
        head.value(of: "Upload-Limit") != nil
            || head.list("Accept-Patch").contains {
                $0.description.lowercased() == `protocol`.mediaType.value.description
            }
    }

    /// Whether a server that has not said that it knows the protocol has answered an empty creation as it would
    /// answer an empty form.
    private func refusesTrial(_ head: ResponseHead) -> Bool {
        let fields = ["Upload-Complete", "Upload-Offset", "Upload-Limit"]
        guard url == nil, !fields.contains(where: { head.value(of: $0) != nil }) else {
            return false
        }
        return head.isSuccess || [400, 411, 415, 422].contains(head.status)
    }

    private mutating func offsetOutcome(of head: ResponseHead) throws(UploadFault) -> Outcome {
        guard head.isSuccess else {
            if isGone(head) { return .gone }
            if head.mayPassOnResource || isOfAnother(head) { return .interrupted }
            throw .resumption(.rejected(head))
        }
        guard let offset = head.integer("Upload-Offset") else {
            if isOfAnother(head) { return .interrupted }
            throw .resumption(.offsetMissing(head))
        }
        if let other = head.integer("Upload-Length"), let length, other != length {
            throw .resumption(.lengthDiffers(other))
        }
        let isComplete = `protocol` == .tus ? offset == length : isComplete(head) == true
        guard isComplete else {
            try offsets.goOn(at: offset, mayFall: `protocol` == .tus)
            facts?.mayHaveBeenReceived = false
            return .next(.append)
        }
        guard offset == length else { throw .resumption(.endedEarly(offset)) }
        // Another client may have sent the rest.
        complete(head, offset)
        return `protocol` == .tus ? .complete : .next(.append)
    }

    /// Whether an answer to a question is that of a portal or a broken gateway, and the question can be asked again.
    private func isOfAnother(_ head: ResponseHead) -> Bool {
        !head.isOfResumption && !head.isGone && !isLastTry
    }

    /// Whether the upload can begin with another resource in place of the one that the server has removed. A caller
    /// that goes on with an earlier upload begins with another one itself.
    private func isGone(_ head: ResponseHead) -> Bool {
        head.isGone && !isLastTry && resumption.token == nil && completion == nil
    }

    private mutating func appendOutcome(
        of head: ResponseHead, isSent: Bool
    ) throws(UploadFault) -> Outcome {
        let isComplete = isComplete(head)
        let said = head.integer("Upload-Offset")
        if isComplete == true {
            if head.isSuccess, !isLast || lacks(said) {
                throw .resumption(.endedEarly(said ?? offsets.start))
            }
            return .response
        }
        if head.isSuccess {
            if `protocol` != .tus, isLast, isComplete == nil, !lacks(said) { return .response }
            // Without an offset, all that was sent was taken, if the answer is one of the protocol.
            let isSilent = `protocol` == .tus || isLast || !isSent || isComplete == nil
            let offset = said ?? (isSilent ? nil : offsets.end)
            guard let offset else {
                if `protocol` == .tus { throw .resumption(.offsetMissing(head)) }
                return .interrupted
            }
            return try appended(offset)
        }
        if `protocol` != .tus, isLast, head.status < 400 { return .response }
        if head.status == 413, offsets.mustShrink(to: limits.append) { return .next(.offset) }
        if isGone(head) { return .gone }
        if head.mayPassOnResource { return .interrupted }
        throw .resumption(.rejected(head))
    }

    /// The server has the body up to `offset`.
    private mutating func appended(_ offset: Int64) throws(UploadFault) -> Outcome {
        // By tus a server may lose bytes: it is asked how much it has.
        if `protocol` == .tus, offset < offsets.confirmed { return .interrupted }
        try offsets.confirm(offset)
        if `protocol` == .tus, offset == length { return .response }
        // The server has taken nothing of what it was sent.
        return offset == offsets.start ? .interrupted : .next(.append)
    }

    /// Whether an offset says that the server does not have the whole upload; of unknown length, all that was sent.
    private func lacks(_ offset: Int64?) -> Bool {
        guard let offset else { return false }
        return offset < length ?? (offsets.reach == .max ? 0 : offsets.reach)
    }

    /// Whether the server has the whole upload, as it says itself; nil if it does not say.
    func isComplete(_ head: ResponseHead) -> Bool? {
        `protocol` == .tus ? nil : head.boolean("Upload-Complete")
    }
}

// MARK: The request of the user, with the whole body

extension UploadResource {
    /// What to send after the response to the user's request; nil if that response is the final one, or the
    /// server does not know the protocol. The resource and the offset that it names count as those of a 104 do, which
    /// a proxy may have kept back.
    mutating func stepAfterWhole(
        _ head: ResponseHead
    ) throws(UploadFault) -> Step? {
        let offset = head.integer("Upload-Offset")
        let isPart = head.isSuccess && (isComplete(head) == false || lacks(offset))
        if isComplete(head) == true {
            if isPart { throw .resumption(.endedEarly(offset ?? 0)) }
            return nil
        }
        if head.status == 413 {
            try update(from: head)
            return offsets.mustShrink(to: limits.append) ? url == nil ? .create : .offset : nil
        }
        // A `Location` without these may be that of the result.
        if isPart || head.isTemporary && (isComplete(head) != nil || offset != nil) {
            if let location = head.value(of: "Location") { try locate(location) }
            if url != nil, let offset { try offsets.confirm(offset) }
        }
        // The response of a body of unknown length has been delivered.
        if let offset, length == nil, lacks(offset) { throw .resumption(.endedEarly(offset)) }
        if url == nil, isPart {
            if let offset { throw .resumption(.endedEarly(offset)) }
            throw .resumption(.locationMissing)
        }
        return url != nil && (head.isTemporary || isPart) ? .offset : nil
    }
}

// MARK: Interim responses

extension UploadResource {
    /// Takes over the URL, the limits and the offset of a 104 of the same interop version. Returns what follows from
    /// that: events, and why the request must not go on.
    mutating func interim(_ head: ResponseHead) -> (events: [TransferEvent], stop: UploadFault?) {
        var interim: (events: [TransferEvent], stop: UploadFault?) = ([], nil)
        guard head.status == 104, let version = `protocol`.draftVersion,
            head.integer("Upload-Draft-Interop-Version") == version
        else { return interim }
        let (isKnown, before) = (url != nil, offsets.confirmed)
        do throws(UploadFault) {
            if let location = head.value(of: "Location") { try locate(location) }
            guard url != nil else { return interim }
            if let offset = head.integer("Upload-Offset") { try offsets.confirm(offset) }
            if !isKnown, let token { interim.events.append(.resource(token)) }
            try update(from: head)
            if offsets.mustShrink(to: limits.append) { interim.stop = .handler(ShrunkRequest()) }
        } catch {
            interim.stop = error
        }
        if offsets.confirmed > before, var progress {
            progress.confirmed = offsets.confirmed
            interim.events.append(.progress(progress))
        }
        return interim
    }
}

/// The request under way is larger than the server allows, and ends; smaller ones follow.
struct ShrunkRequest: Error {}

extension ResponseHead {
    /// Whether a server has no resource at the URL any more.
    package var isGone: Bool { status == 404 || status == 410 }

    /// Whether the status says that the same request may succeed later.
    package var isTemporary: Bool { status >= 500 || RetryPolicy().covers(status: status) }

    /// Whether the status says that the server did nothing with the request: after a 302 or 303 a GET may follow, to
    /// see what became of it.
    var saysNotTaken: Bool {
        (300..<500).contains(status) && status != 302 && status != 303 || status == 503
    }

    /// Whether the same request to a resource may succeed later: besides, the offset may have moved (409), an
    /// earlier request may still have the resource locked (423), and a checksum may not match (460).
    var mayPassOnResource: Bool { isTemporary || [409, 423, 425, 460].contains(status) }

    /// Whether the answer is of a server that knows a protocol of resumption.
    var isOfResumption: Bool {
        ["Upload-Offset", "Upload-Complete", "Tus-Resumable"].contains { value(of: $0) != nil }
    }
}
