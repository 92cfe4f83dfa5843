import FormEncoding
import FormUpload

extension Settings {
    func uploadOptions(_ line: OperationLine, _ inputs: Inputs) throws(Failure) -> UploadOptions {
        let run = inputs.settings
        var options = UploadOptions()
        options.userAgentBytes = request.userAgent ?? ByteString("formpost/" + Version.number)
        options.redirects = redirects
        for schemes in passed.compactMap(\.setting.allowedSchemes) {
            options.redirects.schemes.formIntersection(schemes)
        }
        options.redirects.credentials = run.secrets.names
        options.redirects.keepsDotSegments = passed.contains {
            $0.setting == CURLSetting(.pathAsIs, .number(1))
        }
        options.retry = retry
        options.limits = limits
        options.verifiesCertificates = !isInsecure
        options.reportsWire = run.display.tracing != nil
        // Files are read before passwords are typed: the time limit covers the files, not the typing.
        let passedSettings = try passed.map { option throws(Failure) in
            try option.withHeaders(inputs)
        }
        let files = try netrc(inputs) + cookies(line, inputs)
        let asking = ContinuousClock.now
        options.curlSettings = try withPasswords(passedSettings, inputs) + files
        // The time spent typing passwords does not count.
        options.limits.began = limits.began.map { $0 + (ContinuousClock.now - asking) }
        options.trust(inputs.environment)
        // As in curl, they are for the certificate of an https proxy as well.
        for setting in options.curlSettings {
            switch setting.option {
            case .caPath: options.curlSettings.append(CURLSetting(.proxyCAPath, setting.value))
            case .revocationList:
                options.curlSettings.append(CURLSetting(.proxyRevocationList, setting.value))
            default: break
            }
        }
        return options
    }

    /// The URL, with the name of the file of `-T` where it has none.
    var urlWithName: ByteString {
        let url = url ?? ""
        if isTus { return url }
        return url.named(after: data.file)
    }

    /// The data of `--url-query`, as curl appends it.
    func urlQuery(
        until limit: TimeLimit?, refusesPipes: Bool = false
    ) throws(Failure) -> [[UInt8]] {
        try request.query.map { data throws(Failure) in
            switch data.content {
            case .bytes(let bytes): bytes
            case .file(let prefix, let file, _):
                prefix
                    + PercentEncoding.curlQuery.escaping(
                        try file.read(until: limit, refusesPipes: refusesPipes))
            }
        }
    }

    private func cookies(
        _ line: OperationLine, _ inputs: Inputs
    ) throws(Failure) -> [CURLSetting] {
        let data = request.cookies.filter { $0.cookieFile == nil }
        let files = try request.cookies.compactMap(\.cookieFile).map { path throws(Failure) in
            let file = InputFile(path: path, option: line.name(of: "cookie"))
            return CURLSetting(.cookieFile, .string(try inputs.copy(of: file)))
        }
        guard !data.isEmpty else { return files }
        return [CURLSetting(.cookie, .string(data.joinedCookies))] + files
    }

    private func netrc(_ inputs: Inputs) throws(Failure) -> [CURLSetting] {
        guard request.usesNetrc else { return [] }
        // CURL_NETRC_OPTIONAL, CURL_NETRC_REQUIRED
        let setting = CURLSetting(.netrc, .number(request.netrcIsOptional ? 1 : 2))
        let usual = inputs.environment["NETRC"].map { InputFile(path: $0, option: "--netrc-file") }
        guard let file = request.netrcFile ?? usual else { return [setting] }
        let copy = try inputs.copy(of: file, takesStandardInput: false)
        return [setting, CURLSetting(.netrcFile, .string(copy))]
    }
}

extension [ByteString] {
    /// The cookies of several `-b` as one value of `Cookie` (RFC 6265 §4.2.1).
    var joinedCookies: ByteString {
        ByteString(bytes: map(\.bytes).joined(separator: [UInt8]("; ".utf8)))
    }
}

extension PassedOption {
    /// The setting, with the headers of a file in place of `@file` (`--proxy-header`).
    fileprivate func withHeaders(_ inputs: Inputs) throws(Failure) -> CURLSetting {
        guard setting.option == .proxyHeader, case .lines(let lines) = setting.value,
            let line = lines.first, line.bytes.first == UInt8(ascii: "@")
        else { return setting }
        let file = InputFile(path: ByteString(bytes: line.bytes.dropFirst()), option: name)
        let headers = try inputs.fields(of: [.file(file)])
        return CURLSetting(.proxyHeader, .lines(headers.map(\.line)))
    }
}

extension UploadOptions {
    /// Trusts the CA certificates of curl's environment variables, unless options choose.
    fileprivate mutating func trust(_ environment: [String: ByteString]) {
        let options: [CURLSetting.Option] = [.caInfo, .caPath]
        guard verifiesCertificates, options.allSatisfy({ string($0) == nil }) else { return }
        let variable = { (name: String) in environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        let bundle = variable("CURL_CA_BUNDLE")
        certificateAuthorities = (bundle ?? variable("SSL_CERT_FILE")).map { .file($0) }
        if bundle == nil, let directory = variable("SSL_CERT_DIR") {
            curlSettings.append(CURLSetting(.caPath, .string(directory)))
        }
    }
}

extension ByteString {
    /// The URL with the name of the file of `-T` where it has none; standard input has no name.
    func named(after file: InputFile?) -> ByteString {
        guard let file, !file.isStandardInput else { return self }
        return appendingName(of: file.path)
    }

    /// With the name of a file at the end of the path, where the path has none (`-T`): `.` and `..` are
    /// directories.
    func appendingName(of file: ByteString) -> ByteString {
        let end =
            bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
            ?? bytes.endIndex
        let path = ByteString(bytes: bytes[authority.upperBound..<end])
        guard ["", ".", ".."].contains(path.lastPathComponent) else { return self }
        var named = ByteString(bytes: bytes[..<end])
        if path.last != UInt8(ascii: "/") { named.append(UInt8(ascii: "/")) }
        named += PercentEncoding.curlPath.escaping(file.lastPathComponent)
        named += bytes[end...]
        return named
    }

    /// Returns the URL with `parts` added to its query, before a fragment, as curl adds them; nothing
    /// makes no query. A `#` in them is escaped, since it would begin a fragment.
    func appendingQuery(_ parts: [[UInt8]]) -> ByteString {
        guard !parts.isEmpty else { return self }
        let mark = UInt8(ascii: "?")
        let separator = UInt8(ascii: "&")
        let added = Array(parts.joined(separator: [separator]))
        let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        var url = Array(bytes[..<end])
        if let start = url.firstIndex(of: mark) {
            let query = url[(start + 1)...]
            if !query.isEmpty, query.last != separator { url.append(separator) }
        } else if !added.isEmpty {
            url.append(mark)
        }
        for byte in added {
            if byte == UInt8(ascii: "#") { url += "%23".utf8 } else { url.append(byte) }
        }
        return ByteString(bytes: url + bytes[end...])
    }
}

extension Settings {
    /// Throws for a missing file of logins; returns warnings of missing files of cookies. libcurl ignores
    /// both silently.
    func checkInputs(_ line: OperationLine) throws(Failure) -> [String] {
        if let file = request.netrcFile, !request.netrcIsOptional,
            let number = unreadable(file.path)
        {
            throw file.unreadable(number)
        }
        return request.cookies.compactMap(\.cookieFile).compactMap { path in
            // A jar that is written at the end need not exist at the start.
            let isJar = passed.contains { $0.setting == CURLSetting(.cookieJar, .string(path)) }
            guard !path.bytes.isEmpty, path != "-", !isJar, let number = unreadable(path) else {
                return nil
            }
            return
                "\(line.name(of: "cookie")): no cookie is sent from the file \(Messages.path(path)): "
                + "\(Messages.reason(number)) (a cookie is written name=value)"
        }
    }

    /// Throws for a URL that cannot be used, before any input is read.
    func checkURL(_ line: OperationLine) throws(Failure) {
        let url = url ?? ""
        if let text = Messages.misreadURL(url) { throw Failure(ExitStatus.malformedURL, text) }
        try Route(url: url, line: line).refusing { () throws(UploadFault) in
            var options = UploadOptions()
            options.curlSettings = passed.map(\.setting)
            let body = hasBody && !data.isQuery ? EncodedBody(bytes: "") : nil
            let request = UploadRequest(url: url, method: self.request.method, body: body)
            try request.checkURL(options)
            try request.checkFragment()
        }
    }

    /// A method that is typed makes sense without a body, unless sending one is what it is for.
    var needsNoBody: Bool {
        guard let method = request.method?.description.uppercased() else { return false }
        return !["POST", "PUT", "PATCH"].contains(method)
    }

    private func unreadable(_ path: ByteString) -> Int32? {
        do throws(BodyFault) {
            try path.checkReadable()
            return nil
        } catch {
            guard case .cannotRead(_, let number) = error else { return nil }
            return number
        }
    }
}

extension OperationLine {
    func readsNoPipes(_ preview: RunSettings.Preview) -> Bool { preview.isDryRun || lacksCaptures }

    /// Throws if showing the request needs standard input.
    func checkNoInput() throws(Failure) {
        guard let use = standardInput, let row = use.spec,
            ["header", "url-query"].contains(row.long) || row.curl.isData && settings.data.isQuery
        else { return }
        let reader = Messages.reader(use)
        throw .usage("--dry-run reads no standard input, but \(reader) would: name a file instead")
    }

    /// Throws if a file of headers or of a query can be read only once: it is read again with captured values.
    func checkReadOnce() throws(Failure) {
        guard lacksCaptures else { return }
        var files = FormBuilder(settings.form, standardInput).headerFiles
        for use in uses {
            guard let spec = use.spec, ["header", "url-query", "proxy-header"].contains(spec.long),
                let path = spec.meaning.input(of: use.value)
            else { continue }
            files.append((use.option, path))
        }
        for (option, path) in files where path == "-" || path.isFIFO {
            throw .usage(
                "\(option) \(Messages.shown(path)) can be read only once, and is read before and after "
                    + "--capture: save it in a file first")
        }
    }

    /// The option that is still to read standard input: what is read in the place of an option, and the list of
    /// `--each`, is read before.
    var laterStandardInput: OptionUse? {
        guard let use = standardInput, let row = OptionTable.row(of: use.option) else { return nil }
        if case .input = row.effect { return nil }
        return row.meaning == .each ? nil : use
    }

    /// Warnings of values that may not be meant; `captured` are the variables of `--capture`.
    func warnings(_ captured: Set<String>) -> [String] {
        let unexpanded = unexpandedVariable(captured).map { [$0] } ?? []
        let doubts = uses.compactMap(\.doubt)
        // Without values after the expansion of variables, as with an empty secret of a CI job, they are removed
        // as in curl.
        let emptied = uses.compactMap { use -> String? in
            guard use.template == nil, use.spec?.long == "header",
                use.isExpanding || use.value.last?.isBlank == true,
                let field = try? HeaderField(line: use), field.value == .removed
            else { return nil }
            return "\(use.option): \(Messages.quoted(field.name)) has no value and is not sent"
        }
        return unexpanded + doubts + emptied
    }

    /// A warning of the first option with a variable of a request that stays as it is.
    private func unexpandedVariable(_ captured: Set<String>) -> String? {
        let names = captured.union(settings.eachFields.isEmpty ? [] : Variables.ofRequests)
        guard !names.isEmpty || !variables.isEmpty else { return nil }
        // Most values have no brace, and searching for one byte is fast.
        for use in uses where use.template == nil && use.value.bytes.contains(UInt8(ascii: "{")) {
            guard !use.isExpanding, let row = use.spec,
                case .required = row.argument,
                let found = use.value.description.firstMatch(
                    of: /\{\{([A-Za-z0-9_]+)(:[a-z0-9:]*)?\}\}/),
                case let name = String(found.1), names.contains(name) || variables.contains(name)
            else { continue }
            return "\(use.option): \(found.0) is sent as it is: --expand-\(row.long) replaces it"
        }
        return nil
    }
}
