extension Texts {
    /// The options about connections.
    static let connectionOptions = #"""
        # max-time
        In seconds; a fraction is allowed. It covers one attempt with its redirects. With `--retry`,
        each attempt gets the whole time, pauses between attempts do not count, and
        `--retry-max-time` limits all attempts together. The first attempt of a single request
        starts with the command: time for reading pipes counts, time for typing a password does not.
        By default there is no limit. Exceeding it causes exit status 28. Example: `-m 60 --retry 3`.

        # connect-timeout
        In seconds; it covers resolving the host, connecting and the TLS handshake, separately for
        each attempt. If the host has several addresses, the first one gets half of the time. The
        default is 60. Example: `--connect-timeout 2.5`.

        # stall-timeout
        In seconds without a byte sent. The time that the server needs for its answer does not
        count. The default is 60; 0 waits forever. Exceeding it causes exit status 28. The rest of a
        refusal that came before the whole body was sent is waited for as long, but at most 5
        seconds; then its status decides.

        # speed-limit
        In bytes per second, sent or received, averaged over the last five seconds; waiting for the
        answer counts, too. By default there is no limit, or 1 if only `--speed-time` is given. No
        transfer is too slow before it has lasted for five seconds. Exit status 28. Example: `-Y 1K
        -y 60`.

        # speed-time
        How long the average speed may be below the limit. The default is 30. Exit status 28.

        # limit-rate
        In bytes per second, or with `K`, `M` or `G`. By default there is no limit. Example:
        `--limit-rate 500K`.

        # proxy
        `[scheme://][user:password@]host[:port]`. The scheme is `http` (the default), `https`,
        `socks4`, `socks4a`, `socks5` or `socks5h`; with `socks4a` and `socks5h` the proxy resolves
        the host. The default port is 1080, and 443 for `https`. It has precedence over the
        variables in ENVIRONMENT; `-x ''` uses no proxy. Example: `-x http://proxy.example:3128`.

        # proxy-user
        The user name ends at the first colon. Without a colon, formpost asks for the password on
        the terminal. The value is removed from the process list. Example: `-U anna:secret`.

        # proxy-header
        Sent with CONNECT and never to the server; the syntax is that of `-H`, with `@file` too.
        Example: `--proxy-header 'X-Tenant: 7'`.

        # noproxy
        A comma-separated list. A name stands for the host and all hosts below it: `example.com`
        includes `www.example.com`. An IP address stands for itself, and one with a prefix length
        for a network: `10.0.0.0/8`. `*` is every host. The option has precedence over the variable
        `no_proxy`. Write a name with non-ASCII letters as DNS does: `xn--bcher-kva.example`.
        Example: `--noproxy localhost,10.0.0.0/8`.

        # proxytunnel
        Also for http URLs; for https URLs formpost always does.

        # proxy-insecure
        As `-k`, for the connection to an https proxy. By default its certificate is verified.

        # proxy-cacert
        As `--cacert`, for the connection to an https proxy. By default the system's certificates
        are used.

        # preproxy
        `scheme://host:port` as with `-x`; the scheme is a SOCKS scheme. The proxy of `-x` is
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
        TLS and the Host header keep the name. With `+` the entry expires like one from DNS.
        `-host:port` removes an entry. Write an IPv6 address in brackets, and a name with non-ASCII
        letters as DNS does: `xn--bcher-kva.example`. The option can be given several times.
        Example: `--resolve example.com:443:127.0.0.1`.

        # connect-to
        `HOST1:PORT1:HOST2:PORT2`. An empty HOST1 or PORT1 matches any; an empty HOST2 or PORT2
        leaves it as it is. TLS and the Host header keep HOST1. Write a name with non-ASCII letters
        as DNS does: `xn--bcher-kva.example`. The option can be given several times. Example:
        `--connect-to ::staging.example.com:8443`.

        # unix-socket
        The URL's host is only used for the Host header and TLS. Example: `--unix-socket
        /run/app.sock -F a=b http://localhost/`.

        # abstract-unix-socket
        As `--unix-socket`, for a socket in the abstract namespace (Linux only); write the name
        without its leading NUL.

        # interface
        The name of a network interface, an IP address or a host name of this machine. By default
        the system chooses. Example: `--interface eth0`.

        # local-port
        One port, or a range such as `4000-4100`, whose first free port is used. By default the
        system chooses.

        # dns-servers
        Comma-separated IP addresses, each with an optional `:port`. This needs a libcurl with
        c-ares; otherwise the exit status is 4. By default the system's servers are asked. Example:
        `--dns-servers 192.0.2.1,192.0.2.2:5353`.

        # doh-url
        An https URL (RFC 8484). By default the system resolves hosts. Example: `--doh-url
        https://dns.example/dns-query`.

        # keepalive-time
        In whole seconds: the first TCP probe is sent after the connection has been idle this long,
        and further ones at the same interval. The default is 60.

        # keepalive
        With `--no-keepalive`, only a timeout reveals that a connection is silently gone.

        # tcp-nodelay
        Sets TCP_NODELAY. With `--no-tcp-nodelay`, the system may wait to fill a packet.

        # tcp-fastopen
        RFC 7413; it saves a round trip if the system and the server support it. Off by default.

        # http1.0
        The connection is closed after each request. A body without a length causes exit status 2, since
        HTTP/1.0 has no chunks. The default is HTTP/2 over https if the server offers it, otherwise
        HTTP/1.1.

        # http1.1
        Also over https, where HTTP/2 would be used by default if the server offers it.

        # http2
        Over https it is negotiated in the handshake, which is the default; over http formpost asks
        for an upgrade.

        # http2-prior-knowledge
        Also over http, for servers that are known to speak it.

        # http3
        Over https only, and with a libcurl that supports HTTP/3; otherwise the exit status is 4.
        """#
}
