#if os(Linux)
    import FormEncoding
    import Testing

    /// A command line, and what of it reaches libcurl and the transport.
    struct PassedRow: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var environment: [String: ByteString] = [:]
        /// The arguments by either name of the first option.
        let spellings: [[String]]
        /// What differs from a command line without options.
        let told: [String]

        private init(_ line: Substring) {
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
                $0.split(separator: " ").joined(separator: " ")
            }
            testDescription = cells[0]
            let words = cells[0].split(separator: " ").map {
                $0 == "\"\"" ? "" : String($0).replacing("~", with: " ")
            }
            let variables = words.prefix { $0.first?.isUppercase == true }
            for variable in variables {
                let pair = variable.split(separator: "=", omittingEmptySubsequences: false)
                environment[String(pair[0])] = ByteString(String(pair[1]))
            }
            let arguments = Array(words.dropFirst(variables.count))
            spellings = [arguments] + (cells[1].isEmpty ? [] : [[cells[1]] + arguments.dropFirst()])
            told = cells.dropFirst(2).filter { !$0.isEmpty }
        }

        static let all = table.split(separator: "\n").filter { !$0.hasPrefix("#") }
            .map(PassedRow.init)

        /// Every option that occurs in these rows, as it is written there, and its value.
        static let words = Set(
            all.flatMap { $0.spellings.joined() }.map { word in
                word.hasPrefix("--") ? String(word.prefix { $0 != "=" }) : word
            })

        /// Variables and arguments, in which `~` is a blank; the other name of the first option; what it
        /// tells. Numbers are those of curl.h: `CURL_SSLVERSION_…`, `CURLAUTH_…`, and so on.
        private static let table = #"""
            # The request.
            -H X:~y                                 | --header               | HTTPHEADER [Content-Type: multipart/form-data; boundary=B, Expect:, X: y]
            -H Transfer-Encoding:~chunked           |                        | INFILESIZE_LARGE -1
            -X PUT                                  | --request              | CUSTOMREQUEST PUT
            -A me/1                                 | --user-agent           | USERAGENT me/1
            -A ""                                   |                        | USERAGENT ""
            -e http://r/                            | --referer              | REFERER http://r/
            -e http://r/;auto                       |                        | REFERER http://r/ | redirects.setsReferer true
            -e ;auto                                |                        | redirects.setsReferer true
            --compressed                            |                        | ACCEPT_ENCODING deflate, gzip
            --compressed --no-compressed            |                        | ACCEPT_ENCODING nil
            --expect100-timeout 0.5                 |                        | EXPECT_100_TIMEOUT_MS 500
            --url https://x/                        |                        | URL https://x/
            --url-query a=b~c                       |                        | URL http://h/?a=b+c
            --path-as-is                            |                        | PATH_AS_IS 1 | redirects.keepsDotSegments true
            --path-as-is --no-path-as-is            |                        | PATH_AS_IS 0
            --request-target *                      |                        | REQUEST_TARGET *
            # Logins.
            -u me:pw                                | --user                 | USERPWD me:pw
            --basic                                 |                        | HTTPAUTH 1
            --digest                                |                        | HTTPAUTH 2 | HTTP_VERSION 2
            --basic --digest                        |                        | HTTPAUTH 3
            --digest --no-digest                    |                        | HTTPAUTH 1
            --basic --digest --no-basic             |                        | HTTPAUTH 2 | HTTP_VERSION 2
            --anyauth                               |                        | HTTPAUTH -17
            --oauth2-bearer t0k                     |                        | HTTPAUTH 64 | XOAUTH2_BEARER t0k
            TOKEN=t0k --bearer-env TOKEN            |                        | HTTPAUTH 64 | XOAUTH2_BEARER t0k
            -n                                      | --netrc                | NETRC 2
            -n --no-netrc                           |                        |
            --netrc-optional                        |                        | NETRC 1
            --netrc-optional --no-netrc-optional    |                        |
            --netrc-file /dev/null                  |                        | NETRC 0 | NETRC_FILE /dev/null
            --netrc-optional --netrc-file /dev/null |                        | NETRC 0 | NETRC_FILE /dev/null
            NETRC=/n -n                             |                        | NETRC 2 | NETRC_FILE /n
            NETRC=/n --netrc-file /dev/null         |                        | NETRC 0 | NETRC_FILE /dev/null
            NETRC=/n                                |                        |
            # Cookies.
            -b a=b                                  | --cookie               | COOKIE a=b
            -b a=b -b c=d                           |                        | COOKIE a=b; c=d
            -b /dev/null                            |                        | COOKIEFILE [/dev/null]
            -b /dev/null -b a=b -b /dev/zero        |                        | COOKIE a=b | COOKIEFILE [/dev/null, /dev/zero]
            -c /dev/null                            | --cookie-jar           | COOKIEFILE []
            -b @/dev/null -b @a=b                   |                        | COOKIEFILE [/dev/null, a=b]
            -j                                      | --junk-session-cookies | COOKIESESSION 1
            -j --no-junk-session-cookies            |                        | COOKIESESSION 0
            # Redirects.
            -L                                      | --location             | redirects.follows true
            -L --no-location                        |                        |
            --location-trusted                      |                        | redirects.follows true | redirects.sendsCredentialsToEveryHost true
            --location-trusted --no-location-trusted |                        |
            --max-redirs 7                          |                        | redirects.maximum 7 | MAXREDIRS 7
            --max-redirs -1                         |                        | redirects.maximum nil | MAXREDIRS -1
            --post301                               |                        | redirects.repeatsBodyAfter [301]
            --post302                               |                        | redirects.repeatsBodyAfter [302]
            --post303                               |                        | redirects.repeatsBodyAfter [303]
            --post303 --post301 --no-post303        |                        | redirects.repeatsBodyAfter [301]
            --post301 --no-post301                  |                        |
            --post302 --no-post302                  |                        |
            --proto =http                           |                        | PROTOCOLS 1 | redirects.schemes ["http"]
            --proto =https --url https://h/         |                        | URL https://h/ | PROTOCOLS 2 | redirects.schemes ["https"]
            --proto all                             |                        | PROTOCOLS 3
            --proto-redir =https                    |                        | redirects.schemes ["https"]
            --proto-redir -https                    |                        | redirects.schemes ["http"]
            --proto-redir =http                     |                        | redirects.schemes ["http"] | redirects.leavesTLS true
            --proto-redir https,+http               |                        | redirects.leavesTLS true
            --proto-redir all                       |                        | redirects.leavesTLS true
            --proto-redir all,-http,ftp             |                        | redirects.schemes ["https"]
            --secret X-A --secret B    |                        | redirects.credentials.added ["b", "x-a"]
            # Retries and resumption.
            --retry 3                               |                        | retry.maximum 3
            --retry-delay 2                         |                        | retry.delay 2.0 seconds
            --retry-delay 2 --retry-delay 0         |                        |
            --retry-max-time 1.5                    |                        | retry.totalTime 1.5 seconds
            --retry-jitter                          |                        | retry.addsJitter true
            --retry-jitter --no-retry-jitter        |                        |
            --retry-connrefused                     |                        | retry.alsoAfter.rawValue 8
            --retry-connrefused --no-retry-connrefused |                        |
            --retry-all-errors                      |                        | retry.alsoAfter.rawValue 4
            --retry-all-errors --no-retry-all-errors |                        |
            --idempotency-key=17                    |                        | retry.alsoAfter.rawValue 2 | HTTPHEADER [Content-Type: multipart/form-data; boundary=B, Expect:, Idempotency-Key: 17]
            --journal j                             |                        |
            --resumable                             |                        | resumption.protocol resumable-8
            --resumable=6                           |                        | resumption.protocol resumable-6
            --resumable --no-resumable              |                        |
            --resumable --append-size 2K            |                        | resumption.protocol resumable-8 | resumption.appendSize 2048
            --tus -F f=x;filename=n                 |                        | resumption.protocol tus-1.0 | INFILESIZE_LARGE 1 | HTTPHEADER [Expect:]
            --tus --no-tus                          |                        |
            --resumable --no-tus                    |                        | resumption.protocol resumable-8
            --resumable --journal j --resume-cancel --no-resume-cancel |                        | resumption.protocol resumable-8
            --resumable --journal j --resume-cancel |                        | resumption.protocol resumable-8
            # Limits.
            -m 3                                    | --max-time             | limits.attempt 3.0 seconds
            -m 3 -m 0                               |                        |
            --connect-timeout 1.5                   |                        | CONNECTTIMEOUT_MS 1500 | limits.connecting 1.5 seconds
            --stall-timeout 9                       |                        | limits.stall 9.0 seconds
            --stall-timeout 0                       |                        | limits.stall nil
            -Y 1K                                   | --speed-limit          | limits.speed.bytesPerSecond 1024 | limits.speed.time 30.0 seconds
            -y 5                                    | --speed-time           | limits.speed.bytesPerSecond 1 | limits.speed.time 5.0 seconds
            -y 5 -Y 2                               |                        | limits.speed.bytesPerSecond 2 | limits.speed.time 5.0 seconds
            --limit-rate 1M                         |                        | UPLOAD_BUFFERSIZE 16384 | MAX_SEND_SPEED_LARGE 1048576 | MAX_RECV_SPEED_LARGE 1048576
            --limit-rate 0                          |                        | MAX_SEND_SPEED_LARGE 0 | MAX_RECV_SPEED_LARGE 0
            # Proxies.
            -x http://p:1                           | --proxy                | PROXY http://p:1
            -x p -x ""                              |                        | PROXY ""
            -U me:pw                                | --proxy-user           | PROXYUSERPWD me:pw
            --proxy-header A:~b --proxy-header C;   |                        | PROXYHEADER [A: b, C;]
            --noproxy a,b                           |                        | NOPROXY a,b
            --noproxy ""                            |                        | NOPROXY ""
            -p                                      | --proxytunnel          | HTTPPROXYTUNNEL 1
            -p --no-proxytunnel                     |                        | HTTPPROXYTUNNEL 0
            --proxy-insecure                        |                        | PROXY_SSL_VERIFYPEER 0 | PROXY_SSL_VERIFYHOST 0
            --proxy-insecure --no-proxy-insecure    |                        |
            --proxy-cacert p.pem                    |                        | PROXY_CAINFO p.pem
            --preproxy socks5://p                   |                        | PRE_PROXY socks5://p
            --socks5 p:1                            |                        | PROXY socks5://p:1
            --socks5-hostname p:1                   |                        | PROXY socks5h://p:1
            # Addresses.
            -4                                      | --ipv4                 | IPRESOLVE 1
            -6                                      | --ipv6                 | IPRESOLVE 2
            -6 -4                                   |                        | IPRESOLVE 1
            --resolve a:1:192.0.2.1                 |                        | RESOLVE [a:1:192.0.2.1]
            --resolve a:1:192.0.2.1 --resolve -b:2  |                        | RESOLVE [a:1:192.0.2.1, -b:2]
            --connect-to a:1:b:2 --connect-to ::c:  |                        | CONNECT_TO [a:1:b:2, ::c:]
            --unix-socket /s                        |                        | UNIX_SOCKET_PATH /s | FRESH_CONNECT 1
            --abstract-unix-socket s                |                        | ABSTRACT_UNIX_SOCKET s | FRESH_CONNECT 1
            --interface lo                          |                        | INTERFACE lo
            --local-port 5000                       |                        | LOCALPORT 5000 | LOCALPORTRANGE 1
            --local-port 5000-5009                  |                        | LOCALPORT 5000 | LOCALPORTRANGE 10
            --dns-servers 192.0.2.1                 |                        | DNS_SERVERS 192.0.2.1
            --doh-url https://d/                    |                        | DOH_URL https://d/
            --keepalive-time 7                      |                        | TCP_KEEPIDLE 7 | TCP_KEEPINTVL 7
            --no-keepalive                          |                        | TCP_KEEPALIVE 0
            --no-keepalive --keepalive              |                        |
            --tcp-nodelay                           |                        | TCP_NODELAY 1
            --no-tcp-nodelay                        |                        | TCP_NODELAY 0
            --tcp-fastopen                          |                        | TCP_FASTOPEN 1
            --tcp-fastopen --no-tcp-fastopen        |                        | TCP_FASTOPEN 0
            # Versions of HTTP.
            -0                                      | --http1.0              | HTTP_VERSION 1
            --http1.1                               |                        | HTTP_VERSION 2
            --http2                                 |                        | HTTP_VERSION 3
            --http2-prior-knowledge                 |                        | HTTP_VERSION 5
            --http3                                 |                        | HTTP_VERSION 30
            --http2 --http1.1                       |                        | HTTP_VERSION 2
            # TLS: trust.
            -k                                      | --insecure             | SSL_VERIFYPEER 0 | SSL_VERIFYHOST 0
            -k --no-insecure                        |                        |
            --cacert c.pem                          |                        | CAINFO c.pem
            --capath dir                            |                        | CAPATH dir | PROXY_CAPATH dir
            --crlfile r.pem                         |                        | CRLFILE r.pem | PROXY_CRLFILE r.pem
            --pinnedpubkey sha256//x                |                        | PINNEDPUBLICKEY sha256//x
            --cert-status                           |                        | SSL_VERIFYSTATUS 1
            --cert-status --no-cert-status          |                        | SSL_VERIFYSTATUS 0
            --ssl-no-revoke                         |                        | SSL_OPTIONS 2
            --ssl-no-revoke --no-ssl-no-revoke      |                        | SSL_OPTIONS 0
            CURL_CA_BUNDLE=/bundle                  |                        | CAINFO /bundle
            SSL_CERT_FILE=/file                     |                        | CAINFO /file
            SSL_CERT_DIR=/dir                       |                        | CAPATH /dir | PROXY_CAPATH /dir
            SSL_CERT_DIR=/dir SSL_CERT_FILE=/file   |                        | CAINFO /file | CAPATH /dir | PROXY_CAPATH /dir
            CURL_CA_BUNDLE=/bundle SSL_CERT_DIR=/dir SSL_CERT_FILE=/file |                        | CAINFO /bundle
            SSL_CERT_DIR= SSL_CERT_FILE= CURL_CA_BUNDLE= |                        |
            CURL_CA_BUNDLE=/bundle SSL_CERT_DIR=/dir SSL_CERT_FILE=/file --cacert c.pem |                        | CAINFO c.pem
            CURL_CA_BUNDLE=/bundle SSL_CERT_DIR=/dir SSL_CERT_FILE=/file --capath dir |                        | CAPATH dir | PROXY_CAPATH dir
            CURL_CA_BUNDLE=/bundle SSL_CERT_DIR=/dir SSL_CERT_FILE=/file -k |                        | SSL_VERIFYPEER 0 | SSL_VERIFYHOST 0
            # TLS: the client.
            -E c.pem                                | --cert                 | SSLCERT c.pem | KEYPASSWD ""
            -E c.pem:phrase                         |                        | SSLCERT c.pem | KEYPASSWD phrase
            -E c\:.pem                              |                        | SSLCERT c:.pem | KEYPASSWD ""
            --cert-type DER                         |                        | SSLCERTTYPE DER
            --key k.pem                             |                        | SSLKEY k.pem | KEYPASSWD ""
            --key-type DER                          |                        | SSLKEYTYPE DER
            --pass phrase                           |                        | KEYPASSWD phrase
            # TLS: versions. The newest one stands in the upper 16 bits: 6 << 16 is 393216.
            -1                                      | --tlsv1                | SSLVERSION 1
            --tlsv1.0                               |                        | SSLVERSION 4
            --tlsv1.1                               |                        | SSLVERSION 5
            --tlsv1.2                               |                        | SSLVERSION 6
            --tlsv1.3                               |                        | SSLVERSION 7
            --tls-max default                       |                        | SSLVERSION 65536
            --tls-max 1.0                           |                        | SSLVERSION 262144
            --tls-max 1.1                           |                        | SSLVERSION 327680
            --tls-max 1.2                           |                        | SSLVERSION 393216
            --tls-max 1.3                           |                        | SSLVERSION 458752
            --tls-max 1.3 --tlsv1.2                 |                        | SSLVERSION 458758
            --tlsv1.2 --tls-max 1.3                 |                        | SSLVERSION 458758
            --ciphers A:B                           |                        | SSL_CIPHER_LIST A:B
            --tls13-ciphers C                       |                        | TLS13_CIPHERS C
            --curves X25519                         |                        | SSL_EC_CURVES X25519
            --alpn                                  |                        | SSL_ENABLE_ALPN 1
            --no-alpn                               |                        | SSL_ENABLE_ALPN 0
            # What other groups of options have that concerns the transport.
            -v                                      | --verbose              | reportsWire true
            -v --no-verbose                         |                        |
            --trace /dev/null                       |                        | reportsWire true
            --trace-ascii /dev/null                 |                        | reportsWire true
            -w %{certs}                             | --write-out            | CERTINFO 1
            -w %{http_code}                         |                        |
            """#
    }
#endif
