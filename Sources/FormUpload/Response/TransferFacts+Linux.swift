#if os(Linux)
    import Libcurl
    import FormEncoding
    import Glibc

    extension TransferFacts {
        /// The facts of a libcurl handle; valid while one of its callbacks runs.
        init(of easy: UnsafeMutableRawPointer) {
            self.init()
            let number = { (info: Info) in Int(libcurl_info_number(easy, info.rawValue)) }
            let text = { (info: Info) in
                libcurl_info_string(easy, info.rawValue).map { String(cString: $0) } ?? ""
            }
            let bytes = { (info: Info) in
                libcurl_info_string(easy, info.rawValue).map { ByteString(cString: $0) } ?? ""
            }
            let time = { (info: Info) in Duration.microseconds(number(info)) }
            url = bytes(.effectiveURL)
            redirectURL = bytes(.redirectURL)
            method = bytes(.effectiveMethod)
            scheme = text(.scheme)
            httpVersion = Self.versions[number(.httpVersion)] ?? ""
            status = number(.responseCode)
            proxyStatus = number(.httpConnectCode)
            contentType = bytes(.contentType)
            referer = bytes(.referer)
            remoteAddress = text(.primaryIP)
            remotePort = number(.primaryPort)
            localAddress = text(.localIP)
            localPort = number(.localPort)
            bytesSent = Int64(number(.sizeUpload))
            bytesReceived = Int64(number(.sizeDownload))
            headBytesReceived = Int64(number(.headerSize))
            headBytesSent = Int64(number(.requestSize))
            connections = number(.numConnects)
            certificateVerdict = number(.verifyResult)
            proxyCertificateVerdict = number(.proxyVerifyResult)
            certificates = Self.certificates(of: easy)
            connectErrno = Int32(truncatingIfNeeded: number(.osErrno))
            nameLookup = time(.nameLookupTime)
            connect = time(.connectTime)
            appConnect = time(.appConnectTime)
            preTransfer = time(.preTransferTime)
            startTransfer = time(.startTransferTime)
            total = time(.totalTime)
        }

        private static func certificates(of easy: UnsafeMutableRawPointer) -> [[ByteString]] {
            var certificates: [[ByteString]] = []
            withUnsafeMutablePointer(to: &certificates) { certificates in
                libcurl_each_certificate_line(easy, certificates) { context, index, line in
                    let certificates = context.assumingMemoryBound(to: [[ByteString]].self)
                    while certificates.pointee.count <= Int(index) {
                        certificates.pointee.append([])
                    }
                    certificates.pointee[Int(index)].append(ByteString(cString: line))
                }
            }
            return certificates
        }

        /// `CURL_HTTP_VERSION_…`
        private static let versions = [1: "1.0", 2: "1.1", 3: "2", 30: "3"]

        /// `CURLINFO_…` (part of libcurl's ABI; curl/curl.h).
        private enum Info: Int32 {
            case effectiveURL = 0x100001
            case contentType = 0x100012
            case redirectURL = 0x10001F
            case primaryIP = 0x100020
            case localIP = 0x100029
            case scheme = 0x100031
            case effectiveMethod = 0x10003A
            case referer = 0x10003C
            case responseCode = 0x200002
            case headerSize = 0x20000B
            case requestSize = 0x20000C
            case verifyResult = 0x20000D
            case httpConnectCode = 0x200016
            case osErrno = 0x200019
            case numConnects = 0x20001A
            case primaryPort = 0x200028
            case localPort = 0x20002A
            case httpVersion = 0x20002E
            case proxyVerifyResult = 0x20002F
            case sizeUpload = 0x600007
            case sizeDownload = 0x600008
            case totalTime = 0x600032
            case nameLookupTime = 0x600033
            case connectTime = 0x600034
            case preTransferTime = 0x600035
            case startTransferTime = 0x600036
            case appConnectTime = 0x600038
        }
    }
#endif
