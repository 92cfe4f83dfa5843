import FormEncoding

extension OptionTable {
    static let connection: [OptionSpec] = timeouts + proxies + addresses + versions

    private static let timeouts: [OptionSpec] = [
        .value("max-time", short: "m", "seconds", .timeLimit, as: .common, \.limits.total)
            .onCurl(.request),
        .value("connect-timeout", "seconds", .timeLimit, \.limits.connecting).onCurl(.request),
        .value("stall-timeout", "seconds", .timeLimit, \.limits.stall).onCurl(.missing),
        .value("speed-limit", short: "Y", "speed", .size) {
            $0.limits.speed = .init(bytesPerSecond: $1, time: $0.limits.speed?.time ?? .seconds(30))
        }.onCurl(.request),
        .value("speed-time", short: "y", "seconds", .duration) {
            $0.limits.speed = .init(bytesPerSecond: $0.limits.speed?.bytesPerSecond ?? 1, time: $1)
        }.onCurl(.request),
        .value("limit-rate", "speed", .size) {
            $0.pass(.sendSpeed, .number($1))
            $0.pass(.receiveSpeed, .number($1))
        },
    ]

    private static let proxies: [OptionSpec] = [
        .value("proxy", short: "x", "url", .text) {
            $0.pass(.proxy, .string($1))
        }.hiding(.url).suggesting(["http://", "https://"] + socksSchemes),
        .passedText("proxy-user", short: "U", "user:password", to: .proxyUserPassword)
            .hiding(.login, as: "PROXY_PASSWORD"),
        .passedText("proxy-header", "line|@file", .passedHeader, to: .proxyHeader).hiding(.header),
        .value("noproxy", "hosts", .text) {
            $0.pass(.noProxy, .string($1))
        },
        .passedFlag("proxytunnel", short: "p", to: .proxyTunnel),
        .flag("proxy-insecure") {
            $0.pass(.proxyVerifyPeer, .number($1 ? 0 : 1))
            $0.pass(.proxyVerifyHost, .number($1 ? 0 : 2))
        },
        .passedText("proxy-cacert", "file", .inputFile, to: .proxyCAInfo),
        .passedText("preproxy", "url", to: .preProxy)
            .hiding(.url).suggesting(socksSchemes),
        socks("socks5", scheme: "socks5"),
        socks("socks5-hostname", scheme: "socks5h"),
    ]

    private static let socksSchemes = ["socks4://", "socks4a://", "socks5://", "socks5h://"]

    private static func socks(_ long: String, scheme: String) -> OptionSpec {
        .value(long, "host:port", .nonEmpty) {
            let url = ByteString(bytes: Array("\(scheme)://".utf8) + $1.bytes)
            $0.pass(.proxy, .string(url))
        }.hiding(.url)
    }

    private static let addresses: [OptionSpec] = [
        .passedChoice("ipv4", short: "4", to: .ipVersion, 1),
        .passedChoice("ipv6", short: "6", to: .ipVersion, 2),
        .passedText("resolve", "host:port:addr", .hostPortAddress, to: .resolve),
        .passedText("connect-to", "host:port:host:port", to: .connectTo),
        .passedText("unix-socket", "path", .nonEmpty(.socket), to: .unixSocket),
        .passedText("abstract-unix-socket", "name", to: .abstractUnixSocket),
        .passedText("interface", "name", to: .interface),
        .value("local-port", "port[-port]", .ports) {
            $0.pass(.localPort, .number(Int64($1.lowerBound)))
            $0.pass(.localPortRange, .number(Int64($1.count)))
        },
        .passedText("dns-servers", "addresses", to: .dnsServers),
        .passedText("doh-url", "url", to: .dnsOverHTTPS).hiding(.url),
        .value("keepalive-time", "seconds", .integer(in: 1...Int(Int32.max))) {
            $0.pass(.keepAliveIdle, .number(Int64($1)))
            $0.pass(.keepAliveInterval, .number(Int64($1)))
        },
        .passedFlag("keepalive", to: .keepAlive),
        .passedFlag("tcp-nodelay", to: .tcpNoDelay),
        .passedFlag("tcp-fastopen", to: .tcpFastOpen),
    ]

    /// `CURL_HTTP_VERSION_…`
    private static let versions: [OptionSpec] = [
        .passedChoice("http1.0", short: "0", to: .httpVersion, 1),
        .passedChoice("http1.1", to: .httpVersion, 2),
        .passedChoice("http2", to: .httpVersion, 3),
        .passedChoice("http2-prior-knowledge", to: .httpVersion, 5),
        .passedChoice("http3", to: .httpVersion, 30),
    ]
}
