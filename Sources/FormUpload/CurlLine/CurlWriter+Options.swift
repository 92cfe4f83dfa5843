import FormEncoding

/// The options of an upload that are no part of the request itself.
extension CurlWriter {
    mutating func write(_ options: UploadOptions, referer: ByteString?) {
        if options.acceptsCompressed { add("--compressed") }
        write(options.redirects, referer: referer)
        write(options.retry)
        write(options.limits)
        if !options.verifiesCertificates { add("-k") }
        if let path = options.certificateAuthorities { add("--cacert", path) }
        for setting in options.curlSettings where setting.option != .acceptEncoding {
            guard setting.option == .userPassword, case .string(let login?) = setting.value else {
                miss(.field(.option(setting.option.rawValue)))
                continue
            }
            let password = login.bytes.password(in: 0..<login.count)
            // Without a password curl would ask for one.
            guard let password else {
                add("-u", login + ":")
                continue
            }
            let secret = Secret(name: "password", range: password)
            add("-u", secrets.word(login.bytes, hiding: [secret]))
        }
    }

    private mutating func write(_ redirects: RedirectPolicy, referer: ByteString?) {
        let auto = ByteString(";auto")
        let setsReferer = redirects.follows && redirects.setsReferer
        if let referer, referer.bytes.firstRange(of: auto.bytes) != nil {
            // In `-e` it would be an order to curl.
            add("-H", "Referer: " + referer)
            if setsReferer { miss(.field(.referer)) }
        } else if referer != nil || setsReferer {
            add("-e", (referer ?? "") + (setsReferer ? auto : ""))
        }
        guard redirects.follows else { return }
        add(redirects.trustsEveryHost ? "--location-trusted" : "-L")
        if redirects.maximum != RedirectPolicy().maximum {
            add("--max-redirs", ByteString("\(redirects.maximum ?? -1)"))
        }
        for status in redirects.repeatsBodyAfter.sorted() where (301...303).contains(status) {
            add("--post\(status)")
        }
        if redirects.schemes != RedirectPolicy().schemes {
            add(
                "--proto-redir", ByteString("=" + redirects.schemes.sorted().joined(separator: ","))
            )
        }
        // curl's option is for the first URL as well.
        if redirects.keepsDotSegments {
            miss(.field(.option(CURLSetting.Option.pathAsIs.rawValue)))
        }
    }

    private mutating func write(_ retry: RetryPolicy) {
        guard retry.maximum > 0 else { return }
        add("--retry", ByteString("\(retry.maximum)"))
        if let delay = retry.delay { add("--retry-delay", delay.wholeSeconds) }
        if let time = retry.maximumTime { add("--retry-max-time", time.wholeSeconds) }
        if retry.retriesRefusedConnections { add("--retry-connrefused") }
        if retry.retriesAllErrors { add("--retry-all-errors") }
    }

    private mutating func write(_ limits: UploadLimits) {
        if let total = limits.total { add("-m", total.decimalSeconds) }
        if let connecting = limits.connecting {
            add("--connect-timeout", connecting.decimalSeconds)
        }
        if let speed = limits.speed {
            add("-Y", ByteString("\(speed.bytesPerSecond)"))
            add("-y", speed.time.wholeSeconds)
        }
    }
}

extension Duration {
    /// Rounded up: 0 is no limit for curl.
    package var wholeSeconds: ByteString {
        let (seconds, attoseconds) = bounded(by: .milliseconds(Int64.max)).components
        return ByteString("\(seconds + (attoseconds > 0 ? 1 : 0))")
    }

    /// With milliseconds, rounded up.
    fileprivate var decimalSeconds: ByteString {
        let step: Int64 = 1_000_000_000_000_000
        let (seconds, attoseconds) = bounded(by: .milliseconds(Int64.max)).components
        let (more, rest) = ((attoseconds + step - 1) / step).quotientAndRemainder(dividingBy: 1000)
        let digits = rest == 0 ? "" : "." + String(rest + 1000).dropFirst()
        return ByteString("\(seconds + more)\(digits)")
    }
}
