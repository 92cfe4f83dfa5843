import FormEncoding

extension UploadRequest {
    /// Whether the request may be sent again on another connection although the server may have taken it:
    /// its method is idempotent, it has a key by which the server knows it again, or `retry` allows it.
    func mayBeRepeated(_ retry: RetryPolicy) -> Bool {
        Self.idempotentMethods.contains(effectiveMethod) || hasIdempotencyKey
            || retry.retriesLostConnections || retry.retriesAllErrors
    }

    /// The methods that RFC 9110 §9.2.2 defines as idempotent.
    private static let idempotentMethods: Set<ByteString> = [
        "GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE",
    ]

    private var hasIdempotencyKey: Bool {
        headers.contains { field in
            guard case .text = field.value else { return false }
            return field.isRequestKey
        }
    }
}

extension HeaderField {
    /// A condition on what is at the URL of the request.
    var isPrecondition: Bool {
        ["If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range"]
            .contains { isNamed($0) }
    }

    /// A key by which a server recognizes one request, which several requests must not have in common.
    package var isRequestKey: Bool {
        isNamed("Idempotency-Key") || isNamed("X-Idempotency-Key")
    }
}
