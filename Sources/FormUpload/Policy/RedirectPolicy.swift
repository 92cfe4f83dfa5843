import FormEncoding

/// Which redirects are followed, and how (curl's `-L` and related options).
public struct RedirectPolicy: Sendable, Equatable {
    /// Whether redirects are followed (`-L`); otherwise a 3xx is the final response.
    public var follows = false
    /// The largest number of redirects (`--max-redirs`); `nil` is no limit.
    public var maximum: Int? = 50
    /// The statuses among 301, 302 and 303 after which method and body are kept (`--post301` …)
    /// instead of sending a GET.
    public var repeatsBodyAfter: Set<Int> = []
    /// Whether credentials are sent to other hosts, too (`--location-trusted`).
    public var trustsEveryHost = false
    /// The schemes that a redirect may lead to (`--proto-redir`).
    public var schemes: Set<String> = ["http", "https"]
    /// Whether `Referer` is set to the previous URL (`-e ';auto'`).
    public var setsReferer = false
    /// Whether `/../` and `/./` in a `Location` stay as they are (`--path-as-is`).
    public var keepsDotSegments = false

    /// Follows no redirects.
    public init() {}
}

extension RedirectPolicy {
    /// The target of a redirect as the server wrote it; `nil` if it is not followed.
    package func location(of head: ResponseHead) -> ByteString? {
        guard follows, (300..<400).contains(head.status) else { return nil }
        return head.fields.first { $0.isNamed("Location") && !$0.value.bytes.isEmpty }?.value
    }

    /// The request that follows `current`, whose response was `head`. `first` is the user's
    /// request: credentials are for its host, port and scheme.
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
        // Filters the first request's fields: a later redirect may lead back to its host.
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
    /// Whether the field identifies the user to one host (`--location-trusted` sends it to others,
    /// too).
    fileprivate var isCredential: Bool { isNamed("Authorization") || isNamed("Cookie") }

    /// Whether the field describes the body, and is not sent without one (RFC 9110 §15.4).
    fileprivate var isAboutBody: Bool {
        name.description.lowercased().hasPrefix("content-") || isNamed("Transfer-Encoding")
            || isNamed("Expect")
    }
}
