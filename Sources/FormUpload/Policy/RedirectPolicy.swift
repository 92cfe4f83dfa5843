import FormEncoding

/// Which redirects are followed, and what the next request is (curl's `-L` and its relatives).
public struct RedirectPolicy: Sendable, Equatable {
    /// Whether redirects are followed (`-L`); otherwise a 3xx is the response.
    public var follows = false
    /// The largest number of redirects (`--max-redirs`); `nil` is no limit.
    public var maximum: Int? = 50
    /// The statuses of 301, 302 and 303 after which method and body are sent again
    /// (`--post301` …) and not turned into a GET.
    public var repeatsBodyAfter: Set<Int> = []
    /// Whether credentials go to any host that a server names (`--location-trusted`).
    public var trustsEveryHost = false
    /// The schemes that a redirect may lead to (`--proto-redir`).
    public var schemes: Set<String> = ["http", "https"]
    /// Whether `Referer` names the URL before (`-e ';auto'`).
    public var setsReferer = false
    /// Whether `/../` and `/./` in a `Location` stay as they are (`--path-as-is`).
    public var keepsDotSegments = false

    /// No redirect is followed.
    public init() {}
}

extension RedirectPolicy {
    /// The target of a redirect as the server wrote it; `nil` if it is not followed.
    package func location(of head: ResponseHead) -> ByteString? {
        guard follows, (300..<400).contains(head.status) else { return nil }
        return head.fields.first { $0.isNamed("Location") && !$0.value.bytes.isEmpty }?.value
    }

    /// The request that follows `current`, which was answered with `head`; `first` is the one that
    /// the user made: credentials are for its host, port and scheme.
    package func request(
        following current: UploadRequest, _ head: ResponseHead, to location: ByteString,
        first: UploadRequest
    ) throws(UploadError) -> UploadRequest {
        let url = try UploadURL(
            location, relativeTo: current.url, keepsDotSegments: keepsDotSegments)
        guard schemes.contains(url.scheme) else { throw .unsupportedScheme(ByteString(url.scheme)) }
        let home = try UploadURL(first.url, relativeTo: nil)
        var next = current
        next.sendsCredentials = trustsEveryHost || home.isSameOrigin(as: url)
        next.url =
            next.sendsCredentials ? UploadURL.withCredentials(url.text, of: first.url) : url.text
        if turnsIntoGet(head.status) { next.body = nil }
        // A later redirect may lead back home, so what is kept is decided from the first request.
        next.headers = first.headers.filter {
            (next.body != nil || !$0.isAboutBody) && (next.sendsCredentials || !$0.isCredential)
                && (home.isSameHost(as: url) || !$0.isNamed("Host"))
        }
        if setsReferer { next.referer = UploadURL.referer(current.url) }
        return next
    }

    private func turnsIntoGet(_ status: Int) -> Bool {
        [301, 302, 303].contains(status) && !repeatsBodyAfter.contains(status)
    }
}

extension HeaderField {
    /// Identifies the user to one host (`--location-trusted` sends it to others, too).
    fileprivate var isCredential: Bool { isNamed("Authorization") || isNamed("Cookie") }

    /// Describes a body, and is not sent without one (RFC 9110 §15.4).
    fileprivate var isAboutBody: Bool {
        name.description.lowercased().hasPrefix("content-") || isNamed("Transfer-Encoding")
            || isNamed("Expect")
    }
}
