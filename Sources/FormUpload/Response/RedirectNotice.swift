import FormEncoding

/// A redirect that is met with `RedirectPolicy.follows`.
public struct RedirectNotice: Sendable {
    /// The head of the response that redirects; its body is not delivered.
    public let head: ResponseHead
    /// The URL of the request that was answered with it.
    public let source: ByteString
    /// The target, as the server wrote it.
    public let location: ByteString
    /// The request that follows; `nil`: there is none, and the upload fails.
    public let next: Next?

    /// The next request, as far as it differs from the one before.
    public struct Next: Sendable {
        /// An absolute URL.
        public let url: ByteString
        /// Whether the URL is the first one again.
        public let isFirstURL: Bool
        /// The method.
        public let method: ByteString
        /// Whether the body is not sent again.
        public let dropsBody: Bool
        /// The names of the header fields with credentials that the request before had and this one
        /// has not: they are for another scheme, host or port.
        public let withheld: [ByteString]
    }
}

/// Why a redirect is not followed.
public enum RedirectRefusal: Sendable, Hashable {
    /// Its target cannot be read.
    case malformed
    /// Its target has a scheme other than http and https.
    case unsupported(String)
    /// `RedirectPolicy.schemes` has not the scheme of its target.
    case notAllowed(String)
    /// It leads from https to http (`RedirectPolicy.leavesTLS`).
    case leavesTLS
    /// A GET would follow, and all that the server has seen is the empty request that comes before a
    /// challenge, of Digest for example (exit 55).
    case bodyNotSent
}
