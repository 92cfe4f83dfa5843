import FormEncoding

extension OptionTable {
    static let connection: [OptionSpec] = timeouts + proxies + addresses + versions

    private static let timeouts: [OptionSpec] = [
        .value(
            "max-time", short: "m", "seconds", .timeLimit, as: .common,
            "Time limit for each attempt"
        ) {
            $0.limits.total = $1
        }.explained(
            """
            In seconds; a fraction is allowed. It covers an attempt with its redirects. With \
            `--retry` each attempt has the whole time, the pauses between them do not count, and \
            `--retry-max-time` limits all of them together. The first attempt of a single request \
            counts from the start of the command: reading pipes is part of it, typing a password is \
            not. By default there is no limit. Reaching it is exit status 28. Example: \
            `-m 60 --retry 3`.
            """),
        .value("connect-timeout", "seconds", .timeLimit, "Time limit for connecting") {
            $0.limits.connecting = $1
        }.explained(
            """
            In seconds; it covers resolving the host, the connection and the TLS handshake, \
            for each attempt anew. The default is 300. Example: `--connect-timeout 2.5`.
            """),
        .value(
            "stall-timeout", "seconds", .timeLimit,
            "Give up when sending stalls (60)"
        ) {
            $0.limits.stall = $1
        }.onCurl(.missing).explained(
            """
            In seconds without a byte sent. The time in which the server prepares its answer \
            does not count. The default is 60; 0 waits for ever. Reaching it is exit status \
            28.
            """),
        .value("speed-limit", short: "Y", "speed", .size, "Give up when slower than this") {
            $0.limits.speed = .init(bytesPerSecond: $1, time: $0.limits.speed?.time ?? .seconds(30))
        }.onCurl(.bytes).explained(
            """
            In bytes a second, sent or received, as the mean of the last five seconds; the time \
            of waiting for the answer counts, too. By default there is no \
            limit, or 1 if only `--speed-time` is given. Exit status 28. Example: `-Y 1K -y \
            60`.
            """),
        .value(
            "speed-time", short: "y", "seconds", .duration,
            "Seconds below --speed-limit before giving up"
        ) {
            $0.limits.speed = .init(bytesPerSecond: $0.limits.speed?.bytesPerSecond ?? 1, time: $1)
        }.onCurl(.wholeSeconds).explained(
            """
            How long the mean speed may be below the limit. The default is 30. Exit status \
            28.
            """),
        .value("limit-rate", "speed", .size, "Send and receive no faster than this") {
            $0.pass(.sendSpeed, .number($1))
            $0.pass(.receiveSpeed, .number($1))
        }.explained(
            """
            In bytes a second, or with `K`, `M` or `G`. By default there is no limit. \
            Example: `--limit-rate 500K`.
            """),
    ]

    private static let proxies: [OptionSpec] = [
        .value("proxy", short: "x", "url", .text, "Use this proxy") {
            $0.pass(.proxy, .string($1))
        }.hiding(.url).explained(
            """
            `[scheme://][user:password@]host[:port]`. The scheme is `http` (the default), \
            `https`, `socks4`, `socks4a`, `socks5` or `socks5h`; with `socks4a` and \
            `socks5h` the proxy resolves the host. The default port is 1080, and 443 for \
            `https`. It has precedence over the variables in ENVIRONMENT; `-x ''` uses no \
            proxy. Example: `-x http://proxy.example:3128`.
            """),
        .passedText(
            "proxy-user", short: "U", "user:password", to: .proxyUserPassword,
            "Log in to the proxy"
        ).hiding(.login, as: "PROXY_PASSWORD").explained(
            """
            The user name ends at the first colon. Without a colon, the password is asked \
            for on the terminal. The value is removed from the list of processes. Example: \
            `-U anna:secret`.
            """),
        .value("proxy-header", "line|@file", .passedHeader, "Add a header for the proxy only") {
            $0.passLine(.proxyHeader, $1)
        }.hiding(.header).explained(
            """
            Sent with CONNECT and never to the server; the syntax is that of `-H`, with \
            `@file` too. Example: `--proxy-header 'X-Tenant: 7'`.
            """),
        .value("noproxy", "hosts", .text, "Hosts to reach without a proxy") {
            $0.pass(.noProxy, .string($1))
        }.explained(
            """
            A list with commas. A name stands for the host and all hosts below it: \
            `example.com` is also `www.example.com`. An IP address stands for itself, and \
            one with a prefix length for a network: `10.0.0.0/8`. `*` is every host. It has \
            precedence over the variable `no_proxy`. Example: `--noproxy \
            localhost,10.0.0.0/8`.
            """),
        .passedFlag(
            "proxytunnel", short: "p", to: .proxyTunnel, "Tunnel through the proxy with CONNECT"
        ).explained("Also for http URLs; for https URLs it is always done."),
        .flag("proxy-insecure", "Accept any certificate of the proxy") {
            $0.pass(.proxyVerifyPeer, .number($1 ? 0 : 1))
            $0.pass(.proxyVerifyHost, .number($1 ? 0 : 2))
        }.explained(
            """
            As `-k`, for the connection to an https proxy. By default its certificate is \
            verified.
            """),
        .passedText(
            "proxy-cacert", "file", .inputFile, to: .proxyCAInfo,
            "CA certificates for the proxy (PEM)"
        ).explained(
            """
            As `--cacert`, for the connection to an https proxy. By default the system's \
            certificates are used.
            """),
        .passedText("preproxy", "url", to: .preProxy, "Reach the proxy through this SOCKS proxy")
            .hiding(.url).explained(
                """
                `scheme://host:port` as with `-x`; the scheme is one of SOCKS. The proxy of `-x` \
                is then reached through it. Example: `--preproxy socks5://127.0.0.1:1080`.
                """),
        socks("socks5", scheme: "socks5", "Use this SOCKS5 proxy").explained(
            """
            The same as `-x socks5://host:port`: formpost resolves the host. The default \
            port is 1080.
            """),
        socks("socks5-hostname", scheme: "socks5h", "Use this SOCKS5 proxy, which resolves hosts")
            .explained(
                """
                The same as `-x socks5h://host:port`. The default port is 1080. Example: \
                `--socks5-hostname 127.0.0.1:9050`.
                """),
    ]

    private static func socks(_ long: String, scheme: String, _ help: String) -> OptionSpec {
        .value(long, "host:port", .nonEmpty, help) {
            let url = ByteString(bytes: Array("\(scheme)://".utf8) + $1.bytes)
            $0.pass(.proxy, .string(url))
        }.hiding(.url)
    }

    private static let addresses: [OptionSpec] = [
        .passedChoice("ipv4", short: "4", to: .ipVersion, 1, "Use IPv4 addresses only").explained(
            "By default both are tried, IPv6 a moment earlier."),
        .passedChoice("ipv6", short: "6", to: .ipVersion, 2, "Use IPv6 addresses only").explained(
            "By default both are tried, IPv6 a moment earlier."),
        .passedLine(
            "resolve", "host:port:addr", .hostPortAddress, to: .resolve,
            "Use this address for a host and port"
        ).explained(
            """
            `[+]host:port:address[,address]...` gives a host an address without DNS; `*` is \
            any host. TLS and the Host header keep the name. With `+` the entry expires as \
            one of DNS does. `-host:port` removes an entry. An IPv6 address stands in \
            brackets. The option can be given several times. Example: `--resolve \
            example.com:443:127.0.0.1`.
            """),
        .passedLine(
            "connect-to", "host:port:host:port", to: .connectTo,
            "Connect to HOST2:PORT2 instead of HOST1:PORT1"
        ).explained(
            """
            `HOST1:PORT1:HOST2:PORT2`. Empty parts stand for any host or port of the URL, \
            and for the same one to connect to. TLS and the Host header keep HOST1. The \
            option can be given several times. Example: `--connect-to \
            ::staging.example.com:8443`.
            """),
        .passedText(
            "unix-socket", "path", .nonEmpty(.socket), to: .unixSocket,
            "Connect to this Unix domain socket"
        ).explained(
            """
            The URL's host is only used for the Host header and TLS. Example: `--unix-socket \
            /run/app.sock -F a=b http://localhost/`.
            """),
        .passedText(
            "abstract-unix-socket", "name", to: .abstractUnixSocket,
            "Connect to this abstract Unix domain socket"
        ).explained(
            """
            As `--unix-socket`, with a name that is in no file system (Linux only); the name \
            is written without its leading NUL.
            """),
        .passedText("interface", "name", to: .interface, "Connect from this interface or address")
            .explained(
                """
                The name of a network interface, an IP address or a host name of this machine. \
                By default the system chooses. Example: `--interface eth0`.
                """),
        .value("local-port", "port[-port]", .ports, "Connect from this local port or range") {
            $0.pass(.localPort, .number(Int64($1.lowerBound)))
            $0.pass(.localPortRange, .number(Int64($1.count)))
        }.explained(
            """
            One port, or a range such as `4000-4100`, of which the first free one is used. \
            By default the system chooses.
            """),
        .passedText("dns-servers", "addresses", to: .dnsServers, "DNS servers to ask").explained(
            """
            IP addresses with commas, each with an optional `:port`. Only a libcurl with \
            c-ares has this; with another it is exit status 4. By default the system's \
            servers are asked. Example: `--dns-servers 192.0.2.1,192.0.2.2:5353`.
            """),
        .passedText(
            "doh-url", "url", to: .dnsOverHTTPS, "Resolve hosts through this DNS-over-HTTPS server"
        )
        .hiding(.url).explained(
            """
            An https URL (RFC 8484). By default the system resolves hosts. Example: \
            `--doh-url https://dns.example/dns-query`.
            """),
        .value(
            "keepalive-time", "seconds", .integer(in: 1...Int(Int32.max)),
            "Interval between keepalive probes"
        ) {
            $0.pass(.keepAliveIdle, .number(Int64($1)))
            $0.pass(.keepAliveInterval, .number(Int64($1)))
        }.explained(
            """
            In whole seconds: the connection is idle this long before the first TCP probe, \
            and the next ones follow at the same interval. The default is 60.
            """),
        .passedFlag("keepalive", to: .keepAlive, "Send TCP keepalive probes (default)").explained(
            """
            With `--no-keepalive` a connection that is silently gone is noticed only by a \
            timeout.
            """),
        .passedFlag("tcp-nodelay", to: .tcpNoDelay, "Send small packets at once (default)")
            .explained(
                "Sets TCP_NODELAY. With `--no-tcp-nodelay` the system may wait to fill a packet."),
        .passedFlag(
            "tcp-fastopen", to: .tcpFastOpen, "Send data with the first packet (TCP Fast Open)"
        ).explained(
            """
            RFC 7413; it saves a round trip where system and server allow it. Off by \
            default.
            """),
    ]

    /// `CURL_HTTP_VERSION_…`
    private static let versions: [OptionSpec] = [
        .passedChoice("http1.0", short: "0", to: .httpVersion, 1, "Use HTTP/1.0").explained(
            """
            The connection is closed after each request. A body without a length is exit \
            status 2, since HTTP/1.0 has no chunks. \
            The default is HTTP/2 over https if the server offers it, otherwise HTTP/1.1.
            """),
        .passedChoice("http1.1", to: .httpVersion, 2, "Use HTTP/1.1").explained(
            "Also over https, where HTTP/2 would be used by default if the server offers it."),
        .passedChoice("http2", to: .httpVersion, 3, "Use HTTP/2 if the server offers it").explained(
            """
            Over https it is negotiated in the handshake (this is the default); over http \
            formpost asks for an upgrade.
            """),
        .passedChoice("http2-prior-knowledge", to: .httpVersion, 5, "Use HTTP/2 without asking")
            .explained("Also over http, for servers that are known to speak it."),
        .passedChoice("http3", to: .httpVersion, 30, "Use HTTP/3 if the server offers it")
            .explained(
                """
                Over https only, and with a libcurl that has HTTP/3; with another it is exit \
                status 4.
                """),
    ]
}
