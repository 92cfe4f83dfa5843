import FormEncoding

/// Which redirects are followed, and what the next request is.
///
/// A form is not lost on the way: 307 and 308 send it again, and so do 301 and 302 to the same place
/// (from http to https, with another slash at the end of the path, with or without `www.`). After a
/// POST with a body, a 302 elsewhere becomes a GET, and a 301 elsewhere is not followed, and is the response;
/// other methods are sent again with the body. A 303 becomes a GET, except after a HEAD. Where
/// `repeatsBodyAfter` has the status, method and body are sent again. Such a GET has no header that
/// is for the upload alone, such as `Repr-Digest`, `Signature`, `Idempotency-Key` and `If-Match`.
public struct RedirectPolicy: Sendable, Equatable {
    /// Whether redirects are followed; by default a 3xx is the final response.
    public var follows: Bool
    /// The largest number of redirects, by default 50; nil is no limit.
    public var maximum: Int?
    /// The statuses of 301, 302 and 303 after which method and body are sent again wherever they
    /// lead; by default none.
    public var repeatsBodyAfter: Set<Int>
    /// Whether credentials are sent to other hosts, too; false by default.
    public var sendsCredentialsToEveryHost: Bool
    /// Names of header fields that are credentials, besides those that look like it, such as
    /// `Authorization` and `X-Api-Key`: they go to no other scheme, host or port than the first request.
    public var secretHeaders: [String] {
        didSet { credentials = CredentialNames(adding: secretHeaders.map { ByteString($0) }) }
    }
    package var credentials: CredentialNames
    /// The schemes that a redirect may lead to (`--proto-redir`).
    package var schemes: Set<String> = ["http", "https"]
    package var leavesTLS = false
    /// Whether `Referer` names the URL before (`-e ';auto'`); its origin alone, since its path and
    /// query may hold secrets, if that is of another scheme, host or port.
    package var setsReferer = false
    /// Whether `/../` and `/./` in a `Location` stay as they are (`--path-as-is`).
    package var keepsDotSegments = false

    /// A policy with these values; all others are the defaults that the properties name.
    public init(
        follows: Bool = false, maximum: Int? = 50, repeatsBodyAfter: Set<Int> = [],
        sendsCredentialsToEveryHost: Bool = false, secretHeaders: [String] = []
    ) {
        (self.follows, self.maximum, self.repeatsBodyAfter) = (follows, maximum, repeatsBodyAfter)
        self.sendsCredentialsToEveryHost = sendsCredentialsToEveryHost
        self.secretHeaders = secretHeaders
        credentials = CredentialNames(adding: secretHeaders.map { ByteString($0) })
    }
}

package enum RedirectEffect: Sendable, Equatable {
    /// Method and body are sent again; or there is no body.
    case repeatsRequest
    /// A GET without the body follows.
    case dropsBody
    /// The server has not taken the body, and a GET would lose it: not followed.
    case losesBody
    /// Not followed: a failure.
    case refused(ByteString, RedirectRefusal)
}

extension RedirectPolicy {
    /// The target of a redirect as the server wrote it; `nil` if the response is the final one.
    func location(of head: ResponseHead, answering request: UploadRequest) -> ByteString? {
        guard follows, let location = head.redirectLocation,
            effect(of: head, on: request) != .losesBody
        else { return nil }
        return location
    }

    /// Decides how to follow `head`, the response to `request`; `nil` if it is no redirect.
    package func effect(of head: ResponseHead, on request: UploadRequest) -> RedirectEffect? {
        guard let location = head.redirectLocation else { return nil }
        do throws(UploadFault) {
            let url = try target(location, after: request)
            return try effect(of: head.status, on: request, to: url)
        } catch {
            guard case .redirectRefused(let url, let refusal) = error else { return nil }
            return .refused(url, refusal)
        }
    }

    private func effect(
        of status: Int, on request: UploadRequest, to url: UploadURL
    ) throws(UploadFault) -> RedirectEffect {
        // Only a POST becomes a GET after 301 and 302 (RFC 9110 §15.4.2, §15.4.3); and not an upload that
        // would be a PUT: its method is the user's own wish.
        let isPost = request.effectiveMethod == "POST" && request.bodyMethod == "POST"
        let mayDropBody = status == 303 || isPost && [301, 302].contains(status)
        guard request.body != nil, mayDropBody, !repeatsBodyAfter.contains(status) else {
            return .repeatsRequest
        }
        let source = try UploadURL(request.urlBytes, relativeTo: nil)
        if status != 303, source.isSamePlaceRenamed(url) { return .repeatsRequest }
        return status == 301 ? .losesBody : .dropsBody
    }

    /// The request that follows `current`, which was answered with `head`; `first` is the one that
    /// the user made: credentials are for its host, port and scheme.
    func request(
        following current: UploadRequest, _ head: ResponseHead, to location: ByteString,
        first: UploadRequest
    ) throws(UploadFault) -> UploadRequest {
        let url = try target(location, after: current)
        var next = current
        let seesOther = head.status == 303 && !repeatsBodyAfter.contains(303)
        let effect = try effect(of: head.status, on: current, to: url)
        if seesOther || effect == .dropsBody {
            next.body = nil
            // An empty PUT, say, is not what the user asked for (RFC 9110 §15.4.4).
            if next.methodBytes != "HEAD" { next.methodBytes = nil }
        }
        let keepsBody = next.body != nil || first.body == nil
        let keepsMethod = next.effectiveMethod == first.effectiveMethod
        // A later redirect may lead back home, so what is kept is decided from the first request.
        next.headers = first.headers.filter { keepsBody && keepsMethod || !$0.isForUpload }
        try retarget(&next, to: url, first: first)
        if setsReferer {
            // A path or a query may hold secrets.
            let referer = UploadURL.withoutCredentialsAndFragment(current.urlBytes)
            let isLeaving = try !UploadURL(current.urlBytes, relativeTo: nil).isSameOrigin(as: url)
            next.referer = isLeaving ? WrittenURL(referer).halves.origin + "/" : referer
        }
        return next
    }

    /// Gives a request another URL. Credentials, and a `Host`, are for that of `first` alone.
    func retarget(
        _ request: inout UploadRequest, to url: UploadURL, first: UploadRequest
    ) throws(UploadFault) {
        let home = try UploadURL(first.urlBytes, relativeTo: nil)
        let sendsCredentials =
            first.sendsCredentials && (sendsCredentialsToEveryHost || home.isSameOrigin(as: url))
        request.sendsCredentials = sendsCredentials
        request.urlBytes =
            sendsCredentials ? UploadURL.withCredentials(url.text, of: first.urlBytes) : url.text
        request.headers.removeAll {
            !sendsCredentials && credentials.contains($0.name)
                || !home.isSameHost(as: url) && $0.isNamed("Host")
        }
    }

    /// Throws `.redirectRefused` for a URL that is not to be followed.
    func target(
        _ location: ByteString, after request: UploadRequest
    ) throws(UploadFault) -> UploadURL {
        let url: UploadURL
        do throws(UploadFault) {
            url = try UploadURL(
                location, relativeTo: request.urlBytes, keepsDotSegments: keepsDotSegments)
        } catch {
            guard case .unsupportedScheme(let scheme) = error else {
                throw .redirectRefused(to: location, .malformed)
            }
            throw .redirectRefused(to: location, .unsupported(scheme.description.lowercased()))
        }
        guard url.scheme == "http" || url.scheme == "https" else {
            throw .redirectRefused(to: url.text, .unsupported(url.scheme))
        }
        guard schemes.contains(url.scheme) else {
            throw .redirectRefused(to: url.text, .notAllowed(url.scheme))
        }
        let source = try UploadURL(request.urlBytes, relativeTo: nil)
        guard leavesTLS || source.scheme != "https" || url.scheme == "https" else {
            throw .redirectRefused(to: url.text, .leavesTLS)
        }
        return url
    }
}

extension ResponseHead {
    /// Where a 3xx leads: its first `Location` with something in it, as in curl.
    fileprivate var redirectLocation: ByteString? {
        guard (300..<400).contains(status) else { return nil }
        return parsedFields.first { $0.isNamed("Location") && !$0.value.bytes.isEmpty }?.value
    }
}

extension HeaderField {
    /// Describes a body, or how it is sent, and is not sent without one (RFC 9110 §15.4).
    var isAboutBody: Bool {
        let name = name.description.lowercased()
        return name.hasPrefix("content-") || name.hasPrefix("upload-")
            || isNamed("Transfer-Encoding") || isNamed("Expect")
    }

    /// Is for the request with the body alone: describes the body, says when it is to be taken, or
    /// is made from it, as a digest or a signature. The GET that follows a redirect does not have
    /// it (RFC 9110 §15.4).
    fileprivate var isForUpload: Bool {
        if isAboutBody || isRequestKey || isPrecondition { return true }
        if isNamed("Last-Modified") || isNamed("Trailer") { return true }
        let words = CredentialNames.words(of: name, inCapitals: false)
        // `Want-Repr-Digest` and `Accept-Signature` are about the response.
        guard let first = words.first, !["want", "accept"].contains(first) else { return false }
        return first == "tus" || words.contains(where: Self.wordsAboutBody.contains)
    }

    /// A field with one of these words is about a body: `Repr-Digest`, `X-Amz-Content-Sha256`.
    private static let wordsAboutBody: Set<String> = [
        "checksum", "content", "digest", "hash", "signature",
    ]
}

extension UploadURL {
    /// Whether a redirect from here to `other` leads to the same place by another name: it differs,
    /// and only by http becoming https, with any port, by a slash at the end of the path, by `www.`
    /// before the host, or by the letter case of the host.
    ///
    /// A redirect to the very same URL comes after a form was taken: what is there is to be fetched.
    fileprivate func isSamePlaceRenamed(_ other: UploadURL) -> Bool {
        let isSecured = scheme == "http" && other.scheme == "https"
        guard isSecured || (scheme == other.scheme && port == other.port) else { return false }
        guard isSecured || host != other.host || target != other.target else { return false }
        return bareHost == other.bareHost && segments == other.segments && query == other.query
    }

    private var bareHost: [UInt8] {
        let host = host.utf8.map(\.lowercased)
        let prefix = Array("www.".utf8)
        return host.starts(with: prefix) ? Array(host.dropFirst(prefix.count)) : host
    }

    /// The path between its slashes, decoded: servers escape more than users do.
    private var segments: [[UInt8]] {
        var segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        if segments.count > 1, segments.last?.isEmpty == true { segments.removeLast() }
        return segments.map(WrittenURL.decoded)
    }

    private var path: ArraySlice<UInt8> { target.prefix { $0 != UInt8(ascii: "?") } }

    private var query: ArraySlice<UInt8> { target[path.endIndex...] }
}
