import FormEncoding
import Foundation

/// The upload resource as far as the client knows it: its URL, how much of the body the server has confirmed,
/// and what the server allows. A value: a response can be judged on a copy before its request has ended.
struct UploadResource: Sendable {
    enum Step: Sendable {
        /// `OPTIONS`: whether the server knows the protocol, and its limits.
        case support
        /// The user's request without the body, or with a small one by tus.
        case create
        /// `HEAD`: how much the server has.
        case offset
        /// `PATCH`: the next bytes.
        case append
        /// `DELETE`: the upload is given up.
        case cancel
    }

    /// The request as the user made it.
    let request: UploadRequest
    let resumption: Resumption
    let options: UploadOptions
    /// Nil until the server has named it.
    private(set) var url: ByteString?
    /// The URL of the request under way, which a `Location` is relative to.
    var base: ByteString
    var offsets = UploadOffsets()
    private(set) var limits = ResourceLimits()
    var server = ServerSupport()
    /// Whether bytes of the body have been sent, also to an earlier resource.
    private(set) var wasBodySent = false
    /// Whether there will be no retry after the request under way.
    var isLastTry = false
    /// The progress of the whole body that was reported last.
    private(set) var progress: UploadProgress?
    /// The measurements of all requests so far: the bytes add up, all else is of the last one.
    var facts: TransferFacts?
    /// The response by which the server said that it has the whole upload, and the measurements by then. By the
    /// draft the response to the upload itself is then asked for with an empty request.
    var completion: (head: ResponseHead, facts: TransferFacts)?
    /// When the first of these requests began.
    private var began = ContinuousClock.now

    /// Nil for a request that is not resumable, or has no body.
    init?(_ request: UploadRequest, _ options: UploadOptions) throws(UploadFault) {
        guard let resumption = request.resumption, let body = request.body else { return nil }
        if options.probesForChallenge(request) { throw .resumption(.emptyProbe) }
        var options = options
        // Before a request with bytes the server is asked how much it has.
        options.retry.isRepeatable = true
        (self.request, self.resumption, self.options) = (request, resumption, options)
        (base, offsets.end) = (request.urlBytes, body.contentLength)
        if isSplit || resumption.protocol == .tus {
            guard body.contentLength != nil else { throw .resumption(.unknownLength) }
            if isSplit, !body.isReplayable { throw .body(.notReplayable) }
        }
        guard let token = resumption.token else { return }
        // Earlier calls may have sent everything.
        (offsets.sentEnd, offsets.reach) = (length ?? .max, length ?? .max)
        try locate(ByteString(token.url))
        try offsets.confirm(token.offset)
        limits.expires = token.expires
    }

    /// The request to begin with; nil: that of the user, with the whole body.
    var firstStep: Step? {
        if url != nil { return resumption.sha1 == nil ? .offset : .support }
        return isSplit || `protocol` == .tus ? .support : nil
    }

    var isSplit: Bool {
        guard let size = resumption.appendSize else { return false }
        return length.map { $0 > size } ?? true
    }

    var `protocol`: ResumptionProtocol { resumption.protocol }
    var length: Int64? { request.body?.contentLength }
    /// Whether the request under way has the last byte of the body.
    var isLast: Bool { offsets.end == length }

    /// The token to go on with; nil without a URL.
    var token: UploadToken? {
        url.map { url in
            UploadToken(
                url: url.description, offset: offsets.confirmed, length: length,
                contentType: request.body?.contentType?.value.description,
                expires: limits.expires, protocol: `protocol`)
        }
    }
}

extension UploadResource {
    /// The user's request, which invites the server to make a resource for it; what was known is forgotten.
    mutating func wholeRequest() -> UploadRequest {
        forget(end: length)
        (facts, limits, began) = (nil, ResourceLimits(), .now)
        var whole = request
        whole.resumption = nil
        whole.headers += creationFields(isComplete: true)
        return whole
    }

    /// Forgets the resource, before a request that has the body up to `end`.
    private mutating func forget(end: Int64?) {
        (url, base, completion) = (nil, request.urlBytes, nil)
        offsets = UploadOffsets()
        offsets.begin(at: 0, end: end)
    }

    /// The next request, with the bytes that are to be sent now.
    mutating func request(for step: Step) throws(UploadFault) -> UploadRequest {
        switch step {
        case .support:
            base = request.urlBytes
            offsets.begin(at: 0, end: 0)
            let version = `protocol` == .tus ? [] : [`protocol`.versionField]
            return bodiless("OPTIONS", version)
        case .create: return creation()
        case .offset: return try onResource("HEAD")
        case .append:
            let start = offsets.confirmed
            let end = length.map {
                start + limits.pieceSize(of: $0 - start, own: resumption.appendSize)
            }
            offsets.begin(at: start, end: end)
            var body = request.body?.slice(
                from: start, count: isLast ? nil : end.map { $0 - start })
            body?.contentType = `protocol`.mediaType
            return try onResource(
                "PATCH", body,
                [HeaderField("Upload-Offset", "\(start)")] + `protocol`.completeness(isLast))
        case .cancel: return try onResource("DELETE")
        }
    }

    private mutating func creation() -> UploadRequest {
        let isSmall = `protocol` == .tus && server.createsWithBytes && isSmallEnough
        forget(end: isSmall ? length : 0)
        var next = request
        next.resumption = nil
        if !isSmall { next.body = EncodedBody(bytes: "", contentType: request.body?.contentType) }
        if `protocol` == .tus {
            next.methodBytes = "POST"
            next.headers = own(request.headers)
            next.body?.contentType = isSmall ? `protocol`.mediaType : nil
        } else {
            next.headers.removeAll(where: \.isFraming)
        }
        next.headers += creationFields(isComplete: false)
        return next
    }

    /// Whether a small body can go with the creation. Not if there are retries: a creation whose answer is lost
    /// names no resource, and the server may have the whole upload.
    private var isSmallEnough: Bool {
        guard let length, options.retry.maximum == 0 else { return false }
        return length <= 1 << 16
            && limits.pieceSize(of: length, own: resumption.appendSize) == length
    }

    private func creationFields(isComplete: Bool) -> [HeaderField] {
        var fields = [`protocol`.versionField] + `protocol`.completeness(isComplete)
        if let length { fields.append(HeaderField("Upload-Length", "\(length)")) }
        let metadata = resumption.metadata.map { name, value in
            name + (value.isEmpty ? "" : " ").utf8 + Data(value.bytes).base64EncodedString().utf8
        }
        if !metadata.isEmpty {
            let value = metadata.map(\.bytes).joined(separator: Array(",".utf8))
            fields.append(HeaderField("Upload-Metadata", ByteString(Array(value))))
        }
        return fields
    }

    /// The fields of the user that are neither about the body nor the protocol's.
    private func own(_ headers: [HeaderField]) -> [HeaderField] {
        let version = `protocol`.versionField.name.description
        return headers.filter { !$0.isAboutBody && !$0.isNamed(version) }
    }

    private func bodiless(_ method: ByteString, _ fields: [HeaderField]) -> UploadRequest {
        var next = request
        (next.methodBytes, next.body, next.resumption) = (method, nil, nil)
        next.headers =
            own(request.headers).filter { !$0.isRequestKey && !$0.isPrecondition } + fields
        return next
    }

    private mutating func onResource(
        _ method: ByteString, _ body: EncodedBody? = nil, _ fields: [HeaderField] = []
    ) throws(UploadFault) -> UploadRequest {
        guard let url else { throw .resumption(.locationMissing) }
        base = url
        var next = bodiless(method, [`protocol`.versionField] + fields)
        next.body = body
        try options.redirects.retarget(
            &next, to: try UploadURL(url, relativeTo: nil), first: request)
        return next
    }

    /// Takes over the URL of the resource; another one than before is a fault.
    mutating func locate(_ location: ByteString) throws(UploadFault) {
        // It would be the URL itself.
        guard let first = location.bytes.first, first != UInt8(ascii: "#") else {
            throw .resumption(.unusableLocation(location, .malformed))
        }
        var redirects = options.redirects
        redirects.leavesTLS = false
        var current = request
        current.urlBytes = base
        let found: UploadURL
        do throws(UploadFault) {
            found = try redirects.target(location, after: current)
            let home = try UploadURL(request.urlBytes, relativeTo: nil)
            guard home.scheme != "https" || found.scheme == "https" else {
                throw .redirectRefused(to: found.text, .leavesTLS)
            }
        } catch {
            guard case .redirectRefused(let url, let refusal) = error else {
                throw .resumption(.unusableLocation(location, .malformed))
            }
            throw .resumption(.unusableLocation(url, refusal))
        }
        // A relative `Location` takes over the login of the URL that it is relative to: leave it out.
        let place = UploadURL.withoutCredentialsAndFragment(found.text)
        guard url == nil || url == place else { throw .resumption(.locationChanged) }
        url = place
    }

    mutating func update(from head: ResponseHead) throws(UploadFault) {
        limits.update(from: head)
        if let size = limits.size, let length, length > size {
            throw .resumption(.tooLarge(limit: size))
        }
        if let least = limits.leastAppend, let most = limits.append, least > most {
            throw .resumption(.limitsContradict(least: least, most: most))
        }
    }

    mutating func endRequest(sent: Int64) throws(UploadFault) {
        if sent > 0 { wasBodySent = true }
        try offsets.end(sent: sent)
    }

    mutating func whole(_ part: UploadProgress) -> UploadProgress {
        var whole = part
        whole.sent += offsets.start
        whole.read += offsets.start
        whole.total = length ?? part.total.map { $0 + offsets.start }
        whole.confirmed = url == nil ? nil : offsets.confirmed
        progress = whole
        return whole
    }

    /// The response to the whole upload, with its counts.
    func whole(_ response: UploadResponse) -> UploadResponse {
        var whole = response
        whole.bytesSent += offsets.start
        whole.bodyLength = length ?? response.bodyLength.map { $0 + offsets.start }
        whole.isBodyComplete = isLast && response.isBodyComplete
        (whole.url, whole.needsReplay) = (request.urlBytes, false)
        whole.isStored =
            isComplete(response.head) == true && response.head.status >= 500
            && whole.isBodyComplete
        return whole
    }

    /// Adds the measurements of a request; returns those of the upload, whose time goes on in the pauses. Only a
    /// request with the last bytes can have made it whole.
    mutating func add(_ measured: TransferFacts, isBodiless: Bool) -> TransferFacts {
        var sum = measured
        sum.mayHaveBeenReceived =
            completion != nil || facts?.mayHaveBeenReceived == true
            || measured.mayHaveBeenReceived && isLast && !isBodiless
        sum.bytesSent += facts?.bytesSent ?? 0
        facts = sum
        return self.sum(sum)
    }

    /// The measurements of the upload up to now, and of one of its requests.
    func sum(_ measured: TransferFacts) -> TransferFacts {
        var sum = measured
        sum.bytesSent = facts?.bytesSent ?? measured.bytesSent
        sum.total = .now - began
        return sum
    }

    /// Records that the server has the whole upload.
    mutating func complete(_ head: ResponseHead, _ length: Int64) {
        (offsets.confirmed, offsets.highest, offsets.lost) = (length, length, 0)
        completion = (head, facts ?? TransferFacts())
    }

    /// Whether no one can resume the upload after this error: the server has less than it confirmed, its
    /// limits rule the upload out, or the body cannot be read again. By tus a resource is deleted on request only.
    func isUseless(after error: UploadFault) -> Bool {
        guard url != nil, `protocol` != .tus, completion == nil else { return false }
        return switch error {
        case .resumption(.offsetFell), .resumption(.tooLarge), .resumption(.limitsContradict),
            .body(.notReplayable), .cannotReplay:
            true
        default: false
        }
    }

    /// Whether a server that was asked says that it has the whole upload; nil if it does not say how much it has.
    /// The body may be another one than that of the upload.
    func isWhole(_ head: ResponseHead) -> Bool? {
        guard head.isSuccess, let offset = head.integer("Upload-Offset") else { return nil }
        guard `protocol` == .tus else { return head.boolean("Upload-Complete") == true }
        return offset == head.integer("Upload-Length") ?? resumption.token?.length ?? length
    }
}

struct ServerSupport {
    /// It takes bytes with the request that creates a resource (tus).
    var createsWithBytes = false
    var verifiesSHA1 = false
    /// It has not said that it knows the protocol: an empty creation finds out.
    var isTrial = false
}
