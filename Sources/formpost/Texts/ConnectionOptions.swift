extension Texts {
    /// The options about connections.
    static let connectionOptions = #"""
        # max-time
        In seconds; a fraction is allowed. It covers an attempt with its redirects. With `--retry`
        each attempt has the whole time, the pauses between them do not count, and
        `--retry-max-time` limits all of them together. The first attempt of a single request counts
        from the start of the command: reading pipes is part of it, typing a password is not. By
        default there is no limit. Reaching it is exit status 28. Example: `-m 60 --retry 3`.

        # connect-timeout
        In seconds; it covers resolving the host, the connection and the TLS handshake, for each
        attempt anew. Half of it is for the first of several addresses. The default is 60. Example:
        `--connect-timeout 2.5`.

        # stall-timeout
        In seconds without a byte sent. The time in which the server prepares its answer does not
        count. The default is 60; 0 waits for ever. Reaching it is exit status 28.

        # speed-limit
        In bytes a second, sent or received, as the mean of the last five seconds; the time of
        waiting for the answer counts, too. By default there is no limit, or 1 if only
        `--speed-time` is given. Exit status 28. Example: `-Y 1K -y 60`.

        # speed-time
        How long the mean speed may be below the limit. The default is 30. Exit status 28.

        # limit-rate
        In bytes a second, or with `K`, `M` or `G`. By default there is no limit. Example:
        `--limit-rate 500K`.

        # proxy
        `[scheme://][user:password@]host[:port]`. The scheme is `http` (the default), `https`,
        `socks4`, `socks4a`, `socks5` or `socks5h`; with `socks4a` and `socks5h` the proxy resolves
        the host. The default port is 1080, and 443 for `https`. It has precedence over the
        variables in ENVIRONMENT; `-x ''` uses no proxy. Example: `-x http://proxy.example:3128`.

        # proxy-user
        The user name ends at the first colon. Without a colon, the password is asked for on the
        terminal. The value is removed from the list of processes. Example: `-U anna:secret`.

        # proxy-header
        Sent with CONNECT and never to the server; the syntax is that of `-H`, with `@file` too.
        Example: `--proxy-header 'X-Tenant: 7'`.

        # noproxy
        A list with commas. A name stands for the host and all hosts below it: `example.com` is also
        `www.example.com`. An IP address stands for itself, and one with a prefix length for a
        network: `10.0.0.0/8`. `*` is every host. It has precedence over the variable `no_proxy`. A
        name in other letters than ASCII is written as DNS has it: `xn--bcher-kva.example`. Example:
        `--noproxy localhost,10.0.0.0/8`.

        # proxytunnel
        Also for http URLs; for https URLs it is always done.

        # proxy-insecure
        As `-k`, for the connection to an https proxy. By default its certificate is verified.

        # proxy-cacert
        As `--cacert`, for the connection to an https proxy. By default the system's certificates
        are used.

        # preproxy
        `scheme://host:port` as with `-x`; the scheme is one of SOCKS. The proxy of `-x` is then
        reached through it. Example: `--preproxy socks5://127.0.0.1:1080`.

        # socks5
        The same as `-x socks5://host:port`: formpost resolves the host. The default port is 1080.

        # socks5-hostname
        The same as `-x socks5h://host:port`. The default port is 1080. Example: `--socks5-hostname
        127.0.0.1:9050`.

        # ipv4
        By default both are tried, IPv6 a moment earlier.

        # ipv6
        By default both are tried, IPv6 a moment earlier.

        # resolve
        `[+]host:port:address[,address]...` gives a host an address without DNS; `*` is any host.
        TLS and the Host header keep the name. With `+` the entry expires as one of DNS does.
        `-host:port` removes an entry. An IPv6 address stands in brackets, and a name is written as
        DNS has it: `xn--bcher-kva.example`. The option can be given several times. Example:
        `--resolve example.com:443:127.0.0.1`.

        # connect-to
        `HOST1:PORT1:HOST2:PORT2`. Empty parts stand for any host or port of the URL, and for the
        same one to connect to. TLS and the Host header keep HOST1. A name is written as DNS has it:
        `xn--bcher-kva.example`. The option can be given several times. Example: `--connect-to
        ::staging.example.com:8443`.

        # unix-socket
        The URL's host is only used for the Host header and TLS. Example: `--unix-socket
        /run/app.sock -F a=b http://localhost/`.

        # abstract-unix-socket
        As `--unix-socket`, with a name that is in no file system (Linux only); the name is written
        without its leading NUL.

        # interface
        The name of a network interface, an IP address or a host name of this machine. By default
        the system chooses. Example: `--interface eth0`.

        # local-port
        One port, or a range such as `4000-4100`, of which the first free one is used. By default
        the system chooses.

        # dns-servers
        IP addresses with commas, each with an optional `:port`. Only a libcurl with c-ares has
        this; with another it is exit status 4. By default the system's servers are asked. Example:
        `--dns-servers 192.0.2.1,192.0.2.2:5353`.

        # doh-url
        An https URL (RFC 8484). By default the system resolves hosts. Example: `--doh-url
        https://dns.example/dns-query`.

        # keepalive-time
        In whole seconds: the connection is idle this long before the first TCP probe, and the next
        ones follow at the same interval. The default is 60.

        # keepalive
        With `--no-keepalive` a connection that is silently gone is noticed only by a timeout.

        # tcp-nodelay
        Sets TCP_NODELAY. With `--no-tcp-nodelay` the system may wait to fill a packet.

        # tcp-fastopen
        RFC 7413; it saves a round trip where system and server allow it. Off by default.

        # http1.0
        The connection is closed after each request. A body without a length is exit status 2, since
        HTTP/1.0 has no chunks. The default is HTTP/2 over https if the server offers it, otherwise
        HTTP/1.1.

        # http1.1
        Also over https, where HTTP/2 would be used by default if the server offers it.

        # http2
        Over https it is negotiated in the handshake (this is the default); over http formpost asks
        for an upgrade.

        # http2-prior-knowledge
        Also over http, for servers that are known to speak it.

        # http3
        Over https only, and with a libcurl that has HTTP/3; with another it is exit status 4.
        """#
}
