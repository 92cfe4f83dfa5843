import FormEncoding
import Foundation

#if os(Linux)
    import CURLHooks
#endif

/// An option of libcurl and its value: `curl_easy_setopt`, as data.
package struct CURLSetting: Sendable, Equatable {
    package enum Value: Sendable, Equatable {
        case number(Int64)
        case string(ByteString?)
        case lines([ByteString])
        /// Bytes that libcurl copies (`curl_blob`).
        case data(Data)
    }

    package let option: Option
    package let value: Value

    package init(_ option: Option, _ value: Value) {
        self.option = option
        self.value = value
    }

    /// Numbers of libcurl's options (part of its ABI; curl/curl.h).
    package enum Option: Int32, Sendable {
        case sslVersion = 32
        case noBody = 44
        case upload = 46
        case netrc = 51
        case proxyTunnel = 61
        case verifyPeer = 64
        case maximumRedirects = 68
        case freshConnection = 74
        case httpGet = 80
        case verifyHost = 81
        case httpVersion = 84
        case newCookieSession = 96
        case receiveBuffer = 98
        case httpAuthentication = 107
        case proxyAuthentication = 111
        case ipVersion = 113
        case tcpNoDelay = 121
        case localPort = 139
        case localPortRange = 140
        case connectTimeout = 156
        case contentDecoding = 158
        case certificateInfo = 172
        case protocols = 181
        case keepAlive = 213
        case keepAliveIdle = 214
        case keepAliveInterval = 215
        case tlsOptions = 216
        case alpn = 226
        case expectTimeout = 227
        case verifyStatus = 232
        case pathAsIs = 234
        case pipeWait = 237
        case tcpFastOpen = 244
        case proxyVerifyPeer = 248
        case proxyVerifyHost = 249
        case uploadBuffer = 280
        case url = 10002
        case proxy = 10004
        case userPassword = 10005
        case proxyUserPassword = 10006
        case referer = 10016
        case userAgent = 10018
        case cookie = 10022
        case httpHeader = 10023
        case certificate = 10025
        case keyPassword = 10026
        case cookieFile = 10031
        case customRequest = 10036
        case interface = 10062
        case caInfo = 10065
        /// Only keeps cookies (`Uploader.cookies`).
        case cookieJar = 10082
        case ciphers = 10083
        case certificateType = 10086
        case key = 10087
        case keyType = 10088
        case caPath = 10097
        case acceptEncoding = 10102
        case netrcFile = 10118
        case revocationList = 10169
        case userName = 10173
        case password = 10174
        case noProxy = 10177
        case resolve = 10203
        case dnsServers = 10211
        case bearer = 10220
        case proxyHeader = 10228
        case pinnedPublicKey = 10230
        case unixSocket = 10231
        case defaultProtocol = 10238
        case connectTo = 10243
        case proxyCAInfo = 10246
        case proxyCAPath = 10247
        case proxyRevocationList = 10260
        case preProxy = 10262
        case abstractUnixSocket = 10264
        case requestTarget = 10266
        case tls13Ciphers = 10276
        case dnsOverHTTPS = 10279
        case curves = 10298
        case inFileSize = 30115
        case sendSpeed = 30145
        case receiveSpeed = 30146
        case certificateData = 40291
        case keyData = 40292
        case caData = 40309

        /// Why it may not be available where there is libcurl.
        package var lack: String {
            switch self {
            case .acceptEncoding: "libz.so.1, which would decode the response, is not there"
            default: "this libcurl does not have it"
            }
        }

        /// Whether a connection that was made with it must not be used for transfers without it: it says who the client
        /// or the other end is. libcurl forgets some of them, depending on its version.
        var authenticatesConnection: Bool {
            switch self {
            case .proxy, .preProxy, .proxyUserPassword, .proxyAuthentication, .proxyHeader,
                .proxyTunnel, .certificate, .certificateData, .certificateType, .key, .keyData,
                .keyType, .keyPassword, .ciphers, .tls13Ciphers, .curves,
                .sslVersion, .tlsOptions, .verifyStatus, .pinnedPublicKey, .revocationList, .caPath,
                .proxyCAInfo, .proxyCAPath, .proxyRevocationList:
                true
            default: false
            }
        }
    }

    /// Whether it identifies the user to one host, and must not be sent to others.
    var isCredential: Bool {
        credentialField != nil || option == .netrc || option == .netrcFile
    }

    /// The header field that it is sent in; `nil`: none, or only a file knows whether there is one.
    var credentialField: ByteString? {
        switch option {
        case .userPassword, .bearer: "Authorization"
        case .cookie: "Cookie"
        default: nil
        }
    }
}

extension CURLSetting.Value {
    /// The value of `Accept-Encoding` for responses that are decoded.
    package static let codings = Self.string(TransportFacts.codings)
}

/// Login methods of HTTP, as libcurl numbers them (`CURLAUTH_…`).
package struct Authentication: OptionSet, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }

    package static let basic = Authentication(rawValue: 1 << 0)
    package static let digest = Authentication(rawValue: 1 << 1)
    package static let bearer = Authentication(rawValue: 1 << 6)
    /// All but CURLAUTH_DIGEST_IE, the Digest of old Internet Explorers.
    package static let any = Authentication(rawValue: ~(1 << 4))

    /// Whether the login can be sent only after a challenge of the server, or may have to be.
    package var needsChallenge: Bool { self != .basic && self != .bearer }
}

extension CURLSetting {
    package init(_ ways: Authentication) {
        self.init(.httpAuthentication, .number(ways.rawValue))
    }

    /// The login methods that it allows; `nil`: it is another option.
    package var authentication: Authentication? {
        guard option == .httpAuthentication, case .number(let ways) = value else { return nil }
        return Authentication(rawValue: ways)
    }
}

extension UploadOptions {
    package var authentication: Authentication {
        curlSettings.reversed().lazy.compactMap(\.authentication).first ?? .basic
    }

    package func string(_ option: CURLSetting.Option) -> ByteString? {
        if case .string(let value)? = value(of: option) { value } else { nil }
    }

    func number(_ option: CURLSetting.Option) -> Int64? {
        if case .number(let value)? = value(of: option) { value } else { nil }
    }

    func value(of option: CURLSetting.Option) -> CURLSetting.Value? {
        curlSettings.last { $0.option == option }?.value
    }

    fileprivate var hasClientIdentity: Bool {
        curlSettings.contains { setting in
            [.certificate, .certificateData, .key, .keyData].contains(setting.option)
        }
    }

    fileprivate var hasUnixSocket: Bool {
        string(.unixSocket) != nil || string(.abstractUnixSocket) != nil
    }

    /// Whether libcurl sends an empty request first, and the body only after a challenge: if the
    /// single login method needs one, as Digest does.
    func probesForChallenge(_ request: UploadRequest) -> Bool {
        let isSingle = authentication.rawValue.nonzeroBitCount == 1
        return request.sendsCredentials && isSingle && authentication.needsChallenge
    }
}

#if os(Linux)
    extension CURLSetting {
        /// All libcurl options for a request, but for those that every transfer has (CURLHooks/callbacks.c).
        static func all(for request: UploadRequest, options: UploadOptions) -> [CURLSetting] {
            let verifies = options.verifiesCertificates
            // Its own default would not end a TLS handshake that hangs: it sets no timer for that.
            let connecting = (options.limits.connecting ?? .seconds(60)).seconds * 1000
            var settings = [
                CURLSetting(.url, .string(request.urlBytes)),
                CURLSetting(.defaultProtocol, .string("http")),
                CURLSetting(
                    .customRequest,
                    .string(request.methodBytes ?? (request.body == nil ? nil : request.bodyMethod))
                ),
                CURLSetting(.userAgent, .string(options.userAgentBytes)),
                CURLSetting(.referer, .string(request.referer)),
                CURLSetting(.httpHeader, .lines(headerLines(of: request))),
                CURLSetting(.receiveBuffer, .number(128 << 10)),
                // A `ContentDecoder` decodes.
                CURLSetting(.contentDecoding, .number(0)),
                CURLSetting(.keepAlive, .number(1)),
                // The uploader follows redirects. This bounds how often a server may ask for a login.
                CURLSetting(.maximumRedirects, .number(Int64(options.redirects.maximum ?? -1))),
                // Set explicitly, independent of libcurl's defaults; numbers of `CURLOPT_SSL_VERIFY…`.
                CURLSetting(.verifyPeer, .number(verifies ? 1 : 0)),
                CURLSetting(.verifyHost, .number(verifies ? 2 : 0)),
                CURLSetting(.proxyVerifyPeer, .number(1)),
                CURLSetting(.proxyVerifyHost, .number(2)),
                CURLSetting(
                    .connectTimeout, .number(max(1, Int64(min(connecting, Double(Int32.max)))))),
            ]
            if let body = request.body {
                let length = request.isChunked ? nil : body.contentLength
                settings += [
                    CURLSetting(.upload, .number(1)),
                    CURLSetting(.inFileSize, .number(length ?? -1)),
                    CURLSetting(.uploadBuffer, .number(options.uploadBufferSize(for: length))),
                ]
            } else {
                // A response to HEAD has no body, whatever its length says (RFC 9110 §9.3.2).
                let option: Option = request.methodBytes == "HEAD" ? .noBody : .httpGet
                settings.append(CURLSetting(option, .number(1)))
            }
            // The hooks cannot tell which socket of several is used again: they have no ports.
            if options.hasUnixSocket { settings.append(CURLSetting(.freshConnection, .number(1))) }
            // libcurl asks for the challenge of Digest with an empty body that it does not end over HTTP/2: the
            // server would wait for the rest. CURL_HTTP_VERSION_1_1; the user's version is set later.
            if options.authentication == .digest {
                settings.append(CURLSetting(.httpVersion, .number(2)))
            }
            for setting in options.curlSettings
            where request.sendsCredentials || !setting.isCredential {
                // libcurl does not report that it cannot write cookies: it only keeps them.
                settings.append(
                    setting.option == .cookieJar
                        ? CURLSetting(.cookieFile, .string("")) : setting)
            }
            if request.sendsCredentials {
                settings += NetrcFile.settings(for: request, options)
            }
            // Without a passphrase OpenSSL asks for one on the terminal, on the loop's thread, and
            // libcurl 7.88 crashes if the key is in memory.
            if options.hasClientIdentity, options.string(.keyPassword) == nil,
                TransportFacts.takesEmptyPassphrase
            {
                settings.append(CURLSetting(.keyPassword, .string("")))
            }
            if let list = NoProxyList(options.string(.noProxy)),
                let host = try? UploadURL(request.urlBytes, relativeTo: nil).host,
                let isDirect = list.contains(host)
            {
                settings.append(CURLSetting(.noProxy, .string(isDirect ? "*" : "")))
            }
            return settings
        }

        private static func headerLines(of request: UploadRequest) -> [ByteString] {
            var lines: [ByteString] = []
            if let type = request.body?.contentType, !request.hasField("Content-Type") {
                lines.append("Content-Type: " + type.value)
            }
            if request.hasSmallBody, !request.hasField("Expect") { lines.append("Expect:") }
            // libcurl adds `Transfer-Encoding` itself. It must be free to leave it out: if it
            // expects a challenge, it sends no body at first.
            return lines
                + request.headers.filter { !$0.isNamed("Transfer-Encoding") }.map(\.line)
        }

        func set(on transfer: OpaquePointer) -> Int32 {
            switch value {
            case .number(let number): curlhooks_set(transfer, option.rawValue, number, nil)
            case .string(let string):
                curlhooks_set(transfer, option.rawValue, 0, string?.cString)
            case .data(let data):
                data.withUnsafeBytes { bytes in
                    // As `curl_blob`, with `CURL_BLOB_COPY`.
                    var blob = (bytes.baseAddress, bytes.count, UInt32(1))
                    return withUnsafePointer(to: &blob) {
                        curlhooks_set(transfer, option.rawValue, Int64(Int(bitPattern: $0)), nil)
                    }
                }
            case .lines(let lines):
                lines.lazy.map { curlhooks_add_line(transfer, option.rawValue, $0.cString) }
                    .first { $0 != 0 } ?? 0
            }
        }
    }
#endif
