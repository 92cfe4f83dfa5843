import FormEncoding
import FormUpload

/// The rows, group by group; `OptionHelp` has a line of help for each.
extension OptionTable {
    static let form: [OptionSpec] = [
        .value("form", short: "F", "name=content", .field(.form), as: .common) {
            $0.form.fields.append($1)
        }.hiding(.field).onCurl(.request),
        .value("form-string", "name=text", .field(.string, .text), as: .common) {
            $0.form.fields.append($1)
        }.hiding(.field).onCurl(.request),
        .value("form-tree", "name=directory", .field(.tree, .tree)) { $0.form.fields.append($1) }
            .withoutCaptures().onCurl(.request),
        .flag("form-tree-escape") { $0.form.escapesTreeNames = $1 }.onCurl(.omitted).forForms(),
        .flag("hidden") { $0.form.includesHidden = $1 }.onCurl(.omitted).forForms(),
        .value("form-glob", "name=@pattern", .field(.glob)) { $0.form.fields.append($1) }
            .withoutCaptures().onCurl(.request),
        .input("form-fields", "file", .inputOrDash, .fields).onCurl(.omitted),
        .flag("form-escape") { $0.form.escaping = $1 ? .backslash : .percent }.onCurl(.request)
            .forForms(),
        .flag("form-lax") { $0.form.isLax = $1 }.onCurl(.omitted).forForms(),
        .value("boundary", "text", .boundary) { $0.form.boundary = $1 }.onCurl(.missing).forForms(),
        .flag("chunked") { $0.form.isChunked = $1 }.onCurl(.omitted),
        .flag("allow-growth") { $0.form.allowsGrowth = $1 }.onCurl(.omitted),
        .value("max-spool", "size", .size) { $0.form.maximumSpool = $1 }.onCurl(.missing),
    ]

    static let data: [OptionSpec] = [
        .value("data", short: "d", "data", .data(.text)) { $0.data.pieces.append($1) }
            .hiding(.data).onCurl(.data),
        .value("data-ascii", "data", .data(.text)) { $0.data.pieces.append($1) }
            .hiding(.data).onCurl(.data),
        .value("data-raw", "data", .data(.raw, .text)) { $0.data.pieces.append($1) }
            .hiding(.data).onCurl(.data),
        .value("data-binary", "data", .data(.binary)) { $0.data.pieces.append($1) }
            .hiding(.data).onCurl(.data),
        .value("data-urlencode", "data", .data(.urlEncoded, .urlEncoded)) {
            $0.data.pieces.append($1)
        }.hiding(.data).onCurl(.data),
        .value("json", "data", .data(.json)) { $0.data.pieces.append($1) }
            .hiding(.data).onCurl(.data),
        .flag("get", short: "G") { $0.data.isQuery = $1 }.onCurl(.query),
        .value("upload-file", short: "T", "file", .file(.upload)) { $0.data.files.append($1) }
            .naming().onCurl(.request),
    ]

    static let request: [OptionSpec] = [
        .value("header", short: "H", "line|@file", .header, as: .common) {
            $0.request.headers.append($1)
        }.hiding(.header).onCurl(.request),
        .value("request", short: "X", "method", .token) { $0.request.method = $1 }.onCurl(.request)
            .naming().suggesting(["POST", "PUT", "PATCH", "DELETE", "GET"]),
        .value("user-agent", short: "A", "name", .text().withoutLineEnds) {
            $0.request.userAgent = $1
        },
        .value("referer", short: "e", "url", .text().withoutLineEnds) { settings, text in
            let auto = Array(";auto".utf8)
            let isAutomatic = text.suffix(auto.count).elementsEqual(auto)
            settings.redirects.setsReferer = isAutomatic
            settings.request.referer = ByteString(text.dropLast(isAutomatic ? auto.count : 0))
        }.hiding(.url),
        .flag("compressed") {
            $0.pass(.acceptEncoding, $1 ? .codings : .string(nil))
        }.onCurl(.request),
        .value("expect100-timeout", "seconds", .duration) {
            $0.pass(.expectTimeout, .number($1.milliseconds))
        },

        .input("url", "url", .url, .urls).hiding(.url).naming().onCurl(.omitted),
        .value("url-query", "data", .data(.query, .query)) { $0.request.query.append($1) }
            .hiding(.query).naming().onCurl(.query),
        .passedFlag("path-as-is", to: .pathAsIs).naming(),
        .passedText("request-target", "target", to: .requestTarget).hiding(.url)
            .naming(),

        .value("user", short: "u", "user:password", .text(), as: .common) {
            $0.pass(.userPassword, .string($1))
        }.hiding(.login, as: "PASSWORD"),
        .flag("basic") { $0.logIn(.basic, $1) },
        .flag("digest") { $0.logIn(.digest, $1) },
        .command("anyauth") {
            $0.logIn(.any, true)
        },
        .value("oauth2-bearer", "token", .nonEmpty().withoutLineEnds) {
            $0.pass(.bearer, .string($1))
            $0.logIn(.bearer, true)
        }.hiding(as: "TOKEN"),
        .input("bearer-env", "name", .text, .token)
            .withoutCaptures().onCurl(.omitted),
        .flag("netrc", short: "n") { $0.request.readsNetrc = $1 },
        .flag("netrc-optional") { $0.request.netrcIsOptional = $1 },
        .value("netrc-file", "file", .file(.input)) { $0.request.netrcFile = $1 },

        .value("cookie", short: "b", "data|file", .text(.cookies).withoutLineEnds) {
            $0.request.cookies.append($1)
        }.hiding(as: "COOKIE"),
        .passedText("cookie-jar", short: "c", "file", .nonEmpty(.output(.jar)), to: .cookieJar),
        .passedFlag("junk-session-cookies", short: "j", to: .newCookieSession),
    ]

    /// Several requests in one call.
    static let many: [OptionSpec] = [
        OptionSpec(long: "next", short: ":", effect: .next).onCurl(.omitted),
        .value("capture", "name=source", .init(meaning: .capture, parse: Capture.init)) {
            $0.captures.append($1)
        }.onCurl(.missing),
        .value("each", "[name=]@pattern", .each) {
            if $1.each?.name == nil {
                $0.data.each.append($1)
            } else {
                $0.form.fields.append($1)
            }
        }.onCurl(.request),
        .flag("each-null") { $0.each.listHasNULs = $1 }.onCurl(.omitted),
        .sharedFlag("parallel", short: "Z") { $0.parallel.isOn = $1 }.onCurl(.omitted),
        .sharedValue("parallel-max", "number", .integer(in: 1...300)) { $0.parallel.maximum = $1 }
            .onCurl(.omitted),
        .sharedFlag("parallel-immediate") { $0.parallel.isImmediate = $1 }.onCurl(.omitted),
        .sharedValue("journal", "file", .journal) { $0.journal.path = $1 }.onCurl(.missing),
        .sharedFlag("journal-content") { $0.journal.isByContent = $1 }.onCurl(.omitted),
        .sharedFlag("fail-early") { $0.parallel.failsEarly = $1 },
        .sharedValue("rate", "number/unit", .rate) { $0.parallel.interval = $1 }.onCurl(.omitted),
    ]

    static let redirects: [OptionSpec] = [
        .flag("location", short: "L", as: .common) { $0.redirects.follows = $1 },
        .flag("location-trusted") {
            $0.redirects.follows = $1
            $0.redirects.sendsCredentialsToEveryHost = $1
        },
        .value("max-redirs", "number", .integer(in: -1...Int(Int32.max))) {
            $0.redirects.maximum = $1 < 0 ? nil : $1
        },
        repeatsBody(after: 301),
        repeatsBody(after: 302),
        repeatsBody(after: 303),
        .value("proto", "protocols", .protocols) {
            $0.pass(.protocols, .number(CURLSetting.mask(ofSchemes: $1.schemes)))
        }.suggesting(protocols),
        .value("proto-redir", "protocols", .protocols) {
            $0.redirects.schemes = $1.schemes
            $0.redirects.leavesTLS = $1.named.contains("http")
        }.suggesting(protocols),
    ]

    private static let protocols = ["=https", "=http", "all", "http", "https"]

    private static func repeatsBody(after status: Int) -> OptionSpec {
        .flag("post\(status)") {
            $0.redirects.repeatsBodyAfter.remove(status)
            if $1 { $0.redirects.repeatsBodyAfter.insert(status) }
        }
    }

    static let retry: [OptionSpec] = [
        .value("retry", "number", .integer(in: 0...Int(Int32.max))) {
            $0.retry.maximum = $1
        }.onCurl(.request),
        .value("retry-delay", "seconds", .timeLimit) { $0.retry.delay = $1 }.onCurl(.request),
        .value("retry-max-time", "seconds", .timeLimit) { $0.retry.totalTime = $1 }
            .onCurl(.request),
        .flag("retry-jitter") { $0.retry.addsJitter = $1 }.onCurl(.missing),
        .flag("retry-connrefused") { $0.retry.alsoAfter[.refusedConnections] = $1 }.onCurl(
            .request),
        .flag("retry-all-errors") { $0.retry.alsoAfter[.allErrors] = $1 }.onCurl(.request),

        OptionSpec(
            long: "idempotency-key", argument: .attached("key"),
            effect: .operation { (settings, use) throws(Failure) in
                settings.request.idempotencyKey =
                    use.argument == nil
                    ? "" : try ValueKind<ByteString>.idempotencyKey.parse(use)
                settings.retry.alsoAfter.insert(.lostConnections)
            }
        ).hiding(.value(of: "Idempotency-Key")).onCurl(.request),

        OptionSpec(
            long: "resumable", argument: .attached("version"), isNegatable: true,
            effect: .operation { (settings, use) throws(Failure) in
                let version =
                    use.argument == nil ? 8 : try ValueKind.oneOf(["8": 8, "6": 6]).parse(use)
                settings.resume(by: version == 6 ? .draft6 : .draft8, use.isOn)
            }
        ).suggesting(["8", "6"]).onCurl(.missing),
        .value("append-size", "size", .size) { $0.appendSize = $1 }.onCurl(.missing),
        .flag("tus") { $0.resume(by: .tus, $1) }.naming().onCurl(.missing),
        .sharedFlag("resume-cancel") { $0.journal.cancelsUploads = $1 }.onCurl(.missing),
    ]

    static let connection: [OptionSpec] = [
        .value("max-time", short: "m", "seconds", .timeLimit, as: .common) {
            $0.limits.attempt = $1
        }
        .onCurl(.request),
        .value("connect-timeout", "seconds", .timeLimit) { $0.limits.connecting = $1 }
            .onCurl(.request),
        .value("stall-timeout", "seconds", .timeLimit) { $0.limits.stall = $1 }.onCurl(.missing),
        .value("speed-limit", short: "Y", "speed", .size) {
            $0.limits.speed = .init(bytesPerSecond: $1, time: ($0.limits.speed ?? .init()).time)
        }.onCurl(.request),
        .value("speed-time", short: "y", "seconds", .duration) {
            $0.limits.speed = .init(
                bytesPerSecond: ($0.limits.speed ?? .init()).bytesPerSecond, time: $1)
        }.onCurl(.request),
        .value("limit-rate", "speed", .size) {
            $0.pass(.sendSpeed, .number($1))
            $0.pass(.receiveSpeed, .number($1))
        },

        .passedText("proxy", short: "x", "url", .proxyOrNone, to: .proxy)
            .hiding(.url).suggesting(["http://", "https://"] + socksSchemes),
        .passedText("proxy-user", short: "U", "user:password", to: .proxyUserPassword)
            .hiding(.login, as: "PROXY_PASSWORD"),
        .passedText("proxy-header", "line|@file", .passedHeader, to: .proxyHeader).hiding(.header),
        .passedText("noproxy", "hosts", .text(), to: .noProxy),
        .passedFlag("proxytunnel", short: "p", to: .proxyTunnel),
        .flag("proxy-insecure") {
            $0.pass(.proxyVerifyPeer, .number($1 ? 0 : 1))
            $0.pass(.proxyVerifyHost, .number($1 ? 0 : 2))
        },
        .passedText("proxy-cacert", "file", .inputFile, to: .proxyCAInfo),
        .passedText("preproxy", "url", .proxy, to: .preProxy)
            .hiding(.url).suggesting(socksSchemes),
        .passedText("socks5", "host:port", .proxy(by: "socks5"), to: .proxy).hiding(.url),
        .passedText("socks5-hostname", "host:port", .proxy(by: "socks5h"), to: .proxy)
            .hiding(.url),

        .passedChoice("ipv4", short: "4", to: .ipVersion, 1),
        .passedChoice("ipv6", short: "6", to: .ipVersion, 2),
        .passedText("resolve", "host:port:addr", .hostPortAddress, to: .resolve),
        .passedText("connect-to", "host:port:host:port", .hostPortHostPort, to: .connectTo),
        .passedText("unix-socket", "path", .nonEmpty(.socket), to: .unixSocket),
        .passedText("abstract-unix-socket", "name", to: .abstractUnixSocket),
        .passedText("interface", "name", to: .interface),
        .value("local-port", "port[-port]", .ports) {
            $0.pass(.localPort, .number(Int64($1.lowerBound)))
            $0.pass(.localPortRange, .number(Int64($1.count)))
        },
        .passedText("dns-servers", "addresses", to: .dnsServers),
        .passedText("doh-url", "url", to: .dnsOverHTTPS).hiding(.url),
        .value("keepalive-time", "seconds", .integer(in: 1...Int(Int32.max))) {
            $0.pass(.keepAliveIdle, .number(Int64($1)))
            $0.pass(.keepAliveInterval, .number(Int64($1)))
        },
        .passedFlag("keepalive", to: .keepAlive),
        .passedFlag("tcp-nodelay", to: .tcpNoDelay),
        .passedFlag("tcp-fastopen", to: .tcpFastOpen),

        // `CURL_HTTP_VERSION_…`
        .passedChoice("http1.0", short: "0", to: .httpVersion, 1),
        .passedChoice("http1.1", to: .httpVersion, 2),
        .passedChoice("http2", to: .httpVersion, 3),
        .passedChoice("http2-prior-knowledge", to: .httpVersion, 5),
        .passedChoice("http3", to: .httpVersion, 30),
    ]

    private static let socksSchemes = ["socks4://", "socks4a://", "socks5://", "socks5h://"]

    static let tls: [OptionSpec] = [
        .flag("insecure", short: "k", as: .common) { $0.isInsecure = $1 },
        .passedText("cacert", "file", .inputFile, to: .caInfo),
        .passedText("capath", "dir", .directory, to: .caPath),
        .passedText("crlfile", "file", .inputFile, to: .revocationList),
        .passedText("pinnedpubkey", "file|hashes", .nonEmpty(.publicKey), to: .pinnedPublicKey),
        .passedFlag("cert-status", to: .verifyStatus),
        .passedFlag("ssl-no-revoke", to: .tlsOptions, on: 2),

        .value("cert", short: "E", "file[:password]", .certificate) {
            $0.pass(.certificate, .string($1.file))
            if let password = $1.password {
                $0.pass(.keyPassword, .string(password))
            }
        }.hiding(.passphrase, as: "PASSPHRASE"),
        .passedText(
            "cert-type", "type", .keyword(["PEM", "DER", "P12", "ENG"]), to: .certificateType),
        .passedText("key", "file", .inputFile, to: .key),
        .passedText("key-type", "type", .keyword(["PEM", "DER", "ENG"]), to: .keyType),
        .passedText("pass", "phrase", to: .keyPassword)
            .hiding(as: "PASSPHRASE"),

        // `CURL_SSLVERSION_…`; the newest in the upper 16 bits.
        leastVersion("tlsv1", short: "1", 1),
        leastVersion("tlsv1.0", 4),
        leastVersion("tlsv1.1", 5),
        leastVersion("tlsv1.2", 6),
        leastVersion("tlsv1.3", 7),
        .value(
            "tls-max", "version", .oneOf(["default": 1, "1.0": 4, "1.1": 5, "1.2": 6, "1.3": 7])
        ) {
            $0.passTLSVersion($1 << 16, keeping: 0xFFFF)
        },
        .passedText("ciphers", "list", to: .ciphers),
        .passedText("tls13-ciphers", "list", to: .tls13Ciphers),
        .passedText("curves", "list", to: .curves),
        .passedFlag("alpn", to: .alpn),
    ]

    private static func leastVersion(
        _ long: String, short: Unicode.Scalar? = nil, _ number: Int64
    ) -> OptionSpec {
        .command(long, short: short) { $0.passTLSVersion(number, keeping: 0xFFFF << 16) }
    }

    static let output: [OptionSpec] = [
        .value("output", short: "o", "file", .nonEmpty(.output(.response)), as: .common) {
            $0.output.files.append($1)
        }.naming().onCurl(.request),
        .value("output-dir", "dir", .directory) { $0.output.directory = $1 }.naming(),
        .flag("create-dirs") { $0.output.createsDirectories = $1 },
        .flag("clobber") {
            $0.output.keepsExisting = !$1
        }.naming(),
        .flag("remove-on-error") {
            $0.output.kept = $1 ? .success : .part
        },
        .value("max-filesize", "size", .size) { $0.output.maximumSize = $1 },
        .value("dump-header", short: "D", "file", .nonEmpty(.output(.collected))) {
            $0.output.headFile = $1
        },
        .flag("include", short: "i", as: .common) { $0.output.includesHead = $1 },
        .value("write-out", short: "w", "format", .init(meaning: .writeOut) { $0 }) {
            $0.output.writeOut = $1
        }.withoutCaptures(),
        .value("pretty", "mode", .word) { $0.output.pretty = $1 }.onCurl(.omitted),

        .command("fail", short: "f", as: .common) {
            $0.output.badStatus = .bodySuppressed
        }.onCurl(.inEffect { $0.output.badStatus == .bodySuppressed }),
        .command("fail-with-body") {
            $0.output.badStatus = .reported
        }.onCurl(.inEffect { $0.output.badStatus == .reported }),
        .command("no-fail") {
            $0.output.badStatus = .accepted
        }.onCurl(.omitted),
        .value("expect", "what", .init(meaning: .expectation, parse: Expectation.init)) {
            $0.output.expectations.append($1)
        }.onCurl(.missing),
        .value("expect-status", "list", .statuses) { $0.output.expectedStatuses = $1 }
            .onCurl(.missing),

        .sharedFlag("silent", short: "s", as: .common) { $0.display.isSilent = $1 },
        .sharedFlag("show-error", short: "S", as: .common) { $0.display.showsErrors = $1 },
        .sharedFlag("verbose", short: "v", as: .common) { $0.display.isVerbose = $1 },
        .sharedValue("trace", "file", .nonEmpty(.output(.trace))) {
            $0.display.trace = .hexadecimal(path: $1)
        },
        .sharedValue("trace-ascii", "file", .nonEmpty(.output(.trace))) {
            $0.display.trace = .ascii(path: $1)
        },
        .sharedFlag("trace-time") { $0.display.tracesTime = $1 },
        .sharedValue("stderr", "file", .outputFile) { $0.display.errorFile = $1 },
        .sharedValue("progress", "mode", .word, as: .common) { $0.display.progress = $1 }
            .onCurl(.omitted),
        .sharedValue("progress-to", "file|fd", .progressChannel) { $0.display.progressFile = $1 }
            .onCurl(.omitted),
        .sharedFlag("progress-bar", short: "#") {
            if $1 || $0.display.progress == .bar { $0.display.progress = $1 ? .bar : .auto }
        },
        .sharedFlag("progress-meter") {
            $0.display.progress = $1 ? .auto : .none
        },

        .sharedFlag("show-secrets") { $0.secrets.areShown = $1 }.onCurl(.omitted),
        .sharedValue("secret", "name", .secretName) { $0.secrets.names.add($1) }
            .hiding(.header).onCurl(.omitted),

        OptionSpec(
            long: "dry-run", argument: .attached("mode"), prominence: .common, isNegatable: true,
            effect: .run { (run, use) throws(Failure) in
                let mode =
                    use.argument == nil
                    ? .table : try ValueKind<RunSettings.ShownRequest>.word.parse(use)
                run.preview.request = use.isOn ? mode : nil
                if !use.isOn { run.preview.printsCurl = false }
            }
        ).suggesting(["table", "raw", "body"]).onCurl(.omitted),
        .sharedFlag("curl") { $0.preview.printsCurl = $1 }.onCurl(.omitted),
    ]

    static let general: [OptionSpec] = [
        .input("config", short: "K", "file", .inputOrDash, .configuration).onCurl(.omitted),
        .input("variable", "name=text", .variable, .variable).hiding(.variable).naming()
            .onCurl(.omitted),
        OptionSpec(
            long: "disable", short: "q",
            effect: .action { (use) throws(Failure) in
                throw .usage(
                    "\(use.option) must be the first argument: only there it keeps the default "
                        + "configuration file from being read")
            }
        ).onCurl(.omitted),
        OptionSpec(
            long: "help", short: "h", argument: .optional("topic"), prominence: .common,
            meaning: .helpTopic, effect: .action { .help(topic: $0.argument) }
        ).onCurl(.omitted),
        OptionSpec(
            long: "version", short: "V", prominence: .common, effect: .action { _ in .version }
        ).onCurl(.omitted),
        OptionSpec(
            long: "generate", argument: .required("kind"),
            words: ValueKind<GeneratedText>.word.words,
            effect: .action { (use) throws(Failure) in
                .generate(try ValueKind<GeneratedText>.word.parse(use))
            }
        ).onCurl(.omitted),
    ]

    /// Accepted so that an alias and a `.curlrc` work. A section of the manual lists them, and help does not.
    static let accepted = AcceptedOptions.all.flatMap(\.rows)
}

extension Settings {
    /// Allows or forbids a login method; of several, libcurl uses the best that the server offers.
    fileprivate mutating func logIn(_ way: Authentication, _ isOn: Bool) {
        var ways = passed.lazy.compactMap(\.setting.authentication).first ?? []
        if isOn { ways.formUnion(way) } else { ways.subtract(way) }
        let chosen = ways.isEmpty ? .basic : ways
        let setting = CURLSetting(chosen)
        pass(setting.option, setting.value)
    }

    /// Sets the protocol, or takes back one of the same kind.
    fileprivate mutating func resume(by way: ResumptionProtocol, _ isOn: Bool) {
        if isOn || isTus == (way == .tus) { resumption = isOn ? way : nil }
    }

    /// Sets the oldest or the newest version; `mask` is for the bits of the other one.
    fileprivate mutating func passTLSVersion(_ version: Int64, keeping mask: Int64) {
        var other: Int64 = 0
        if case .number(let versions)? = passed.last(.sslVersion)?.setting.value {
            other = versions & mask
        }
        pass(.sslVersion, .number(other | version))
    }
}

extension CURLSetting {
    /// The schemes that `--proto` allows; `nil`: it is another option.
    var allowedSchemes: Set<String>? {
        guard option == .protocols, case .number(let mask) = value else { return nil }
        return Set(Self.schemes.filter { mask & $0.value != 0 }.keys)
    }

    fileprivate static func mask(ofSchemes schemes: Set<String>) -> Int64 {
        schemes.reduce(0) { $0 | (Self.schemes[$1] ?? 0) }
    }

    /// `CURLPROTO_HTTP` and `CURLPROTO_HTTPS`.
    private static let schemes: [String: Int64] = ["http": 1, "https": 2]
}

/// Options of curl that formpost accepts without effect, of one kind.
struct AcceptedOptions: Sendable {
    /// The subject of the options, in the table of differences.
    let subject: String
    let rows: [OptionSpec]
    /// The effect of the options in curl: a part of a sentence whose subject is curl.
    let curl: String
    /// Why they have no effect; a part of a sentence.
    let reason: String

    static let all = TextReader.rows(Texts.acceptedOptions, columns: 4).map { columns in
        var short: Unicode.Scalar?
        var rows: [OptionSpec] = []
        for name in columns[1].utf8.split(separator: UInt8(ascii: " ")) {
            guard name.starts(with: "--".utf8) else {
                short = name.last.map { Unicode.Scalar($0) }
                continue
            }
            let isFlag = name.last != UInt8(ascii: "=")
            let long = name.dropFirst(2).prefix { $0 != UInt8(ascii: "=") }
            rows.append(
                OptionSpec(
                    long: String(decoding: long, as: UTF8.self), short: short,
                    argument: isFlag ? .none : .required("text"), prominence: .hidden,
                    isNegatable: isFlag,
                    effect: .operation { _, _ in }))
            short = nil
        }
        return AcceptedOptions(
            subject: columns[0], rows: rows, curl: columns[2], reason: columns[3])
    }
}
