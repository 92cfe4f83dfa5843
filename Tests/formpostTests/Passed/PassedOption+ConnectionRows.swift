#if os(Linux)
    extension PassedRow {
        static let timeouts = [
            PassedRow("-m", "3", or: "--max-time", tells: ["limits.total 3.0 seconds"]),
            PassedRow("-m", "3", "-m", "0", tells: []),
            PassedRow(
                "--connect-timeout", "1.5",
                tells: ["CONNECTTIMEOUT_MS 1500", "limits.connecting 1.5 seconds"]),
            PassedRow("--stall-timeout", "9", tells: ["limits.stall 9.0 seconds"]),
            PassedRow("--stall-timeout", "0", tells: ["limits.stall nil"]),
            PassedRow(
                "-Y", "1K",
                or: "--speed-limit",
                tells: ["limits.speed.bytesPerSecond 1024", "limits.speed.time 30.0 seconds"]),
            PassedRow(
                "-y", "5",
                or: "--speed-time",
                tells: ["limits.speed.bytesPerSecond 1", "limits.speed.time 5.0 seconds"]),
            PassedRow(
                "-y", "5", "-Y", "2",
                tells: ["limits.speed.bytesPerSecond 2", "limits.speed.time 5.0 seconds"]),
            PassedRow(
                "--limit-rate", "1M",
                tells: [
                    "UPLOAD_BUFFERSIZE 16384", "MAX_SEND_SPEED_LARGE 1048576",
                    "MAX_RECV_SPEED_LARGE 1048576",
                ]),
            PassedRow(
                "--limit-rate", "0", tells: ["MAX_SEND_SPEED_LARGE 0", "MAX_RECV_SPEED_LARGE 0"]),
        ]

        static let proxies = [
            PassedRow("-x", "http://p:1", or: "--proxy", tells: ["PROXY http://p:1"]),
            PassedRow("-x", "p", "-x", "", tells: ["PROXY \"\""]),
            PassedRow("-U", "me:pw", or: "--proxy-user", tells: ["PROXYUSERPWD me:pw"]),
            PassedRow(
                "--proxy-header", "A: b", "--proxy-header", "C;", tells: ["PROXYHEADER [A: b, C;]"]),
            PassedRow("--noproxy", "a,b", tells: ["NOPROXY a,b"]),
            PassedRow("--noproxy", "", tells: ["NOPROXY \"\""]),
            PassedRow("-p", or: "--proxytunnel", tells: ["HTTPPROXYTUNNEL 1"]),
            PassedRow("-p", "--no-proxytunnel", tells: ["HTTPPROXYTUNNEL 0"]),
            PassedRow(
                "--proxy-insecure", tells: ["PROXY_SSL_VERIFYPEER 0", "PROXY_SSL_VERIFYHOST 0"]),
            PassedRow("--proxy-insecure", "--no-proxy-insecure", tells: []),
            PassedRow("--proxy-cacert", "p.pem", tells: ["PROXY_CAINFO p.pem"]),
            PassedRow("--preproxy", "socks5://p", tells: ["PRE_PROXY socks5://p"]),
            PassedRow("--socks5", "p:1", tells: ["PROXY socks5://p:1"]),
            PassedRow("--socks5-hostname", "p:1", tells: ["PROXY socks5h://p:1"]),
        ]

        static let addresses = [
            PassedRow("-4", or: "--ipv4", tells: ["IPRESOLVE 1"]),
            PassedRow("-6", or: "--ipv6", tells: ["IPRESOLVE 2"]),
            PassedRow("-6", "-4", tells: ["IPRESOLVE 1"]),
            PassedRow("--resolve", "a:1:192.0.2.1", tells: ["RESOLVE [a:1:192.0.2.1]"]),
            PassedRow(
                "--resolve", "a:1:192.0.2.1", "--resolve", "-b:2",
                tells: ["RESOLVE [a:1:192.0.2.1, -b:2]"]),
            PassedRow(
                "--connect-to", "a:1:b:2", "--connect-to", "::c:",
                tells: ["CONNECT_TO [a:1:b:2, ::c:]"]),
            PassedRow("--unix-socket", "/s", tells: ["UNIX_SOCKET_PATH /s"]),
            PassedRow("--abstract-unix-socket", "s", tells: ["ABSTRACT_UNIX_SOCKET s"]),
            PassedRow("--interface", "lo", tells: ["INTERFACE lo"]),
            PassedRow("--local-port", "5000", tells: ["LOCALPORT 5000", "LOCALPORTRANGE 1"]),
            PassedRow("--local-port", "5000-5009", tells: ["LOCALPORT 5000", "LOCALPORTRANGE 10"]),
            PassedRow("--dns-servers", "192.0.2.1", tells: ["DNS_SERVERS 192.0.2.1"]),
            PassedRow("--doh-url", "https://d/", tells: ["DOH_URL https://d/"]),
            PassedRow("--keepalive-time", "7", tells: ["TCP_KEEPIDLE 7", "TCP_KEEPINTVL 7"]),
            PassedRow("--no-keepalive", tells: ["TCP_KEEPALIVE 0"]),
            PassedRow("--no-keepalive", "--keepalive", tells: []),
            PassedRow("--tcp-nodelay", tells: ["TCP_NODELAY 1"]),
            PassedRow("--no-tcp-nodelay", tells: ["TCP_NODELAY 0"]),
            PassedRow("--tcp-fastopen", tells: ["TCP_FASTOPEN 1"]),
            PassedRow("--tcp-fastopen", "--no-tcp-fastopen", tells: ["TCP_FASTOPEN 0"]),
        ]

        static let versions = [
            PassedRow("-0", or: "--http1.0", tells: ["HTTP_VERSION 1"]),
            PassedRow("--http1.1", tells: ["HTTP_VERSION 2"]),
            PassedRow("--http2", tells: ["HTTP_VERSION 3"]),
            PassedRow("--http2-prior-knowledge", tells: ["HTTP_VERSION 5"]),
            PassedRow("--http3", tells: ["HTTP_VERSION 30"]),
            PassedRow("--http2", "--http1.1", tells: ["HTTP_VERSION 2"]),
        ]
    }
#endif
