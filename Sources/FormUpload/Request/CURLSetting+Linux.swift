#if os(Linux)
    import CURLHooks
    import FormEncoding

    extension CURLSetting {
        /// All libcurl options for a request, but for those that every transfer has (CURLHooks/callbacks.c).
        static func all(for request: UploadRequest, options: UploadOptions) -> [CURLSetting] {
            ofRequest(request, options) + ofBody(request, options) + ofTLS(options)
                + ofLimits(options.limits) + ofVersion(options)
                + options.curlSettings.filter { request.sendsCredentials || !$0.isCredential }
                .map(\.forLibcurl)
        }

        /// libcurl does not report that it cannot write cookies: it only keeps them.
        private var forLibcurl: CURLSetting {
            option == .cookieJar ? CURLSetting(.cookieFile, .string("")) : self
        }

        private static func ofRequest(
            _ request: UploadRequest, _ options: UploadOptions
        ) -> [CURLSetting] {
            [
                CURLSetting(.url, .string(request.url)),
                CURLSetting(.defaultProtocol, .string("http")),
                CURLSetting(
                    .customRequest,
                    .string(request.method ?? (request.body == nil ? nil : request.bodyMethod))),
                CURLSetting(.userAgent, .string(options.userAgent)),
                CURLSetting(.referer, .string(request.referer)),
                CURLSetting(.httpHeader, .lines(headerLines(of: request))),
                CURLSetting(.receiveBuffer, .number(receiveBufferSize)),
                CURLSetting(.keepAlive, .number(1)),
                // Redirects are followed here: it bounds how often a server may ask for a login.
                CURLSetting(.maximumRedirects, .number(Int64(options.redirects.maximum ?? -1))),
            ]
        }

        private static func ofBody(
            _ request: UploadRequest, _ options: UploadOptions
        ) -> [CURLSetting] {
            guard let body = request.body else {
                // A response to HEAD has no body, whatever its length says (RFC 9110 §9.3.2).
                return [CURLSetting(request.method == "HEAD" ? .noBody : .httpGet, .number(1))]
            }
            let length = request.isChunked ? nil : body.contentLength
            return [
                CURLSetting(.upload, .number(1)),
                CURLSetting(.inFileSize, .number(length ?? -1)),
                CURLSetting(.uploadBuffer, .number(options.uploadBufferSize(for: length))),
            ]
        }

        private static func ofTLS(_ options: UploadOptions) -> [CURLSetting] {
            // Set explicitly, independent of libcurl's defaults; numbers of `CURLOPT_SSL_VERIFY…`.
            let verifies = options.verifiesCertificates
            var settings = [
                CURLSetting(.verifyPeer, .number(verifies ? 1 : 0)),
                CURLSetting(.verifyHost, .number(verifies ? 2 : 0)),
                CURLSetting(.proxyVerifyPeer, .number(1)),
                CURLSetting(.proxyVerifyHost, .number(2)),
            ]
            if let path = options.certificateAuthorities {
                settings.append(CURLSetting(.caInfo, .string(path)))
            }
            return settings
        }

        private static func ofLimits(_ limits: UploadLimits) -> [CURLSetting] {
            // Its own default would not end a TLS handshake that hangs: it sets no timer for that.
            let connecting = limits.connecting ?? .seconds(300)
            let milliseconds = Int64(min(connecting.seconds * 1000, Double(Int32.max)))
            return [CURLSetting(.connectTimeout, .number(max(1, milliseconds)))]
        }

        /// libcurl asks for the challenge of Digest with an empty body that it does not end over HTTP/2: the
        /// server would wait for the rest.
        private static func ofVersion(_ options: UploadOptions) -> [CURLSetting] {
            // CURL_HTTP_VERSION_1_1; a version of the user is set later.
            options.authentication == .digest ? [CURLSetting(.httpVersion, .number(2))] : []
        }

        private static let receiveBufferSize: Int64 = 128 << 10

        private static func headerLines(of request: UploadRequest) -> [ByteString] {
            var lines: [ByteString] = []
            if let body = request.body {
                let names = request.headers.map { $0.name.description.lowercased() }
                if let type = body.contentType, !names.contains("content-type") {
                    lines.append(ByteString(bytes: Array("Content-Type: ".utf8) + type.value.bytes))
                }
                if request.hasSmallBody, !names.contains("expect") { lines.append("Expect:") }
            }
            // libcurl adds `Transfer-Encoding` itself. It must be free to leave it out: if it
            // expects a challenge, it sends no body at first.
            return lines
                + request.headers.filter { !$0.isNamed("Transfer-Encoding") }.map(\.line)
        }

        /// Sets the option; returns libcurl's code.
        func set(on transfer: OpaquePointer) -> Int32 {
            switch value {
            case .number(let number): curlhooks_set(transfer, option.rawValue, number, nil)
            case .string(nil): curlhooks_set(transfer, option.rawValue, 0, nil)
            case .string(let string?):
                curlhooks_set(transfer, option.rawValue, 0, string.cString)
            case .lines(let lines):
                lines.lazy.map { curlhooks_add_line(transfer, option.rawValue, $0.cString) }
                    .first { $0 != 0 } ?? 0
            }
        }
    }
#endif
