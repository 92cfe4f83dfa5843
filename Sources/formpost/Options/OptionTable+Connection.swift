import FormEncoding

extension OptionTable {
    static let connection: [OptionSpec] = timeouts + proxies + addresses + versions

    private static let timeouts: [OptionSpec] = [
        .value(
            "max-time", short: "m", "seconds", .timeLimit, as: .common,
            "Time limit for the whole command"
        ) {
            $0.limits.total = $1
        }.explained(
            """
            It counts from the start of the command, and covers reading standard input and pipes, \
            redirects, retries and the pauses between them; not the time in which a password is \
            typed.
            """),
        .value("connect-timeout", "seconds", .timeLimit, "Give up connecting after this long") {
            $0.limits.connecting = $1
        },
        .value(
            "stall-timeout", "seconds", .timeLimit,
            "Give up when sending stalls (60)"
        ) {
            $0.limits.stall = $1
        }.explained("Not while the server prepares its answer."),
        .value("speed-limit", short: "Y", "speed", .size, "Give up when slower than this") {
            $0.limits.speed = .init(bytesPerSecond: $1, time: $0.limits.speed?.time ?? .seconds(30))
        },
        .value(
            "speed-time", short: "y", "seconds", .duration,
            "Seconds below --speed-limit before giving up"
        ) {
            $0.limits.speed = .init(bytesPerSecond: $0.limits.speed?.bytesPerSecond ?? 1, time: $1)
        },
        .value("limit-rate", "speed", .size, "Send and receive no faster than this") {
            $0.pass(.sendSpeed, .number($1))
            $0.pass(.receiveSpeed, .number($1))
        },
    ]

    private static let proxies: [OptionSpec] = [
        .value("proxy", short: "x", "url", .text, "Go through this proxy") {
            $0.pass(.proxy, .string($1))
        }.hiding(.url).explained(
            """
            The URL may begin with `http://`, `https://`, `socks4://`, `socks5://` or \
            `socks5h://`, the last of which has the proxy resolve names.
            """),
        .passedText(
            "proxy-user", short: "U", "user:password", to: .proxyUserPassword,
            "Credentials for the proxy"
        ).hiding(),
        .value("proxy-header", "line", .passedHeader, "Add a header for the proxy") {
            $0.passLine(.proxyHeader, $1)
        }.hiding(.header),
        .value("noproxy", "hosts", .text, "Reach these hosts without the proxy") {
            $0.pass(.noProxy, .string($1))
        },
        .passedFlag("proxytunnel", short: "p", to: .proxyTunnel, "Tunnel with CONNECT, also http"),
        .flag("proxy-insecure", "Accept any certificate of the proxy") {
            $0.pass(.proxyVerifyPeer, .number($1 ? 0 : 1))
            $0.pass(.proxyVerifyHost, .number($1 ? 0 : 2))
        },
        .passedText(
            "proxy-cacert", "file", .inputFile, to: .proxyCAInfo, "Trust these for the proxy"),
        .passedText("preproxy", "url", to: .preProxy, "Reach the proxy through this one")
            .hiding(.url),
        socks("socks5", scheme: "socks5", "Go through this SOCKS5 proxy"),
        socks("socks5-hostname", scheme: "socks5h", "As --socks5, and resolve names there"),
    ]

    private static func socks(_ long: String, scheme: String, _ help: String) -> OptionSpec {
        .value(long, "host:port", .nonEmpty, help) {
            let url = ByteString(bytes: Array("\(scheme)://".utf8) + $1.bytes)
            $0.pass(.proxy, .string(url))
        }.hiding(.url)
    }

    private static let addresses: [OptionSpec] = [
        .passedChoice("ipv4", short: "4", to: .ipVersion, 1, "Use IPv4 addresses only"),
        .passedChoice("ipv6", short: "6", to: .ipVersion, 2, "Use IPv6 addresses only"),
        .passedLine(
            "resolve", "host:port:addr", .hostPortAddress, to: .resolve,
            "Take this address for a host"),
        .passedLine(
            "connect-to", "host:port:host:port", to: .connectTo, "Connect there instead"),
        .passedText(
            "unix-socket", "path", .nonEmpty(.socket), to: .unixSocket,
            "Connect to this Unix socket"),
        .passedText(
            "abstract-unix-socket", "name", to: .abstractUnixSocket,
            "Connect to this abstract Unix socket"),
        .passedText("interface", "name", to: .interface, "Connect from this interface or address"),
        .value("local-port", "port[-port]", .ports, "Connect from a port of this range") {
            $0.pass(.localPort, .number(Int64($1.lowerBound)))
            $0.pass(.localPortRange, .number(Int64($1.count)))
        },
        .passedText("dns-servers", "addresses", to: .dnsServers, "Ask these name servers"),
        .passedText("doh-url", "url", to: .dnsOverHTTPS, "Resolve names over HTTPS here")
            .hiding(.url),
        .value(
            "keepalive-time", "seconds", .integer(in: 1...Int(Int32.max)),
            "Probe a silent connection so often"
        ) {
            $0.pass(.keepAliveIdle, .number(Int64($1)))
            $0.pass(.keepAliveInterval, .number(Int64($1)))
        },
        .passedFlag("keepalive", to: .keepAlive, "Probe silent connections (default)"),
        .passedFlag("tcp-nodelay", to: .tcpNoDelay, "Send small packets at once (default)"),
        .passedFlag("tcp-fastopen", to: .tcpFastOpen, "Send data with the first packet"),
    ]

    /// `CURL_HTTP_VERSION_…`
    private static let versions: [OptionSpec] = [
        .passedChoice("http1.0", short: "0", to: .httpVersion, 1, "Speak HTTP/1.0"),
        .passedChoice("http1.1", to: .httpVersion, 2, "Speak HTTP/1.1"),
        .passedChoice("http2", to: .httpVersion, 3, "Speak HTTP/2 if the server does"),
        .passedChoice("http2-prior-knowledge", to: .httpVersion, 5, "Speak HTTP/2 at once"),
        .passedChoice("http3", to: .httpVersion, 30, "Speak HTTP/3 if the server does"),
    ]
}
