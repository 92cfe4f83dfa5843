import FormEncoding

extension OptionTable {
    static let connection: [OptionSpec] = timeouts + proxies + addresses + versions

    private static let timeouts: [OptionSpec] = [
        .value(
            "max-time", short: "m", "seconds", .timeLimit, as: .common,
            "Time limit for each attempt"
        ) {
            $0.limits.total = $1
        }.onCurl(.request),
        .value("connect-timeout", "seconds", .timeLimit, "Time limit for connecting") {
            $0.limits.connecting = $1
        }.onCurl(.request),
        .value(
            "stall-timeout", "seconds", .timeLimit,
            "Give up when sending stalls (60)"
        ) {
            $0.limits.stall = $1
        }.onCurl(.missing),
        .value("speed-limit", short: "Y", "speed", .size, "Give up when slower than this") {
            $0.limits.speed = .init(bytesPerSecond: $1, time: $0.limits.speed?.time ?? .seconds(30))
        }.onCurl(.request),
        .value(
            "speed-time", short: "y", "seconds", .duration,
            "Seconds below --speed-limit before giving up"
        ) {
            $0.limits.speed = .init(bytesPerSecond: $0.limits.speed?.bytesPerSecond ?? 1, time: $1)
        }.onCurl(.request),
        .value("limit-rate", "speed", .size, "Send and receive no faster than this") {
            $0.pass(.sendSpeed, .number($1))
            $0.pass(.receiveSpeed, .number($1))
        },
    ]

    private static let proxies: [OptionSpec] = [
        .value("proxy", short: "x", "url", .text, "Use this proxy") {
            $0.pass(.proxy, .string($1))
        }.hiding(.url).suggesting(["http://", "https://"] + socksSchemes),
        .passedText(
            "proxy-user", short: "U", "user:password", to: .proxyUserPassword,
            "Log in to the proxy"
        ).hiding(.login, as: "PROXY_PASSWORD"),
        .passedText(
            "proxy-header", "line|@file", .passedHeader, to: .proxyHeader,
            "Add a header for the proxy only"
        ).hiding(.header),
        .value("noproxy", "hosts", .text, "Hosts to reach without a proxy") {
            $0.pass(.noProxy, .string($1))
        },
        .passedFlag(
            "proxytunnel", short: "p", to: .proxyTunnel, "Tunnel through the proxy with CONNECT"
        ),
        .flag("proxy-insecure", "Accept any certificate of the proxy") {
            $0.pass(.proxyVerifyPeer, .number($1 ? 0 : 1))
            $0.pass(.proxyVerifyHost, .number($1 ? 0 : 2))
        },
        .passedText(
            "proxy-cacert", "file", .inputFile, to: .proxyCAInfo,
            "CA certificates for the proxy (PEM)"
        ),
        .passedText("preproxy", "url", to: .preProxy, "Reach the proxy through this SOCKS proxy")
            .hiding(.url).suggesting(socksSchemes),
        socks("socks5", scheme: "socks5", "Use this SOCKS5 proxy"),
        socks("socks5-hostname", scheme: "socks5h", "Use this SOCKS5 proxy, which resolves hosts"),
    ]

    private static let socksSchemes = ["socks4://", "socks4a://", "socks5://", "socks5h://"]

    private static func socks(_ long: String, scheme: String, _ help: String) -> OptionSpec {
        .value(long, "host:port", .nonEmpty, help) {
            let url = ByteString(bytes: Array("\(scheme)://".utf8) + $1.bytes)
            $0.pass(.proxy, .string(url))
        }.hiding(.url)
    }

    private static let addresses: [OptionSpec] = [
        .passedChoice("ipv4", short: "4", to: .ipVersion, 1, "Use IPv4 addresses only"),
        .passedChoice("ipv6", short: "6", to: .ipVersion, 2, "Use IPv6 addresses only"),
        .passedText(
            "resolve", "host:port:addr", .hostPortAddress, to: .resolve,
            "Use this address for a host and port"
        ),
        .passedText(
            "connect-to", "host:port:host:port", to: .connectTo,
            "Connect to HOST2:PORT2 instead of HOST1:PORT1"
        ),
        .passedText(
            "unix-socket", "path", .nonEmpty(.socket), to: .unixSocket,
            "Connect to this Unix domain socket"
        ),
        .passedText(
            "abstract-unix-socket", "name", to: .abstractUnixSocket,
            "Connect to this abstract Unix domain socket"
        ),
        .passedText("interface", "name", to: .interface, "Connect from this interface or address"),
        .value("local-port", "port[-port]", .ports, "Connect from this local port or range") {
            $0.pass(.localPort, .number(Int64($1.lowerBound)))
            $0.pass(.localPortRange, .number(Int64($1.count)))
        },
        .passedText("dns-servers", "addresses", to: .dnsServers, "DNS servers to ask"),
        .passedText(
            "doh-url", "url", to: .dnsOverHTTPS, "Resolve hosts through this DNS-over-HTTPS server"
        )
        .hiding(.url),
        .value(
            "keepalive-time", "seconds", .integer(in: 1...Int(Int32.max)),
            "Interval between keepalive probes"
        ) {
            $0.pass(.keepAliveIdle, .number(Int64($1)))
            $0.pass(.keepAliveInterval, .number(Int64($1)))
        },
        .passedFlag("keepalive", to: .keepAlive, "Send TCP keepalive probes (default)"),
        .passedFlag("tcp-nodelay", to: .tcpNoDelay, "Send small packets at once (default)"),
        .passedFlag(
            "tcp-fastopen", to: .tcpFastOpen, "Send data with the first packet (TCP Fast Open)"
        ),
    ]

    /// `CURL_HTTP_VERSION_…`
    private static let versions: [OptionSpec] = [
        .passedChoice("http1.0", short: "0", to: .httpVersion, 1, "Use HTTP/1.0"),
        .passedChoice("http1.1", to: .httpVersion, 2, "Use HTTP/1.1"),
        .passedChoice("http2", to: .httpVersion, 3, "Use HTTP/2 if the server offers it"),
        .passedChoice("http2-prior-knowledge", to: .httpVersion, 5, "Use HTTP/2 without asking"),
        .passedChoice("http3", to: .httpVersion, 30, "Use HTTP/3 if the server offers it"),
    ]
}
