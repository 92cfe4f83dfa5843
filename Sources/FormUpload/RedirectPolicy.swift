import FormEncoding

/// Which redirects are followed, and what the next request is (curl's `-L` and its relatives).
public struct RedirectPolicy: Sendable, Equatable {
    /// Whether any are (`-L`); otherwise a 3xx is the response.
    public var follows = false
    /// How many at most (`--max-redirs`); `nil` is no limit.
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

    public init() {}
}

extension RedirectPolicy {
    /// Where a response leads, as the server wrote it; `nil` where it is not to be followed.
    package func location(of head: ResponseHead) -> ByteString? {
        guard follows, (300..<400).contains(head.status), let location = head.value(of: "Location"),
            !location.bytes.isEmpty
        else { return nil }
        return location
    }

    /// The request that follows `current`, which was answered with `head`; `first` is the one that
    /// the user made: credentials are for its host, port and scheme.
    package func request(
        following current: UploadRequest, _ head: ResponseHead, to location: ByteString,
        first: UploadRequest
    ) throws(UploadError) -> UploadRequest {
        let url = try UploadURL(location, relativeTo: current.url)
        guard schemes.contains(url.scheme) else { throw .unsupportedScheme(ByteString(url.scheme)) }
        var next = current
        next.url = url.text
        if turnsIntoGet(head.status) {
            next.body = nil
            next.headers.removeAll { $0.isAboutBody }
        }
        // A later redirect may lead back home, so what is kept is decided from the first request.
        next.headers = first.headers.filter {
            (next.body != nil || !$0.isAboutBody)
                && (!$0.isCredential || trustsEveryHost || isHome(url, first))
        }
        next.sendsCredentials = trustsEveryHost || isHome(url, first)
        if setsReferer { next.referer = UploadURL.withoutCredentials(current.url) }
        return next
    }

    private func turnsIntoGet(_ status: Int) -> Bool {
        [301, 302, 303].contains(status) && !repeatsBodyAfter.contains(status)
    }

    private func isHome(_ url: UploadURL, _ first: UploadRequest) -> Bool {
        guard let home = try? UploadURL(first.url, relativeTo: nil) else { return false }
        return home.isSameOrigin(as: url)
    }
}

extension HeaderField {
    /// Says who the user is to one host (`--location-trusted` sends it to others too).
    fileprivate var isCredential: Bool { isNamed("Authorization") || isNamed("Cookie") }

    /// Describes a body, and is out of place without one.
    fileprivate var isAboutBody: Bool {
        ["Content-Type", "Content-Length", "Content-Encoding", "Transfer-Encoding", "Expect"]
            .contains(where: isNamed)
    }
}
