import TestSupport
import Testing

@testable import formpost

/// Every option without the hooks works or is refused; none is ignored.
@Suite(.serialized, .enabled { await Command.canDoWithoutHooks() })
struct WithoutHooksOptionTests {
    /// Options that need libcurl, with sample values and their names in messages.
    private static let refused: [(arguments: [String], name: String?)] = [
        (["--insecure"], nil), (["-k"], nil), (["--cacert", "ca.pem"], nil),
        (["--capath", "."], nil), (["--crlfile", "f"], nil), (["--pinnedpubkey", "f"], nil),
        (["--cert-status"], nil), (["--ssl-no-revoke"], nil), (["--cert", "f"], nil),
        (["-E", "f"], nil), (["--cert-type", "PEM"], nil), (["--key", "f"], nil),
        (["--key-type", "PEM"], nil), (["--pass", "f"], nil), (["-1"], nil), (["--tlsv1"], nil),
        (["--tlsv1.0"], nil), (["--tlsv1.1"], nil), (["--tlsv1.2"], nil), (["--tlsv1.3"], nil),
        (["--tls-max", "1.3"], nil), (["--ciphers", "x"], nil), (["--tls13-ciphers", "x"], nil),
        (["--curves", "x"], nil), (["--alpn"], nil), (["--no-alpn"], nil),
        (["--connect-timeout", "9"], nil), (["--limit-rate", "9M"], nil),
        (["--proxy", "h"], nil), (["-x", "h"], nil), (["--proxy-user", "u:p"], nil),
        (["-U", "u:p"], nil), (["--proxy-header", "a: b"], nil), (["--noproxy", "*"], nil),
        (["--proxytunnel"], nil), (["-p"], nil), (["--proxy-insecure"], nil),
        (["--proxy-cacert", "f"], nil), (["--preproxy", "h"], nil), (["--socks5", "h"], nil),
        (["--socks5-hostname", "h"], nil), (["--ipv4"], nil), (["-4"], nil), (["--ipv6"], nil),
        (["-6"], nil), (["--resolve", "h:1:127.0.0.1"], nil), (["--connect-to", "::h:"], nil),
        (["--unix-socket", "s"], nil), (["--abstract-unix-socket", "s"], nil),
        (["--interface", "lo"], nil), (["--local-port", "9"], nil), (["--dns-servers", "1"], nil),
        (["--doh-url", "https://h/"], nil), (["--keepalive-time", "9"], nil),
        (["--keepalive"], nil), (["--no-keepalive"], nil), (["--tcp-nodelay"], nil),
        (["--tcp-fastopen"], nil), (["-0"], nil), (["--http1.0"], nil), (["--http1.1"], nil),
        (["--http2"], nil), (["--http2-prior-knowledge"], nil), (["--http3"], nil),
        (["--expect100-timeout", "9"], nil), (["--path-as-is"], nil),
        (["--request-target", "/x"], nil), (["--digest", "-u", "a:b"], nil), (["--anyauth"], nil),
        (["--netrc"], nil), (["-n"], nil), (["--netrc-optional"], nil),
        (["--netrc-file", "netrc"], nil), (["--cookie", "netrc"], nil),
        (["--cookie-jar", "j"], nil),
        (["-c", "j"], nil), (["--junk-session-cookies"], nil), (["-j"], nil),
        (["--verbose"], nil), (["-v"], nil), (["--trace", "t"], nil),
        (["--trace-ascii", "t"], nil),
        (["-w", "%{time_connect}"], "-w %{time_connect}"),
        (["--write-out", "%{json}"], "--write-out %{json}"),
        (["-w", "%{remote_ip} %{http_version}"], "-w %{remote_ip}"),
        (["-X", "GET"], nil), (["--request", "HEAD"], nil), (["-X", "post"], nil),
        (["-H", "Accept-Encoding: gzip"], "-H 'Accept-Encoding'"),
        (["-H", "Content-Length: 139"], "-H 'Content-Length'"),
        (["-H", "A: b", "--header", "a: c"], "--header 'a'"),
    ]

    /// Options that do not need libcurl, with options that they require.
    private static let taken: [[String]] = [
        ["--form", "c=d"], ["--form-string", "c=d"], ["--form-tree", "c=tree"],
        ["--form-glob", "c=@tree/*"], ["--allow-growth"],
        ["--form-fields", "fields.json"], ["--idempotency-key"], ["--form-escape"], ["--form-lax"],
        ["--boundary", "b"], ["--chunked"], ["--max-spool", "1M"],
        ["--header", "X: y"], ["--request", "PUT"], ["--user-agent", "a"], ["--user-agent", ""],
        ["--referer", "r"], ["--referer", "r;auto"], ["--compressed"], ["--no-compressed"],
        ["--url-query", "a=b"], ["--user", "a:b"], ["--basic", "-u", "a:b"],
        ["--oauth2-bearer", "t"], ["--cookie", "a=b"], ["--proto", "=http"],
        ["--location"], ["--location-trusted"], ["--max-redirs", "3"], ["--post301"],
        ["--post302"], ["--post303"], ["--proto-redir", "=https"], ["--retry", "1"],
        ["--retry-delay", "1"], ["--retry-max-time", "1"], ["--retry-connrefused"],
        ["--retry-all-errors"], ["--retry-jitter"], ["--bearer-env", "HOME"],
        ["--progress-to", "p"], ["--max-time", "60"],
        ["--each", "g=@tree/a"], ["--variable", "x=y"], ["--each-null", "--each", "g=@tree/a"],
        ["--journal", "j", "--each", "g=@tree/a"], ["--globoff"], ["--parallel"],
        ["--parallel-max", "2"], ["--parallel-immediate"], ["--fail-early"], ["--rate", "9/s"],
        ["--stall-timeout", "60"],
        ["--speed-limit", "1"], ["--speed-time", "60"], ["--output", "o"],
        ["--output-dir", ".", "-o", "o"], ["--create-dirs", "-o", "d/o"], ["--no-clobber"],
        ["--clobber"], ["--remove-on-error"], ["--max-filesize", "9"], ["--dump-header", "d"],
        ["--include"], ["--write-out", "%{http_code} %{time_total}"], ["--no-buffer"], ["--fail"],
        ["--fail-with-body"], ["--no-fail"], ["--expect-status", "2xx"], ["--silent"],
        ["--show-error"], ["--trace-time"], ["--show-secrets"], ["--secret-field", "s"],
        ["--secret-header", "s"], ["--stderr", "e"], ["--pretty", "on"], ["--progress", "none"],
        ["--progress-bar"],
        ["--progress-meter"],
        ["--config", "config"],
    ]

    /// Options that send nothing, or have no effect by themselves.
    private static let others: Set<String> = [
        "url", "next", "capture", "disable", "help", "version", "generate", "dry-run", "dump-body",
        "curl",
    ]

    /// Options for other bodies than forms, and the request that they make.
    private static let data: [(arguments: [String], request: String, body: String)] = [
        (["--data", "a=b"], "POST /", "a=b"), (["--data-ascii", "a=b"], "POST /", "a=b"),
        (["--data-raw", "@a"], "POST /", "@a"), (["--data-binary", "@netrc"], "POST /", ""),
        (["--data-urlencode", "a b"], "POST /", "a+b"), (["--json", "{}"], "POST /", "{}"),
        (["--get", "--data", "a=b"], "GET /?a=b", ""), (["--upload-file", "f"], "PUT /f", ""),
    ]

    private func run(_ arguments: [String], _ server: LoopbackServer) async throws -> CommandResult
    {
        let directory = try TemporaryDirectory()
        for name in ["f", "j", "netrc", "config", "ca.pem"] { try directory.file(name, "") }
        try directory.directory("tree")
        try directory.file("tree/a", "a")
        try directory.file("fields.json", #"{"c": "d"}"#)
        let isData = Self.data.contains { $0.arguments == arguments }
        return try await Command.formpost(
            arguments: ["-sS"] + arguments + (isData ? [] : ["-F", "a=b"]) + [server.url]
        ).withoutHooks().with { $0.workingDirectory = directory.path }.run()
    }

    @Test(arguments: refused.indices)
    func isRefused(index: Int) async throws {
        let (arguments, name) = Self.refused[index]
        let server = try LoopbackServer()
        let result = try await run(arguments, server)
        let sentence =
            "formpost: (4) \(name ?? arguments[0]) is not available: libcurl cannot be reached here\n"
        #expect(result.exitStatus == 4, "\(result)")
        #expect(result.stderrText.hasSuffix(sentence))
        #expect(server.connections.isEmpty)
    }

    @Test(arguments: taken)
    func isTaken(arguments: [String]) async throws {
        let server = try LoopbackServer()
        let result = try await run(arguments, server)
        #expect(result.exitStatus == 0, "\(result)")
        #expect(try await server.request().form().parts[0].bodyText != "")
    }

    @Test(arguments: data.indices)
    func isSent(index: Int) async throws {
        let (arguments, line, body) = Self.data[index]
        let server = try LoopbackServer()
        let result = try await run(arguments, server)
        #expect(result.exitStatus == 0, "\(result)")
        let request = try await server.request()
        #expect("\(request.method) \(request.target)" == line)
        #expect(String(decoding: request.body.bytes, as: UTF8.self) == body)
    }

    /// Fails for a new option until it is listed here.
    @Test func leavesNoneOut() {
        var tried: Set<String> = Self.others
        let tables = Self.refused.map(\.arguments) + Self.taken + Self.data.map(\.arguments)
        for argument in tables.joined() {
            guard argument.hasPrefix("--") else { continue }
            tried.insert(String(argument.dropFirst(2)))
        }
        for row in OptionTable.visible where !tried.contains(row.long) {
            #expect(tried.contains("no-" + row.long), "--\(row.long) is in no table")
        }
    }

    private static let known: Set<String> = [
        "content_type", "errormsg", "exitcode", "filename_effective", "header_json", "http_code",
        "method", "num_headers", "num_redirects", "num_retries", "onerror", "response_code",
        "size_download", "size_upload", "speed_download", "speed_upload", "stderr", "stdout",
        "time_total", "url", "url_effective", "urlnum",
    ]

    /// Unmeasured times and addresses would be zeros.
    @Test(arguments: WriteOutVariables.names)
    func saysOnlyWhatItKnows(name: String) async throws {
        let server = try LoopbackServer()
        let result = try await run(["-w", "%{\(name)}"], server)
        #expect(result.exitStatus == (Self.known.contains(name) ? 0 : 4), "\(result)")
        #expect(
            result.stderrText
                == (Self.known.contains(name)
                    ? ""
                    : "formpost: (4) -w %{\(name)} is not available: libcurl cannot be reached here\n")
        )
        #expect(server.connections.count == (Self.known.contains(name) ? 1 : 0))
    }

    /// The environment's settings for https do not affect http.
    @Test(arguments: ["CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR"])
    func theEnvironmentIsForHTTPS(variable: String) async throws {
        let server = try LoopbackServer()
        for (url, exit) in [(server.url, 0), (server.url("/", scheme: "https"), 4)] {
            let result = try await Command.formpost("-sS", "-F", "a=b", url).withoutHooks().with {
                $0.environment[variable] = "/etc"
            }.run()
            #expect(result.exitStatus == Int32(exit), "\(result)")
        }
        #expect(server.connections.count == 1)
    }
}
