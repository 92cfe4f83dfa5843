import FormEncoding

/// Measurements of one request and its response.
///
/// Times count from the start of the request. Values that do not apply are zero or empty. Bytes are
/// counted as sent over the connection.
public struct TransferFacts: Sendable, Equatable {
    /// The URL of the request, as libcurl parsed it.
    package var url: ByteString = ""
    /// The absolute URL that the response redirects to, if it was not followed.
    package var redirectURL: ByteString = ""
    /// The method of the request.
    package var method: ByteString = ""
    /// The URL's scheme, as libcurl writes it.
    package var scheme = ""
    /// `1.1`, `2`, …; empty without a response.
    public package(set) var httpVersion = ""
    /// The status code of the response.
    package var status = 0
    /// The status code of a proxy's response to CONNECT.
    package var proxyStatus = 0
    /// The `Content-Type` of the response.
    package var contentType: ByteString = ""
    /// The `Referer` of the request.
    package var referer: ByteString = ""
    /// The IP address of the other end.
    public package(set) var remoteAddress = ""
    /// The port of the other end.
    package var remotePort = 0
    /// The IP address of this end.
    package var localAddress = ""
    /// The port of this end.
    package var localPort = 0
    /// The request's body, in bytes.
    package var bytesSent: Int64 = 0
    /// The response's body, in bytes.
    package var bytesReceived: Int64 = 0
    /// The heads of all responses, in bytes.
    package var headBytesReceived: Int64 = 0
    /// The request's head, in bytes.
    package var headBytesSent: Int64 = 0
    /// How many connections were opened.
    package var connections = 0
    /// OpenSSL's result for the server's certificate; 0: verified (`X509_V_OK`).
    package var certificateVerdict = 0
    /// The same for an HTTPS proxy's certificate.
    package var proxyCertificateVerdict = 0
    /// The subject of the refused certificate, or else of the server's, as `CN = x`; empty if it is
    /// not known.
    package var certificateSubject = ""
    /// The issuer of that certificate, in the same form.
    package var certificateIssuer = ""
    /// The server's certificates, each as lines of `Name:value` (`CURLOPT_CERTINFO`).
    package var certificates: [[ByteString]] = []
    /// The system's errno of a connection that failed.
    package var connectErrno: Int32 = 0
    /// When the host name was resolved.
    package var nameLookup = Duration.zero
    /// When the connection was established, without TLS.
    package var connect = Duration.zero
    /// When the TLS handshake was complete.
    package var appConnect = Duration.zero
    /// When the request could begin.
    package var preTransfer = Duration.zero
    /// When the first byte of the response arrived.
    public package(set) var startTransfer = Duration.zero
    /// When the transfer had ended.
    public package(set) var total = Duration.zero
    /// The time of all requests before the last, which were redirected.
    package var redirectTime = Duration.zero

    /// The facts of a request that has not begun.
    package init() {}
}

extension TransferFacts {
    /// The facts that are known without libcurl.
    init(of head: ResponseHead?, _ progress: UploadProgress) {
        status = head?.status ?? 0
        httpVersion = head?.version ?? ""
        contentType = head?.value(of: "Content-Type") ?? ""
        bytesReceived = progress.received
    }

    /// The facts over a chain of redirects, as in curl: times and heads add up, all else is from
    /// the last request. `duration` is used if the transport could not be asked for its facts.
    func after(_ before: TransferFacts?, lasting duration: Duration) -> TransferFacts {
        var facts = self
        if facts.total == .zero { facts.total = duration.bounded(by: .microseconds(Int64.max)) }
        guard let before else { return facts }
        facts.redirectTime = before.total
        facts.nameLookup += before.total
        facts.connect += before.total
        if appConnect != .zero { facts.appConnect += before.total }
        facts.preTransfer += before.total
        facts.startTransfer += before.total
        facts.total += before.total
        facts.headBytesReceived += before.headBytesReceived
        facts.headBytesSent += before.headBytesSent
        facts.connections += before.connections
        if facts.status == 0 { facts.status = before.status }
        return facts
    }
}
