import FormEncoding

/// A redirect that is met with `RedirectPolicy.follows`.
package struct RedirectNotice: Sendable {
    /// The head of the response that redirects; its body is not delivered.
    package let head: ResponseHead
    /// The URL of the request that was answered with it.
    package let source: ByteString
    /// The target, as the server wrote it.
    package let location: ByteString
    /// The request that follows; `nil`: there is none, and the upload fails.
    package let next: Next?

    /// The next request, as far as it differs from the one before.
    package struct Next: Sendable {
        /// An absolute URL.
        package let url: ByteString
        /// Whether the URL is the first one again.
        package let isFirstURL: Bool
        /// The method.
        package let method: ByteString
        /// Whether the body is not sent again.
        package let dropsBody: Bool
        /// The names of the header fields with credentials that the request before had and this one
        /// has not: they are for another scheme, host or port.
        package let withheld: [ByteString]
    }
}

/// Why a redirect is not followed.
public enum RedirectRefusal: Sendable, Hashable {
    /// Its target cannot be read.
    case malformed
    /// Its target has a scheme other than http and https.
    case unsupported(String)
    /// The scheme of its target is not allowed.
    case notAllowed(String)
    /// It leads from https to http (`RedirectPolicy.leavesTLS`).
    case leavesTLS
    /// A GET would follow, and all that the server has seen is the empty request that comes before a
    /// challenge, of Digest for example.
    case bodyNotSent
}
