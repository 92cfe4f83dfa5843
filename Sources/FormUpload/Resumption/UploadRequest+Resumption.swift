import FormEncoding

/// How an upload goes on after an interruption.
///
/// `UploadRequest.isResumable` is this with version 8. `TransferEvent.resource` has the token when the server has
/// named the resource, and `.resuming` when the upload goes on at `token.offset`.
package struct Resumption: Sendable, Equatable {
    package var `protocol`: ResumptionProtocol
    /// The largest number of bytes in a request, where the server has no smaller limit; nil: the whole body.
    package var appendSize: Int64?
    /// The metadata of tus alone, such as `filename` and `filetype`. Names are not empty, and have no blanks or commas.
    package var metadata: [(name: ByteString, value: ByteString)] = []
    /// Returns the SHA-1 of a request that appends, which it reads; nil if there is no library for it. The checksum
    /// of tus. Only with `appendSize`: a server drops an interrupted request that has a checksum. One with the whole
    /// rest would be worthless, and the file would be read twice.
    package var sha1: (@Sendable (EncodedBody) throws(BodyFault) -> [UInt8]?)?
    /// The resource of an earlier call to go on with; nil to begin anew.
    package var token: UploadToken?

    package static func == (one: Resumption, other: Resumption) -> Bool {
        one.protocol == other.protocol && one.appendSize == other.appendSize
            && one.token == other.token && one.metadata.elementsEqual(other.metadata, by: ==)
    }

    package init(_ protocol: ResumptionProtocol = .draft8) { self.protocol = `protocol` }
}

extension UploadRequest {
    /// Whether the upload goes on where it stopped, if the server can do that: after a lost connection, a limit
    /// of time or a 5xx it is asked how much it has, and gets the rest (Resumable Uploads for HTTP,
    /// draft-ietf-httpbis-resumable-upload, interop version 8). A server that does not know it responds as ever.
    ///
    /// The body must be replayable. Attempts and pauses are those of `UploadOptions.retry`; an attempt after
    /// which the server has more than before does not count, and one question is free.
    public var isResumable: Bool {
        get { resumption != nil }
        set { resumption = newValue ? resumption ?? Resumption() : nil }
    }

    /// The requests with which an upload begins; this request alone if it is not resumable. They are for display: a
    /// server may ask for smaller ones, or take a small body with the request that creates the resource. `address`
    /// stands for the URL of the resource.
    package func firstRequests(
        options: UploadOptions, address: ByteString
    ) throws(UploadFault) -> [UploadRequest] {
        guard var resource = try UploadResource(self, options) else { return [self] }
        guard resource.firstStep != nil else { return [resource.wholeRequest()] }
        var requests = [try resource.request(for: .support), try resource.request(for: .create)]
        guard resource.length != 0 else { return requests }
        try resource.locate(address)
        requests.append(try resource.request(for: .append))
        return requests
    }

    /// The request, to go on with the upload that `token` is of: its body must be the same, byte for byte.
    ///
    /// A form gets the boundary of the token; its files are measured again, and not read. Throws `.cannotResume` if
    /// the length or the content type is another one, the offset is not in the body, or a form in the form has a random
    /// boundary: such a form needs one of your own.
    public func resumed(from token: UploadToken) throws(UploadError) -> UploadRequest {
        var request = self
        let boundary = token.contentType.flatMap {
            try? MediaType(verbatim: ByteString($0)).boundaries.last.map(Boundary.again)
        }
        let isMadeAnew = body?.contentType?.value.description != token.contentType
        // The token has no boundaries of forms in the form. Where its own is random, it has them of no other body.
        if body?.hasRandomFormsWithin == true, isMadeAnew || boundary?.isRandom != true {
            throw UploadError(UploadFault.resumption(.differentBody))
        }
        if let boundary, isMadeAnew { try request.setBoundary { boundary } }
        guard let body = request.body, body.contentLength == token.length,
            body.contentType?.value.description == token.contentType,
            0 <= token.offset, token.offset <= token.length ?? .max
        else { throw UploadError(UploadFault.resumption(.differentBody)) }
        var resumption = resumption ?? Resumption(token.protocol)
        resumption.protocol = token.protocol
        resumption.token = token
        request.resumption = resumption
        return request
    }
}
