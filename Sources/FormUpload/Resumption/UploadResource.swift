import FormEncoding
import Foundation

/// The upload resource as far as the client knows it: its URL, how much of the body the server has confirmed,
/// and what the server allows. A value: a response can be judged on a copy before its request has ended.
struct UploadResource: Sendable {
    /// A request of the protocol.
    enum Step: Sendable {
        /// `OPTIONS`: whether the server knows the protocol, and its limits.
        case support
        /// The user's request without the body, or with a small one by tus.
        case create
        /// `HEAD`: how much the server has.
        case offset
        /// `PATCH`: the next bytes.
        case append
    }

    /// The request as the user made it.
    let request: UploadRequest
    let resumption: Resumption
    let options: UploadOptions
    /// Nil until the server has named it.
    private(set) var url: ByteString?
    /// The URL of the request under way, which a `Location` is relative to.
    var base: ByteString
    /// The offset up to which the server has the body.
    private(set) var confirmed: Int64 = 0
    /// The range of the body in the current request; without an end, up to the body's end.
    private(set) var start: Int64 = 0
    private(set) var end: Int64?
    /// No byte at or after this offset has been sent.
    private(set) var sentEnd: Int64 = 0
    /// The same by the current request: its end, until it is known how far that was sent.
    private(set) var reach: Int64 = 0
    /// The highest offset that the server has confirmed, and how many bytes it has lost of those before it was asked.
    private(set) var highest: Int64 = 0
    private(set) var lost: Int64 = 0
    private(set) var limits = ResourceLimits()
    /// Whether there will be no retry after the request under way.
    var isLastTry = false
    /// The progress of the whole body that was reported last.
    private var progress: UploadProgress?
    /// Whether the server takes bytes with the request that creates the resource (tus).
    var createsWithBytes = false
    /// Whether the server verifies checksums by SHA-1 (tus).
    var verifiesSHA1 = false
    /// Whether a limit has made the next request smaller since the offset last moved.
    private var hasShrunk = false
    /// The measurements of all requests so far: the bytes and the time add up, all else is of the last one.
    private(set) var facts: TransferFacts?
    /// The response by which the server said that it has the whole upload, and the measurements by then. By the
    /// draft the response to the upload itself is then asked for with an empty request.
    var completion: (head: ResponseHead, facts: TransferFacts)?
    /// When the first of these requests began.
    private var began = ContinuousClock.now
    /// Whether the server has not said that it knows the protocol: an empty creation finds out.
    var isTrial = false

    /// Nil for a request that is not resumable, or has no body.
    init?(_ request: UploadRequest, _ options: UploadOptions) throws(UploadError) {
        guard let resumption = request.resumption, let body = request.body else { return nil }
        if options.probesForChallenge(request) { throw .resumption(.emptyProbe) }
        (self.request, self.resumption, self.options) = (request, resumption, options)
        (base, end) = (request.url, body.contentLength)
        if isSplit || resumption.protocol == .tus {
            guard body.contentLength != nil else { throw .resumption(.unknownLength) }
            if isSplit, !body.isReplayable { throw .body(.notReplayable) }
        }
        guard let token = resumption.token else { return }
        (sentEnd, reach) = (length ?? .max, length ?? .max)
        do throws(ResumptionFault) {
            try locate(ByteString(token.url))
            try confirm(token.offset)
        } catch {
            throw .resumption(error)
        }
        limits.expires = token.expires
    }

    /// The request to begin with; nil: that of the user, with the whole body.
    var firstStep: Step? {
        if url != nil { return resumption.checksum == nil ? .offset : .support }
        return isSplit || `protocol` == .tus ? .support : nil
    }

    var isSplit: Bool {
        guard let size = resumption.appendSize else { return false }
        return length.map { $0 > size } ?? true
    }

    var `protocol`: ResumptionProtocol { resumption.protocol }
    var length: Int64? { request.body?.contentLength }
    /// Whether the request under way has the last byte of the body.
    var isLast: Bool { end == length }

    /// The token to go on with; nil without a URL.
    var token: UploadToken? {
        url.map { url in
            UploadToken(
                url: url.description, offset: confirmed, length: length,
                contentType: request.body?.contentType?.value.description,
                expires: limits.expires, protocol: `protocol`)
        }
    }
}

// MARK: Requests

extension UploadResource {
    /// The user's request, which invites the server to make a resource for it; what was known is forgotten.
    mutating func wholeRequest() -> UploadRequest {
        (base, end) = (request.url, length)
        forget()
        (facts, limits, began) = (nil, ResourceLimits(), .now)
        var whole = request
        whole.resumption = nil
        whole.headers += creationFields(isComplete: true)
        return whole
    }

    /// Forgets the resource.
    private mutating func forget() {
        (url, confirmed, highest, start) = (nil, 0, 0, 0)
        (hasShrunk, completion) = (false, nil)
        reach = end ?? .max
    }

    /// The next request, with the bytes that are to be sent now.
    mutating func request(for step: Step) throws(UploadError) -> UploadRequest {
        defer { reach = end ?? .max }
        switch step {
        case .support:
            (base, start, end) = (request.url, 0, 0)
            let version = `protocol` == .tus ? [] : [`protocol`.versionField]
            return bodiless("OPTIONS", version)
        case .create:
            base = request.url
            forget()
            return creation()
        case .offset: return try onResource("HEAD")
        case .append:
            start = confirmed
            end = length.map {
                start + limits.pieceSize(of: $0 - start, own: resumption.appendSize)
            }
            var body = request.body?.slice(
                from: start, count: isLast ? nil : end.map { $0 - start })
            body?.contentType = `protocol`.mediaType
            return try onResource(
                "PATCH", body,
                [HeaderField("Upload-Offset", "\(start)")] + `protocol`.completeness(isLast))
        }
    }

    /// The request that deletes the resource.
    mutating func cancellation() throws(UploadError) -> UploadRequest { try onResource("DELETE") }

    private mutating func creation() -> UploadRequest {
        var next = request
        next.resumption = nil
        next.headers.removeAll(where: \.isFraming)
        guard `protocol` == .tus else {
            end = 0
            next.body = EncodedBody(bytes: "", contentType: request.body?.contentType)
            next.headers += creationFields(isComplete: false)
            return next
        }
        next.method = "POST"
        next.headers =
            own(request.headers) + creationFields(isComplete: false)
        let isSmall = createsWithBytes && isSmallEnough
        end = isSmall ? length : 0
        next.body = isSmall ? request.body : EncodedBody(bytes: "")
        next.body?.contentType = isSmall ? `protocol`.mediaType : nil
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
        if `protocol` == .tus, !metadata.isEmpty {
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
        (next.method, next.body, next.resumption) = (method, nil, nil)
        next.headers =
            own(request.headers).filter { !$0.isRequestKey && !$0.isPrecondition } + fields
        return next
    }

    private mutating func onResource(
        _ method: ByteString, _ body: EncodedBody? = nil, _ fields: [HeaderField] = []
    ) throws(UploadError) -> UploadRequest {
        guard let url else { throw .resumption(.locationMissing) }
        base = url
        var next = bodiless(method, [`protocol`.versionField] + fields)
        next.body = body
        try options.redirects.retarget(
            &next, to: try UploadURL(url, relativeTo: nil), first: request)
        return next
    }
}

// MARK: State

extension UploadResource {
    /// Takes over the URL of the resource; another one than before is a fault.
    mutating func locate(_ location: ByteString) throws(ResumptionFault) {
        var redirects = options.redirects
        redirects.leavesTLS = false
        var current = request
        current.url = base
        let found: UploadURL
        do throws(UploadError) {
            found = try redirects.target(location, after: current)
            let home = try UploadURL(request.url, relativeTo: nil)
            guard home.scheme != "https" || found.scheme == "https" else {
                throw .redirectRefused(to: found.text, .leavesTLS)
            }
        } catch {
            guard case .redirectRefused(let url, let refusal) = error else {
                throw .unusableLocation(location, .malformed)
            }
            throw .unusableLocation(url, refusal)
        }
        // A relative `Location` takes over the login of the URL that it is relative to: leave it out.
        let place = UploadURL.withoutCredentialsAndFragment(found.text)
        guard url == nil || url == place else { throw .locationChanged }
        url = place
    }

    /// Takes over an offset of the server. Throws if it is lower than before, or more than was sent.
    mutating func confirm(_ offset: Int64) throws(ResumptionFault) {
        guard offset >= confirmed else { throw .offsetFell(from: confirmed, to: offset) }
        if offset > reach { throw .offsetBeyond(offset, sent: reach) }
        if offset > confirmed { hasShrunk = false }
        confirmed = offset
        highest = max(highest, offset)
    }

    /// Takes over the offset that the server was asked for. By tus it may be lower than before.
    mutating func goOn(at offset: Int64) throws(ResumptionFault) {
        lost = max(0, confirmed - offset)
        if `protocol` == .tus { confirmed = min(confirmed, offset) }
        reach = sentEnd
        try confirm(offset)
    }

    /// Takes over the limits of a response.
    mutating func update(from head: ResponseHead) throws(ResumptionFault) {
        limits.update(from: head)
        if let size = limits.size, let length, length > size { throw .tooLarge(limit: size) }
        if let least = limits.leastAppend, let most = limits.append, least > most {
            throw .limitsContradict(least: least, most: most)
        }
    }

    /// Whether the server allows less in a request than the one under way has. True once, until the offset
    /// moves: a server cannot ask for ever smaller requests.
    mutating func mustShrink() -> Bool {
        guard let largest = limits.append, let end, end - start > largest, !hasShrunk else {
            return false
        }
        hasShrunk = true
        return true
    }

    /// The request has ended, after so many bytes of its body were sent.
    mutating func endRequest(sent: Int64) throws(ResumptionFault) {
        reach = start + sent
        sentEnd = max(sentEnd, reach)
        if confirmed > sentEnd { throw .offsetBeyond(confirmed, sent: sentEnd) }
    }

    /// The progress of the whole body.
    mutating func whole(_ part: UploadProgress) -> UploadProgress {
        var whole = part
        whole.sent += start
        whole.read += start
        whole.total = length ?? part.total.map { $0 + start }
        whole.confirmed = url == nil ? nil : confirmed
        progress = whole
        return whole
    }

    /// The response to the whole upload, with its counts.
    func whole(_ response: UploadResponse) -> UploadResponse {
        var whole = UploadResponse(
            head: response.head, bytesSent: start + response.bytesSent,
            bodyLength: length ?? response.bodyLength.map { $0 + start },
            isBodyComplete: isLast && response.isBodyComplete,
            bytesReceived: response.bytesReceived, redirects: response.redirects,
            isToBeRetried: response.isToBeRetried)
        whole.isStored =
            isComplete(response.head) == true && response.head.status >= 500
            && whole.isBodyComplete
        return whole
    }

    /// Adds the measurements of a request; returns those of the upload, whose time goes on in the pauses.
    mutating func add(_ measured: TransferFacts) -> TransferFacts {
        var sum = measured
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
        (confirmed, highest, lost) = (length, length, 0)
        completion = (head, facts ?? TransferFacts())
    }

    /// Whether nobody can go on with the resource after this error: the server has less than it confirmed, its
    /// limits rule the upload out, or the body cannot be read again. By tus a resource is deleted on request only.
    func isUseless(after error: UploadError) -> Bool {
        guard url != nil, `protocol` != .tus, completion == nil else { return false }
        return switch error {
        case .resumption(.offsetFell), .resumption(.tooLarge), .resumption(.limitsContradict),
            .body(.notReplayable), .cannotReplay:
            true
        default: false
        }
    }

    /// Whether a server that was asked says that it has the whole upload.
    func isWhole(_ head: ResponseHead) -> Bool {
        guard `protocol` == .tus else { return head.boolean("Upload-Complete") == true }
        return head.integer("Upload-Offset").map { $0 == head.integer("Upload-Length") } ?? false
    }

    /// The progress that was reported last, with what is confirmed now.
    var confirmedProgress: UploadProgress? {
        var latest = progress
        latest?.confirmed = confirmed
        return latest
    }
}
