import FormEncoding

#if os(Linux)
    import Glibc
    import Libcurl
#endif

/// Measurements of one request and its response.
///
/// Times count from the start of the request. Values that do not apply are zero or empty. Bytes are
/// counted as sent over the connection.
public struct TransferFacts: Sendable, Equatable, Described {
    /// The URL of the request, as libcurl parsed it.
    package var url: ByteString = ""
    /// The absolute URL that the response redirects to, if it was not followed.
    package var redirectURL: ByteString = ""
    package var method: ByteString = ""
    package var scheme = ""
    /// `1.1`, `2`, …; empty without a response.
    public package(set) var httpVersion = ""
    package var status = 0
    package var proxyStatus = 0
    package var contentType: ByteString = ""
    package var referer: ByteString = ""
    /// The IP address of the other end.
    public package(set) var remoteAddress = ""
    package var remotePort = 0
    package var localAddress = ""
    package var localPort = 0
    /// The request's body, in bytes.
    package var bytesSent: Int64 = 0
    /// The same of the last request that sent any.
    var bodySent: Int64 = 0
    /// The response's body, in bytes.
    package var bytesReceived: Int64 = 0
    /// The heads of all responses, in bytes.
    package var headBytesReceived: Int64 = 0
    package var headBytesSent: Int64 = 0
    /// Whether the server may have all of the request, and has not said that it did not take it.
    package var mayHaveBeenReceived = false
    package var connections = 0
    /// Whether the server has not said over TLS that it sends no more.
    var isUnclosed = false
    /// OpenSSL's result for the server's certificate; 0: verified (`X509_V_OK`).
    package var certificateVerdict = 0
    package var proxyCertificateVerdict = 0
    /// The subject of the refused certificate, or else of the server's, as `CN = x`; empty if it is
    /// not known.
    package var certificateSubject = ""
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

    package init() {}

    /// Facts for tests.
    public init(
        httpVersion: String, remoteAddress: String = "", startTransfer: Duration = .zero,
        total: Duration = .zero
    ) {
        (self.httpVersion, self.remoteAddress) = (httpVersion, remoteAddress)
        (self.startTransfer, self.total) = (startTransfer, total)
    }

    package var shown: KeyValuePairs<String, Any> {
        [
            "httpVersion": httpVersion, "remoteAddress": remoteAddress,
            "startTransfer": startTransfer, "total": total,
        ]
    }
}

extension TransferFacts {
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
        facts.bodySent = bytesSent
        guard let before else { return facts }
        if bytesSent == 0 { facts.bodySent = before.bodySent }
        facts.mayHaveBeenReceived = mayHaveBeenReceived || before.mayHaveBeenReceived
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

#if os(Linux)
    extension TransferFacts {
        /// The facts of a libcurl handle; valid while one of its callbacks runs. The numbers are those of
        /// `CURLINFO_…` (part of libcurl's ABI; curl/curl.h).
        init(of easy: UnsafeMutableRawPointer) {
            self.init()
            let number = { (info: Int32) in Int(libcurl_info_number(easy, info)) }
            let text = { (info: Int32) in
                libcurl_info_string(easy, info).map { String(cString: $0) } ?? ""
            }
            let bytes = { (info: Int32) in
                libcurl_info_string(easy, info).map { ByteString(cString: $0) } ?? ""
            }
            let time = { (info: Int32) in Duration.microseconds(number(info)) }
            url = bytes(0x100001)
            redirectURL = bytes(0x10001F)
            method = bytes(0x10003A)
            scheme = text(0x100031)
            httpVersion = Self.versions[number(0x20002E)] ?? ""
            status = number(0x200002)
            proxyStatus = number(0x200016)
            contentType = bytes(0x100012)
            referer = bytes(0x10003C)
            remoteAddress = text(0x100020)
            remotePort = number(0x200028)
            localAddress = text(0x100029)
            localPort = number(0x20002A)
            bytesSent = Int64(number(0x600007))
            bytesReceived = Int64(number(0x600008))
            headBytesReceived = Int64(number(0x20000B))
            headBytesSent = Int64(number(0x20000C))
            connections = number(0x20001A)
            certificateVerdict = number(0x20000D)
            proxyCertificateVerdict = number(0x20002F)
            certificates = Self.certificates(of: easy)
            connectErrno = Int32(truncatingIfNeeded: number(0x200019))
            nameLookup = time(0x600033)
            connect = time(0x600034)
            appConnect = time(0x600038)
            preTransfer = time(0x600035)
            startTransfer = time(0x600036)
            total = time(0x600032)
        }

        private static func certificates(of easy: UnsafeMutableRawPointer) -> [[ByteString]] {
            guard let found = libcurl_server_certificates(easy)?.pointee else { return [] }
            return UnsafeBufferPointer(start: found.lines, count: Int(found.count)).map { first in
                let lines = sequence(state: first) { next in
                    defer { next = next?.pointee.next }
                    return next?.pointee.text
                }
                return lines.map { ByteString(cString: $0) }
            }
        }

        /// `CURL_HTTP_VERSION_…`
        private static let versions = [1: "1.0", 2: "1.1", 3: "2", 30: "3"]
    }
#endif
