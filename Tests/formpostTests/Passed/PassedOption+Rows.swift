#if os(Linux)
    import FormEncoding
    import Testing

    /// A command line, and what of it reaches libcurl and the transport.
    struct PassedRow: Sendable, CustomTestStringConvertible {
        var arguments: [String]
        /// The other name of the first option.
        var otherName: String?
        var environment: [String: ByteString] = [:]
        /// What differs from a command line without options.
        var told: [String]

        init(
            _ arguments: String..., or otherName: String? = nil,
            in environment: [String: ByteString] = [:], tells told: [String]
        ) {
            self.arguments = arguments
            self.otherName = otherName
            self.environment = environment
            self.told = told
        }

        /// The arguments by either name of the first option.
        var spellings: [[String]] {
            [arguments] + (otherName.map { [[$0] + arguments.dropFirst()] } ?? [])
        }

        /// Every option that occurs in these rows, as it is written there, and its value.
        static let words = Set(
            all.flatMap { $0.spellings.joined() }.map { word in
                word.hasPrefix("--") ? String(word.prefix { $0 != "=" }) : word
            })

        var testDescription: String {
            (environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" } + arguments)
                .joined(separator: " ")
        }
    }

    extension PassedRow {
        /// Numbers are those of curl.h: `CURL_SSLVERSION_…`, `CURLAUTH_…`, and so on.
        static let all =
            request + logins + cookies + redirects + retry + timeouts + proxies + addresses
            + versions
            + trust + identity + tlsVersions + output

        static let request = [
            PassedRow(
                "-H", "X: y",
                or: "--header",
                tells: [
                    "HTTPHEADER [Content-Type: multipart/form-data; boundary=B, Expect:, X: y]"
                ]),
            PassedRow(
                "-H", "Transfer-Encoding: chunked",
                tells: ["INFILESIZE_LARGE -1"]),
            PassedRow("-X", "PUT", or: "--request", tells: ["CUSTOMREQUEST PUT"]),
            PassedRow("-A", "me/1", or: "--user-agent", tells: ["USERAGENT me/1"]),
            PassedRow("-A", "", tells: ["USERAGENT \"\""]),
            PassedRow("-e", "http://r/", or: "--referer", tells: ["REFERER http://r/"]),
            PassedRow(
                "-e", "http://r/;auto", tells: ["REFERER http://r/", "redirects.setsReferer true"]),
            PassedRow("-e", ";auto", tells: ["redirects.setsReferer true"]),
            PassedRow("--compressed", tells: ["ACCEPT_ENCODING \"\""]),
            PassedRow("--compressed", "--no-compressed", tells: ["ACCEPT_ENCODING nil"]),
            PassedRow("--expect100-timeout", "0.5", tells: ["EXPECT_100_TIMEOUT_MS 500"]),
            PassedRow("--url", "https://x/", tells: ["URL https://x/"]),
            PassedRow("--url-query", "a=b c", tells: ["URL http://h/?a=b+c"]),
            PassedRow(
                "--path-as-is", tells: ["PATH_AS_IS 1", "redirects.keepsDotSegments true"]),
            PassedRow("--path-as-is", "--no-path-as-is", tells: ["PATH_AS_IS 0"]),
            PassedRow("--request-target", "*", tells: ["REQUEST_TARGET *"]),
        ]

        static let logins = [
            PassedRow("-u", "me:pw", or: "--user", tells: ["USERPWD me:pw"]),
            PassedRow("--basic", tells: ["HTTPAUTH 1"]),
            PassedRow("--digest", tells: ["HTTPAUTH 2", "HTTP_VERSION 2"]),
            PassedRow("--basic", "--digest", tells: ["HTTPAUTH 3"]),
            PassedRow("--digest", "--no-digest", tells: ["HTTPAUTH 1"]),
            PassedRow(
                "--basic", "--digest", "--no-basic", tells: ["HTTPAUTH 2", "HTTP_VERSION 2"]),
            PassedRow("--anyauth", tells: ["HTTPAUTH -17"]),
            PassedRow("--oauth2-bearer", "t0k", tells: ["HTTPAUTH 64", "XOAUTH2_BEARER t0k"]),
            PassedRow(
                "--bearer-env", "TOKEN", in: ["TOKEN": "t0k"],
                tells: ["HTTPAUTH 64", "XOAUTH2_BEARER t0k"]),
            PassedRow("-n", or: "--netrc", tells: ["NETRC 2"]),
            PassedRow("-n", "--no-netrc", tells: []),
            PassedRow("--netrc-optional", tells: ["NETRC 1"]),
            PassedRow("--netrc-optional", "--no-netrc-optional", tells: []),
            PassedRow("--netrc-file", "/dev/null", tells: ["NETRC 2", "NETRC_FILE /dev/null"]),
            PassedRow(
                "--netrc-optional", "--netrc-file", "/dev/null",
                tells: ["NETRC 1", "NETRC_FILE /dev/null"]),
            PassedRow("-n", in: ["NETRC": "/n"], tells: ["NETRC 2", "NETRC_FILE /n"]),
            PassedRow(
                "--netrc-file", "/dev/null", in: ["NETRC": "/n"],
                tells: ["NETRC 2", "NETRC_FILE /dev/null"]),
            PassedRow(in: ["NETRC": "/n"], tells: []),
        ]

        static let cookies = [
            PassedRow("-b", "a=b", or: "--cookie", tells: ["COOKIE a=b"]),
            PassedRow("-b", "a=b", "-b", "c=d", tells: ["COOKIE a=b;c=d"]),
            PassedRow("-b", "/dev/null", tells: ["COOKIEFILE [/dev/null]"]),
            PassedRow(
                "-b", "/dev/null", "-b", "a=b", "-b", "/dev/zero",
                tells: ["COOKIE a=b", "COOKIEFILE [/dev/null, /dev/zero]"]),
            PassedRow("-c", "/dev/null", or: "--cookie-jar", tells: ["COOKIEFILE []"]),
            PassedRow("-b", "@/dev/null", "-b", "@a=b", tells: ["COOKIEFILE [/dev/null, a=b]"]),
            PassedRow("-j", or: "--junk-session-cookies", tells: ["COOKIESESSION 1"]),
            PassedRow("-j", "--no-junk-session-cookies", tells: ["COOKIESESSION 0"]),
        ]

        static let redirects = [
            PassedRow("-L", or: "--location", tells: ["redirects.follows true"]),
            PassedRow("-L", "--no-location", tells: []),
            PassedRow(
                "--location-trusted",
                tells: ["redirects.follows true", "redirects.trustsEveryHost true"]),
            PassedRow("--location-trusted", "--no-location-trusted", tells: []),
            PassedRow("--max-redirs", "7", tells: ["redirects.maximum 7", "MAXREDIRS 7"]),
            PassedRow("--max-redirs", "-1", tells: ["redirects.maximum nil", "MAXREDIRS -1"]),
            PassedRow("--post301", tells: ["redirects.repeatsBodyAfter [301]"]),
            PassedRow("--post302", tells: ["redirects.repeatsBodyAfter [302]"]),
            PassedRow("--post303", tells: ["redirects.repeatsBodyAfter [303]"]),
            PassedRow(
                "--post303", "--post301", "--no-post303",
                tells: ["redirects.repeatsBodyAfter [301]"]),
            PassedRow("--post301", "--no-post301", tells: []),
            PassedRow("--post302", "--no-post302", tells: []),
            PassedRow(
                "--proto", "=http", tells: ["PROTOCOLS 1", "redirects.schemes [\"http\"]"]),
            PassedRow(
                "--proto", "=https", "--url", "https://h/",
                tells: ["URL https://h/", "PROTOCOLS 2", "redirects.schemes [\"https\"]"]),
            PassedRow("--proto", "all", tells: ["PROTOCOLS 3"]),
            PassedRow("--proto-redir", "=https", tells: ["redirects.schemes [\"https\"]"]),
            PassedRow("--proto-redir", "-https", tells: ["redirects.schemes [\"http\"]"]),
            PassedRow(
                "--proto-redir", "=http",
                tells: ["redirects.schemes [\"http\"]", "redirects.leavesTLS true"]),
            PassedRow("--proto-redir", "https,+http", tells: ["redirects.leavesTLS true"]),
            PassedRow("--proto-redir", "all", tells: ["redirects.leavesTLS true"]),
            PassedRow("--proto-redir", "all,-http,ftp", tells: ["redirects.schemes [\"https\"]"]),
            PassedRow(
                "--secret-header", "X-A", "--secret-field", "B",
                tells: ["redirects.credentials.added [\"b\", \"x-a\"]"]),
        ]

        static let retry = [
            PassedRow("--retry", "3", tells: ["retry.maximum 3"]),
            PassedRow("--retry-delay", "2", tells: ["retry.delay 2.0 seconds"]),
            PassedRow("--retry-delay", "2", "--retry-delay", "0", tells: []),
            PassedRow("--retry-max-time", "1.5", tells: ["retry.maximumTime 1.5 seconds"]),
            PassedRow("--retry-jitter", tells: ["retry.addsJitter true"]),
            PassedRow("--retry-jitter", "--no-retry-jitter", tells: []),
            PassedRow("--retry-connrefused", tells: ["retry.retriesRefusedConnections true"]),
            PassedRow("--retry-connrefused", "--no-retry-connrefused", tells: []),
            PassedRow("--retry-all-errors", tells: ["retry.retriesAllErrors true"]),
            PassedRow("--retry-all-errors", "--no-retry-all-errors", tells: []),
            PassedRow(
                "--idempotency-key=17",
                tells: [
                    "retry.retriesLostConnections true",
                    "HTTPHEADER [Content-Type: multipart/form-data; boundary=B, Expect:, "
                        + "Idempotency-Key: 17]",
                ]),
            PassedRow("--journal", "j", tells: []),
            PassedRow("--resumable", tells: ["resumption.protocol resumable-8"]),
            PassedRow("--resumable=6", tells: ["resumption.protocol resumable-6"]),
            PassedRow("--resumable", "--no-resumable", tells: []),
            PassedRow(
                "--resumable", "--append-size", "2K",
                tells: ["resumption.protocol resumable-8", "resumption.appendSize 2048"]),
            PassedRow(
                "--tus", "-F", "f=x;filename=n",
                tells: [
                    "resumption.protocol tus-1.0", "INFILESIZE_LARGE 1", "HTTPHEADER [Expect:]",
                ]),
            PassedRow("--tus", "--no-tus", tells: []),
            PassedRow(
                "--resumable", "--no-tus", tells: ["resumption.protocol resumable-8"]),
            PassedRow(
                "--resumable", "--journal", "j", "--resume-cancel", "--no-resume-cancel",
                tells: ["resumption.protocol resumable-8"]),
            PassedRow(
                "--resumable", "--journal", "j", "--resume-cancel",
                tells: ["resumption.protocol resumable-8"]),
        ]

        /// What other groups of options have that concerns the transport.
        static let output = [
            PassedRow("-v", or: "--verbose", tells: ["reportsWire true"]),
            PassedRow("-v", "--no-verbose", tells: []),
            PassedRow("--trace", "/dev/null", tells: ["reportsWire true"]),
            PassedRow("--trace-ascii", "/dev/null", tells: ["reportsWire true"]),
            PassedRow("-w", "%{certs}", or: "--write-out", tells: ["CERTINFO 1"]),
            PassedRow("-w", "%{http_code}", tells: []),
        ]
    }
#endif
