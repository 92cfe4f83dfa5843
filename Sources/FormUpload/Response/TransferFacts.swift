import FormEncoding

/// What the transport measured of one request and its response (`curl_easy_getinfo`).
///
/// Times are from the start of the request; what did not happen is zero or empty.
public struct TransferFacts: Sendable, Equatable {
    /// The URL of the request, as libcurl has parsed it.
    public var url: ByteString = ""
    /// The absolute target of a redirect that was not followed.
    public var redirectURL: ByteString = ""
    public var method: ByteString = ""
    public var scheme = ""
    /// `1.1`, `2`, …; empty without a response.
    public var httpVersion = ""
    public var status = 0
    /// What a proxy answered to CONNECT.
    public var proxyStatus = 0
    public var contentType: ByteString = ""
    /// What `Referer` said.
    public var referer: ByteString = ""
    public var remoteAddress = ""
    public var remotePort = 0
    public var localAddress = ""
    public var localPort = 0
    /// In bytes: bodies, response heads, the request's head.
    public var bytesSent: Int64 = 0
    public var bytesReceived: Int64 = 0
    public var headBytesReceived: Int64 = 0
    public var headBytesSent: Int64 = 0
    public var connections = 0
    /// OpenSSL's verdict on the certificate, 0 if it is good.
    public var certificateVerdict = 0
    public var proxyCertificateVerdict = 0
    /// Of the certificate that was not good, or else of the server's own, in the form `CN = x`;
    /// empty where TLS cannot be asked.
    public var certificateSubject = ""
    public var certificateIssuer = ""
    /// The server's certificates, each as lines of `Name:value` (`CURLOPT_CERTINFO`).
    package var certificates: [[ByteString]] = []
    /// Why there was no connection: the system's errno.
    public var connectErrno: Int32 = 0
    public var nameLookup = Duration.zero
    public var connect = Duration.zero
    /// When the TLS handshake was complete.
    public var appConnect = Duration.zero
    public var preTransfer = Duration.zero
    public var startTransfer = Duration.zero
    public var total = Duration.zero
    /// Over all redirects before the last request.
    public var redirectTime = Duration.zero

    public init() {}
}

extension TransferFacts {
    /// As much as is known without libcurl.
    init(of head: ResponseHead?, _ progress: UploadProgress) {
        status = head?.status ?? 0
        httpVersion = head?.version ?? ""
        contentType = head?.value(of: "Content-Type") ?? ""
        bytesReceived = progress.received
    }

    /// As curl counts over a chain of redirects: times and heads add up, the rest is the last
    /// request's. `duration` stands in where the transport could not be asked any more.
    func after(_ before: TransferFacts?, lasting duration: Duration) -> TransferFacts {
        var facts = self
        if facts.total == .zero { facts.total = duration }
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
        return facts
    }
}
