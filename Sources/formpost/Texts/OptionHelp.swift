extension Texts {
    /// What help says about each option in one line, without a full stop.
    static let optionHelp = #"""
        form | Add text, @file or <file
        form-string | Add text, taken literally
        form-tree | Add the files of a directory
        form-tree-escape | Escape the filenames of --form-tree as ipfs add does
        hidden | Include the hidden files of --form-tree
        form-glob | Add the files that match a pattern
        form-fields | Add the fields of a JSON object
        form-escape | Escape quotes in names with a backslash
        form-lax | Warn where curl warns, and send what curl sends
        boundary | Use this boundary between the parts
        chunked | Send pipes while they are read, without a length
        allow-growth | Send growing files as they were at the start
        max-spool | Largest input to accept from a pipe
        data | Send data, or @file
        data-ascii | Send data as -d does
        data-raw | Send data, taken literally
        data-binary | Send data, or @file byte for byte
        data-urlencode | Send data, URL-encoded
        json | Send JSON, or @file
        get | Send the data in the URL of a GET request
        upload-file | Send a file with PUT
        header | Add or remove a header
        request | Use this method instead of the default
        user-agent | Set User-Agent ("" sends none)
        referer | Set Referer (";auto" updates it on redirects)
        compressed | Accept a compressed response and decode it
        expect100-timeout | Maximum wait for 100 Continue
        url | Upload to this URL
        url-query | Add data to the query of the URL
        path-as-is | Leave /../ and /./ in the URL
        request-target | Send this as the request target
        user | Log in to the server
        basic | Use HTTP Basic authentication (default)
        digest | Use HTTP Digest authentication
        anyauth | Use the best authentication method offered
        oauth2-bearer | Send this bearer token
        bearer-env | Send the bearer token of this variable
        netrc | Read the login from ~/.netrc
        netrc-optional | Read the login from ~/.netrc, if there is one
        netrc-file | Read the login from this file
        cookie | Send cookies: data or a file
        cookie-jar | Save cookies to this file at the end
        junk-session-cookies | Ignore session cookies of -b files
        next | Begin another request with options of its own
        capture | Set a variable from the response
        each | Send one request for each file
        each-null | Paths in the lists of --each end with NUL
        parallel | Send the requests in parallel
        parallel-max | Maximum number of requests at a time with -Z
        parallel-immediate | Open connections rather than wait to share one
        journal | Record uploads here; skip recorded ones
        journal-content | Identify journaled files by content, not time
        fail-early | Stop at the first failure
        rate | Maximum number of requests per s, m, h or d
        location | Follow redirects
        location-trusted | As -L, with credentials for any host
        max-redirs | Maximum number of redirects (-1: no limit)
        proto | Protocols allowed (=https: only that, -http: not that)
        proto-redir | Protocols that redirects may lead to
        post301 | Send method and body again after 301
        post302 | Send method and body again after 302
        post303 | Send method and body again after 303
        retry | Retry after a failure that may pass
        retry-delay | Wait this long before each retry
        retry-max-time | Stop retrying after this many seconds
        retry-jitter | Make each pause longer by a random part
        retry-connrefused | Also retry after a refused connection
        retry-all-errors | Retry after any failure or status over 399
        resumable | Resume an interrupted upload
        append-size | Send at most this many bytes in a request
        tus | Upload one file by tus 1.0
        resume-cancel | Delete interrupted uploads; upload nothing
        idempotency-key | Send one key with all attempts of a request
        max-time | Time limit for each attempt
        connect-timeout | Time limit for connecting
        stall-timeout | Give up when sending stalls (60)
        speed-limit | Give up when slower than this
        speed-time | Seconds below --speed-limit before giving up
        limit-rate | Send and receive no faster than this
        proxy | Use this proxy
        proxy-user | Log in to the proxy
        proxy-header | Add a header for the proxy only
        noproxy | Hosts to reach without a proxy
        proxytunnel | Tunnel through the proxy with CONNECT
        proxy-insecure | Accept any certificate of the proxy
        proxy-cacert | CA certificates for the proxy (PEM)
        preproxy | Reach the proxy through this SOCKS proxy
        socks5 | Use this SOCKS5 proxy
        socks5-hostname | Use this SOCKS5 proxy, which resolves hosts
        ipv4 | Use IPv4 addresses only
        ipv6 | Use IPv6 addresses only
        resolve | Use this address for a host and port
        connect-to | Connect to HOST2:PORT2 instead of HOST1:PORT1
        unix-socket | Connect to this Unix domain socket
        abstract-unix-socket | Connect to this abstract Unix domain socket
        interface | Connect from this interface or address
        local-port | Connect from this local port or range
        dns-servers | DNS servers to ask
        doh-url | Resolve hosts through this DNS-over-HTTPS server
        keepalive-time | Interval between keepalive probes
        keepalive | Send TCP keepalive probes (default)
        tcp-nodelay | Send small packets at once (default)
        tcp-fastopen | Send data with the first packet (TCP Fast Open)
        http1.0 | Use HTTP/1.0
        http1.1 | Use HTTP/1.1
        http2 | Use HTTP/2 if the server offers it
        http2-prior-knowledge | Use HTTP/2 without asking
        http3 | Use HTTP/3 if the server offers it
        insecure | Accept any server certificate
        cacert | CA certificates to trust (PEM)
        capath | Directory of trusted CA certificates
        crlfile | Certificate revocation list (PEM)
        pinnedpubkey | Public key that the server must have
        cert-status | Require a valid OCSP response from the server
        ssl-no-revoke | Do not check certificates for revocation
        cert | Client certificate to present
        cert-type | Format of the client certificate
        key | Private key of the client certificate
        key-type | Format of the private key
        pass | Passphrase of the private key
        tlsv1 | Use TLS 1.0 or newer
        tlsv1.0 | Use TLS 1.0 or newer
        tlsv1.1 | Use TLS 1.1 or newer
        tlsv1.2 | Use TLS 1.2 or newer
        tlsv1.3 | Use TLS 1.3 or newer
        tls-max | Newest TLS version to use
        ciphers | Ciphers up to TLS 1.2
        tls13-ciphers | Ciphers for TLS 1.3
        curves | Curves for the key exchange
        alpn | Negotiate the HTTP version with ALPN (default)
        output | Write the response body to this file
        output-dir | Directory for the -o file
        create-dirs | Create missing directories of the -o file
        clobber | Replace an existing -o file (default)
        remove-on-error | Keep no response in the -o file after a failure
        max-filesize | Largest response to accept
        dump-header | Write the response headers to this file
        include | Print the response headers before the body
        write-out | Print variables at the end
        pretty | Indent answers in JSON: auto, on or off
        fail | Print no body unless the status is a success
        fail-with-body | Print the body whatever the status is (default)
        no-fail | Exit with 0 whatever the status is
        expect | Require this of the response
        expect-status | Statuses that count as success
        silent | No status line, progress, warnings or errors
        show-error | Print errors and warnings even with -s
        verbose | Print what is sent and received
        trace | Write everything sent and received, in hex
        trace-ascii | As --trace, without the hex
        trace-time | Put the time before each line of -v and --trace
        stderr | Write messages to this file
        progress | How to show progress
        progress-to | Write progress in JSON to this file
        progress-bar | Show a bar (--progress bar)
        progress-meter | Show progress (--progress auto)
        dry-run | Send nothing; show what would be sent
        curl | Send nothing; print the curl command that would
        config | Read options from a file (- is stdin)
        variable | Set a variable for --expand-x
        disable | As first argument: no default configuration files
        help | Help on all, a group, an option or any word
        version | Print the versions, and what libcurl can do
        generate | Print the manual page or a shell completion
        show-secrets | Do not mask credentials in -v, --trace and -w
        secret | Treat values with this name as credentials
        """#

    /// The end of the first screen of help.
    static let furtherHelp = """
        Other bodies:  -T <file>, -d <data>, --json <data>
        Many files:    --each, --form-tree, -Z (--help many)
        Long uploads:  --retry, --resumable, --journal (--help resume)
        More: man formpost, and --help with all, -F, recipes, an option or any word
        """
}
