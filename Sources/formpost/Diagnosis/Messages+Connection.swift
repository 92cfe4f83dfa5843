import FormEncoding
import FormUpload

/// Sentences about failures of libcurl, in its own words where they are clear.
extension Messages {
    static func transfer(
        _ code: Int32, _ reason: String, _ progress: UploadProgress, _ route: Route
    ) -> String {
        let facts = route.facts
        let reason = shown(
            ByteString(bytes: Redactor.ofProcess.redact(Array(reason.utf8), isCut: true)))
        return switch code {
        case CURLCode.malformedURL: invalidURL(route.url)
        // libcurl 8.22 and later use another code for it.
        case _ where reason.contains("response 407"): "\(reason): \(proxyLogin(route))"
        case _ where facts.proxyStatus >= 300:
            "\(reason) \(progress.text)" + (route.proxy.map { " (\($0))" } ?? "")
        // libcurl uses it for much else.
        case CURLCode.unsupportedProtocol where reason.contains("Protocol"):
            "\(quoted(route.url)) cannot be used: \(reason)"
        case CURLCode.couldNotResolveHost: reason
        case CURLCode.couldNotResolveProxy: notResolved(reason, route)
        case CURLCode.couldNotConnect: notConnected(reason, route)
        case CURLCode.peerFailedVerification: untrusted(reason, facts)
        case CURLCode.tlsConnect where reason.contains("wrong version number"):
            "\(reason) \(progress.text) (the server does not speak TLS on this port: is it http://?)"
        // libcurl 8.22 uses another code for it.
        case _ where reason.contains("set private key file"):
            unusableKey(route) ?? reason
        case _ where reason.contains("PKCS12") && reason.contains("unsupported"):
            "the file of the client certificate has an old encryption, such as RC2, that OpenSSL does not "
                + "read, whatever the password: openssl pkcs12 -legacy converts it"
        case CURLCode.outOfMemory where facts.connections > 0:
            "\(reason) \(progress.text), or the head of the request is longer than libcurl's limit "
                + "of 1 MiB"
        case CURLCode.partialFile where reason.isEmpty:
            "the response was cut short \(progress.text)"
        default:
            "\(reason) \(progress.text)"
                + (mayExpectTLS(code, reason, progress, route.url) && facts.status == 0
                    && !route.hasAnswered ? "; does the server expect https://?" : "")
                + certificateWanted(reason, route)
        }
    }

    /// Follows the reason why a host cannot be reached, if the variable of its proxy has a wrong name.
    static func missedProxy(_ code: Int32, _ progress: UploadProgress, _ route: Route) -> String {
        let codes = [CURLCode.couldNotResolveHost, CURLCode.couldNotConnect, CURLCode.timedOut]
        guard codes.contains(code), progress.phase == .connecting, route.lacksProxy else {
            return ""
        }
        return "; HTTP_PROXY is ignored: set http_proxy, in lower case"
    }

    /// Whether an http request may have gone to a TLS port: the server closed before reading the
    /// request, or answered with a TLS alert.
    private static func mayExpectTLS(
        _ code: Int32, _ reason: String, _ progress: UploadProgress, _ url: ByteString
    ) -> Bool {
        guard !url.description.lowercased().hasPrefix("https:") else { return false }
        if reason.contains("HTTP/0.9") { return true }
        guard [CURLCode.gotNothing, CURLCode.sendError, CURLCode.receiveError].contains(code),
            progress.phase != .receiving
        else { return false }
        // A small form may be acknowledged before the server breaks off.
        let port = WrittenURL(url).port
        return [443, 8443].contains(port) || progress.sent == 0 && progress.total != 0
            || reason.contains("reset") && progress.sent < 1 << 16
    }

    /// Names the variable that the proxy comes from.
    private static func notResolved(_ reason: String, _ route: Route) -> String {
        guard let host = reason.firstMatch(of: /: ([^ :]+)$/),
            let proxy = route.environmentProxy(at: "\(host.1)", port: nil)
        else { return reason }
        return "\(reason) (\(proxy))"
    }

    /// Replaces libcurl's text by the system's reason, and names the option or variable that
    /// redirected the connection to another host.
    private static func notConnected(_ reason: String, _ route: Route) -> String {
        let number = route.facts.connectErrno
        let system = number == 0 ? nil : self.reason(number)
        if let path = route.passed.text(.unixSocket), let system {
            return "cannot connect to the socket \(self.path(path)): \(system)"
        }
        // The texts of libcurl before 8.14 and since.
        let general = ["Couldn't connect to server", "Could not connect to server"]
        let text = general.reduce(reason) { $0.replacing($1, with: system ?? $1) }
        guard !route.target.isEmpty,
            let place = text.firstMatch(of: /Failed to connect to (\S+?)(?: port |:)(\d+)/),
            !isTarget("\(place.1)", "\(place.2)", of: route.target),
            let detour = route.detour(to: "\(place.1)", port: Int(place.2))
        else { return text }
        return text + " (\(detour))"
    }

    private static func isTarget(_ host: String, _ port: String, of url: ByteString) -> Bool {
        let place = WrittenURL(url)
        // libcurl shows hosts that are not ASCII in another form.
        guard place.host.utf8.allSatisfy({ $0 < 0x80 }) else { return true }
        let plain = place.host.lowercased().filter { !"[]".contains($0) }
        return plain == host.lowercased() && "\(place.port)" == port
    }

    /// Names the certificate and the remedy: a CA certificate does not help against a wrong date or
    /// name.
    private static func untrusted(_ reason: String, _ facts: TransferFacts) -> String {
        let subject = shown(ByteString(facts.certificateSubject))
        let issuer = shown(ByteString(facts.certificateIssuer))
        var text = reason
        if !subject.isEmpty { text += ": the certificate of \(subject)" }
        if !issuer.isEmpty, issuer != subject { text += ", issued by \(issuer)" }
        let verdict = max(facts.certificateVerdict, facts.proxyCertificateVerdict)
        // Less than 2: OpenSSL accepts the chain, but the host name does not match. The others are
        // `X509_V_ERR_…`: not yet valid, expired, revoked.
        let isMended = verdict < 2 ? subject.isEmpty : ![9, 10, 23].contains(verdict)
        let (file, any) =
            facts.proxyCertificateVerdict > 1
            ? ("--proxy-cacert", "--proxy-insecure") : ("--cacert", "-k")
        let mended = isMended ? "\(file) FILE trusts the certificates in FILE, " : ""
        return text + " (\(mended)\(any) trusts any)"
    }

    /// Follows libcurl's text: the server ended the handshake for want of a client certificate.
    private static func certificateWanted(_ reason: String, _ route: Route) -> String {
        guard route.passed.text(.certificate) == nil else { return "" }
        if reason.contains("alert certificate required") {
            return "; the server wants a client certificate: -E file"
        }
        // Up to TLS 1.2 the alert has other causes, too.
        return reason.contains("alert handshake failure")
            ? "; the server may want a client certificate: -E file" : ""
    }

    /// Why the key of a client certificate cannot be used: libcurl has one text for all reasons. `nil` if no
    /// reason is found.
    private static func unusableKey(_ route: Route) -> String? {
        guard let certificate = route.passed.text(.certificate) else { return nil }
        let key = route.passed.text(.key) ?? certificate
        let typed = PasswordPrompt.typedPassphrase(ofKeyAt: key)
        let passphrase = route.passed.text(.keyPassword) ?? typed
        let content = key.isFIFO ? nil : try? SmallFile.read(key.asFile)
        let isEncrypted = content.map(TLSFileCheck.isEncrypted) ?? false
        if passphrase == nil, isEncrypted {
            return "the key in \(path(key)) needs a passphrase: --pass phrase"
        }
        if passphrase == nil, key.isFIFO {
            return "the key in \(path(key)) cannot be used; if it has a passphrase: --pass phrase"
        }
        switch TransportFacts.opensKey(key, with: passphrase ?? "") {
        case true?:
            return
                "the key in \(path(key)) does not belong to the certificate in \(path(certificate))"
        case false? where isEncrypted:
            let option = route.passed.last(.keyPassword)?.name
            let origin = option.map { "of \($0)" } ?? "that was typed"
            return "the passphrase \(origin) does not open the key in \(path(key))"
        default: return nil
        }
    }

    /// Follows the status: the pause that the server asks for, if it is too long.
    static func wish(_ refusal: RetryRefusal?) -> String {
        guard case .pause(let pause, isAskedFor: true, let isTimeLimited) = refusal else {
            return ""
        }
        // A larger number than the policy keeps is not named.
        let time = pause < RetryPolicy.longestPause ? pause.inSeconds + ", " : ""
        return " and asks to wait \(time)longer than \(bound(isTimeLimited))"
    }

    /// Follows the reason of a failure: why there is no retry, and the option that allows one.
    static func notRetried(_ refusal: RetryRefusal?) -> String {
        switch refusal {
        case .pause(let pause, isAskedFor: false, let isTimeLimited):
            "; not retried: the pause of \(pause.inSeconds) is longer than \(bound(isTimeLimited))"
        case .needs(.refusedConnections): "; not retried; --retry-connrefused would"
        case .needs(.allErrors): "; not retried; --retry-all-errors would"
        case .pause, .needs, nil: ""
        }
    }

    private static func bound(_ isTimeLimited: Bool) -> String {
        isTimeLimited ? "--retry-max-time leaves" : "six hours (--retry-max-time can allow it)"
    }
}
