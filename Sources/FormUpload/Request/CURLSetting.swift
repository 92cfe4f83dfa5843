import FormEncoding

/// An option of libcurl and its value: `curl_easy_setopt`, as data.
package struct CURLSetting: Sendable, Equatable {
    package enum Value: Sendable, Equatable {
        case number(Int64)
        case string(ByteString?)
        case lines([ByteString])
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
        case ipVersion = 113
        case tcpNoDelay = 121
        case localPort = 139
        case localPortRange = 140
        case connectTimeout = 156
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
        case preProxy = 10262
        case abstractUnixSocket = 10264
        case requestTarget = 10266
        case tls13Ciphers = 10276
        case dnsOverHTTPS = 10279
        case curves = 10298
        case inFileSize = 30115
        case sendSpeed = 30145
        case receiveSpeed = 30146
    }
}

extension CURLSetting {
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
