import FormEncoding
import FormUpload

/// Remedies for a final status, most of which are not a success.
extension Messages {
    static func remedy(
        for response: UploadResponse, _ request: Request, _ route: Route
    ) -> String? {
        let head = response.head
        switch head.status {
        case _ where refusesProbe(response, request):
            return "--digest sends an empty request first, which was refused: --anyauth does not"
        // A server of resumable uploads that knows an older version of the protocol only.
        case 400 where request.upload.resumption?.protocol == .draft8:
            return head.value(of: "Upload-Draft-Interop-Version") == "6"
                ? "it has an older version of the protocol: --resumable=6" : nil
        case 401:
            if let text = unsupportedDigest(response, request) { return text }
            if let file = loginFile(of: request) { return noLogin(in: file, request, route) }
            return loginWanted(head, request)
        case 404...405 where request.upload.resumption?.protocol == .tus:
            return "it may not be a tus server: leave out \(request.line.name(of: "tus"))"
        case 407 where isByProxy(route): return proxyLogin(route)
        case _ where [411, 501].contains(head.status) && request.upload.isChunked:
            return "the server requires a length" + stored(request.line)
        case 412 where request.upload.resumption?.protocol == .draft8:
            return "it may have an older version of the protocol: --resumable=6, or --tus"
        // By tus the request that creates the upload may have none of its bytes.
        case 413
        where request.upload.resumption.map { $0.protocol != .tus || response.bytesSent > 0 }
            ?? false:
            return smallerRequests(request.line)
        // A server that is busy for a while. A body that comes from a stream cannot be sent again.
        case 429, 503:
            let isStream = request.upload.body.length == nil
            let isRetried = request.settings.retry.maximum > 0
            return isRetried || isStream ? nil : "--retry 3 would try again"
        case 300..<400: return wayOn(from: response, request, route)
        default: return nil
        }
    }

    /// Whether a request without the body, which asks for Digest's challenge, got the response.
    private static func refusesProbe(_ response: UploadResponse, _ request: Request) -> Bool {
        [400, 404, 405, 411, 422].contains(response.head.status)
            && request.options.authentication == .digest && request.upload.body != nil
            && response.bytesSent == 0 && !response.isBodyComplete
    }

    /// Follows a reason why a stream was not taken, or cannot be sent again, if other options would store it first.
    static func stored(_ line: OperationLine) -> String {
        guard let upload = line.typed("upload-file"),
            line.settings.data.file?.isStandardInput == true
        else { return withoutChunks(line).map { ": \($0)" } ?? "" }
        return (line.typed("request") == nil ? ": -X PUT " : ": ")
            + "--data-binary @- in place of \(upload) -"
            + (line.typed("chunked").map { ", without \($0)" } ?? "")
    }

    static func smallerRequests(_ line: OperationLine) -> String {
        "a proxy may limit the size of a request: "
            + (line.typed("append-size").map { "a smaller \($0)" } ?? "--append-size sends pieces")
    }

    /// A success of a request that a 302 had led to.
    static func leftOut(_ content: BodyContent, at url: ByteString) -> String {
        Redactor.ofProcess.register(url: url)
        return "answered by a redirect to \(shown(url.withoutLogin)), followed without "
            + "\(content.noun); --expect-status or --expect says what counts"
    }

    static func redirectRefused(
        _ url: ByteString, _ refusal: RedirectRefusal, _ passed: [PassedOption]
    ) -> String {
        Redactor.ofProcess.register(url: url)
        return switch refusal {
        case .malformed: "the server redirects to an \(invalidURL(url))"
        case .losesBody(sent: 0, of: _):
            "the server redirected to \(shown(url)) before any of the body was sent"
        case .losesBody(let sent, let total):
            "the server redirected to \(shown(url)) before it had the whole body: "
                + "\(amount(sent, of: total)) sent"
        default: "the redirect to \(shown(url)) is not followed: \(reason(refusal, passed))"
        }
    }

    static func reason(_ refusal: RedirectRefusal, _ passed: [PassedOption]) -> String {
        switch refusal {
        case .malformed: "it is not a URL"
        case .losesBody: "the body was not sent"
        case .unsupported: "formpost has only http and https"
        case .notAllowed(let scheme):
            "\(allows(scheme, passed) ? "--proto-redir" : "--proto") does not allow \(scheme)"
        case .leavesTLS: "it leaves https (--proto-redir =http,https allows it)"
        }
    }

    private static func allows(_ scheme: String, _ passed: [PassedOption]) -> Bool {
        passed.allSatisfy { $0.setting.allowedSchemes?.contains(scheme) ?? true }
    }

    /// The way out after a redirect that is the final response; `nil` if it leads nowhere.
    private static func wayOn(
        from response: UploadResponse, _ request: Request, _ route: Route
    ) -> String? {
        let head = response.head
        guard let location = head.value(of: "Location"), !location.isEmpty else { return nil }
        let known = route.facts.redirectURL
        let target = known.isEmpty ? location : known
        let url = shown(target.withoutLogin)
        let redirects = request.options.redirects
        // With -L a redirect is the final response only if it would lose the body.
        if redirects.follows {
            return "moved to \(url): upload there, or use --post\(head.status)"
        }
        let left = "without \(request.body.content.noun)"
        return switch redirects.effect(of: head, on: request.upload) {
        case nil: nil
        case .repeatsRequest where request.upload.body == nil:
            "redirected to \(url): use that URL, or -L"
        case .repeatsRequest: "moved to \(url): upload there, or use -L"
        case .losesBody: "moved to \(url): upload there, or use -L --post\(head.status)"
        case .dropsBody where head.status == 303: "see \(url): -L gets it, \(left)"
        case .dropsBody:
            "redirected to \(url): -L gets it, \(left); -L --post\(head.status) uploads there"
        case .refused(_, let refusal):
            "redirected to \(url), but \(reason(refusal, request.settings.passed))"
        }
    }

    /// The netrc(5) file of a request; `nil` if it used none.
    private static func loginFile(of request: Request) -> ByteString? {
        guard request.options.curlSettings.contains(where: { $0.option == .netrc }),
            request.options.string(.userPassword) == nil
        else { return nil }
        return request.options.string(.netrcFile)
            ?? request.route.environment["HOME"].map { $0 + "/.netrc" }
    }

    /// Says that a netrc file has no login for the host and the user of the URL; `nil` also if the file cannot be read,
    /// since nothing is known then.
    private static func noLogin(
        in file: ByteString, _ request: Request, _ route: Route
    ) -> String? {
        guard let content = try? SmallFile.read(file.asFile) else { return nil }
        let host = WrittenURL(route.target).host
        let hasLogin = NetrcFile(content).login(at: host, user: WrittenURL(request.url).user) != nil
        // As the user named it.
        let named = request.settings.request.netrcFile?.path ?? route.environment["NETRC"]
        return hasLogin ? nil : "\(path(named ?? file)) has no login for \(host)"
    }

    /// Says what of the server's Digest is not supported, unless Basic would do.
    private static func unsupportedDigest(
        _ response: UploadResponse, _ request: Request
    ) -> String? {
        let challenge = DigestChallenge(response.head)
        let isUsed = request.hasLogin && request.options.authentication.contains(.digest)
        let acceptsBasic = response.head.values(of: "WWW-Authenticate").contains {
            $0.lowercased().hasPrefix("basic")
        }
        guard isUsed || !acceptsBasic else { return nil }
        return challenge?.unsupported(hasBody: response.bodyLength != 0).map {
            "it wants Digest with \($0), which this libcurl does not support"
        }
    }

    /// How to log in; `nil` where the login itself seems to be wrong.
    private static func loginWanted(_ head: ResponseHead, _ request: Request) -> String? {
        // The first words of `WWW-Authenticate` (RFC 9110 §11.6.1).
        let schemes = head.parsedFields.filter { $0.isNamed("WWW-Authenticate") }.compactMap {
            $0.value.description.split(separator: " ").first?.lowercased()
        }
        let hasBasic = schemes.contains("basic")
        let hasDigest = schemes.contains("digest")
        if !request.hasLogin {
            if hasBasic || hasDigest {
                return "it wants a login: \(hasBasic ? "" : "--digest ")-u user:password"
            }
            return schemes.contains("bearer") ? "it wants a token: --oauth2-bearer token" : nil
        }
        let ways = request.options.authentication
        if hasDigest, !hasBasic, ways == .basic { return "it takes Digest only: --digest" }
        if hasBasic, !hasDigest, ways == .digest {
            return "it takes Basic only: leave out --digest"
        }
        return nil
    }

    /// A proxy rejects the request for lack of a valid login.
    static func proxyLogin(_ route: Route) -> String {
        route.proxyLogin.map { "the proxy refused the login of \($0)" }
            ?? "the proxy wants a login: -U user:password"
    }

    /// Whether a 407 can come from a proxy; servers can send it, too.
    private static func isByProxy(_ route: Route) -> Bool {
        let passed = route.passed.map(\.setting.option)
        return passed.contains(.proxy) || passed.contains(.preProxy) || route.facts.proxyStatus != 0
            || !passed.contains(.connectTo)
                && WrittenURL(route.target).port != route.facts.remotePort
    }
}
