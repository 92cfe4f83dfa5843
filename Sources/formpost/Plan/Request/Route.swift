import FormEncoding
import FormUpload

/// Where a request goes: its URL, and the options and the proxy of the environment that may send it elsewhere.
struct Route: Sendable {
    var url: ByteString
    let line: OperationLine
    var environment: [String: ByteString] = [:]
    /// What libcurl has told of the last transfer.
    var facts = TransferFacts()
    /// Whether the server has answered another request.
    var hasAnswered = false

    var passed: [PassedOption] { line.settings.passed }

    /// The URL of the last transfer, to which redirects may have led.
    var target: ByteString { facts.url.isEmpty ? url : facts.url }

    func refusing<Result>(
        _ body: () throws(UploadFault) -> Result
    ) throws(Failure) -> Result {
        do throws(UploadFault) { return try body() } catch {
            throw Failure(error.exitStatus, Messages.text(error, self))
        }
    }

    /// The option or variable that names the host and port, in words; `nil` if none is known to.
    func detour(to host: String, port: Int?) -> String? {
        let options: [CURLSetting.Option] = [.proxy, .preProxy, .connectTo]
        let option = passed.last {
            options.contains($0.setting.option)
                && ![.string(nil), .string("")].contains($0.setting.value)
        }
        if let option {
            let isProxy = option.setting.option != .connectTo
            return "\(isProxy ? "the proxy" : "the target") of \(option.name)"
        }
        return environmentProxy(at: host, port: port)
    }

    /// The proxy that is asked, in words; `nil` if there is none.
    var proxy: String? {
        let name = passed.last(.proxy)?.name ?? proxyVariable(for: target)?.name
        return name.map { "the proxy of \($0)" }
    }

    /// Whether the certificate of a proxy is verified.
    var verifiesProxy: Bool {
        let address =
            passed.last(.proxy) == nil ? proxyVariable(for: url)?.value : passed.text(.proxy)
        return address.map { WrittenURL($0).scheme } == "https"
            && !isDirect(WrittenURL(url).host.lowercased())
            && passed.last(.proxyVerifyPeer)?.setting.value != .number(0)
    }

    /// Whether the only variable that names a proxy for the target is one that libcurl does not read.
    var lacksProxy: Bool {
        WrittenURL(target).scheme == "http" && environment["HTTP_PROXY"]?.isEmpty == false
            && proxy == nil && !isDirect(WrittenURL(target).host.lowercased())
    }

    /// Whether the host is asked without a proxy: its address, its name or a domain around it is in the list.
    private func isDirect(_ host: String) -> Bool {
        guard let direct else { return false }
        if let isListed = direct.contains(host) { return isListed }
        let entries = direct.list.description.lowercased().split { " ,".contains($0) }
        return entries.map { $0.drop { $0 == "." } }.contains {
            $0 == "*" || host == $0 || host.hasSuffix("." + $0)
        }
    }

    /// The list of `--noproxy` or its variable.
    private var direct: NoProxyList? {
        NoProxyList(passed.text(.noProxy)) { environment[$0] }
    }

    /// As `detour`, for a proxy of the environment alone.
    func environmentProxy(at host: String, port: Int?) -> String? {
        // `-x` takes the place of those of the environment, an empty one too.
        guard passed.last(.proxy) == nil, let (name, value) = proxyVariable(for: target) else {
            return nil
        }
        let proxy = WrittenURL(value)
        let isPlace =
            proxy.host.lowercased() == host.lowercased()
            && (port == nil || proxy.writtenPort == nil || proxy.writtenPort == port)
        return isPlace ? "the proxy of \(name)" : nil
    }

    /// Throws if the login of the environment's proxy ends too early, as the options refuse it. A redirect that is
    /// followed may lead to a URL of the other scheme. Names of `no_proxy` other than `*` do not count here.
    func checkEnvironment(followsRedirects: Bool) throws(Failure) {
        guard passed.last(.proxy) == nil, passed.last(.unixSocket) == nil, direct?.list != "*"
        else {
            return
        }
        let urls = followsRedirects ? ["http://", "https://"] : [url]
        for case let (name, proxy)? in urls.map(proxyVariable) where proxy.hasBareMarkInLogin {
            throw .usage("\(name): \(Messages.bareMarkInLogin)")
        }
    }

    /// The option or variable with the login for the proxy; `nil` if there is none.
    var proxyLogin: String? {
        let logins = passed.filter { passed in
            switch (passed.setting.option, passed.setting.value) {
            case (.proxyUserPassword, _): true
            case (.proxy, .string(let proxy?)): proxy.userinfoRange != nil
            case (.proxyHeader, .lines(let lines)):
                lines.contains { $0.description.lowercased().hasPrefix("proxy-authorization:") }
            default: false
            }
        }
        if let login = logins.last { return login.name }
        guard passed.last(.proxy) == nil,
            let (name, proxy) = proxyVariable(for: target), proxy.userinfoRange != nil
        else { return nil }
        return name
    }

    /// The variable that libcurl takes the proxy from; empty ones do not count.
    private func proxyVariable(for url: ByteString) -> (name: String, value: ByteString)? {
        let isSecure = url.description.lowercased().hasPrefix("https:")
        // http_proxy in capitals could be a header of a CGI request.
        let names = isSecure ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
        return (names + ["all_proxy", "ALL_PROXY"]).lazy.compactMap { name in
            environment[name].flatMap { $0.isEmpty ? nil : (name, $0) }
        }.first
    }
}
