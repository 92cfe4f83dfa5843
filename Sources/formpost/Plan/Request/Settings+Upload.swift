import FormEncoding
import FormUpload

/// Translates settings to options of the transport.
extension Settings {
    /// `pipes`: `nil` for a preview, which reads none.
    func uploadOptions(
        _ line: OperationLine, _ run: RunSettings, _ environment: [String: ByteString],
        standardInput: Int32, pipes: PipeCopies?
    ) throws(Failure) -> UploadOptions {
        var options = UploadOptions()
        options.userAgent = request.userAgent ?? ByteString("formpost/" + Version.number)
        options.redirects = redirects
        for setting in passed.map(\.setting) {
            if let schemes = setting.allowedSchemes {
                options.redirects.schemes.formIntersection(schemes)
            }
        }
        options.redirects.credentials = run.secrets.names.headers
        options.redirects.setsReferer = request.refererIsAutomatic
        options.redirects.keepsDotSegments = passed.contains {
            $0.setting == CURLSetting(.pathAsIs, .number(1))
        }
        options.retry = retry
        options.limits = limits
        options.verifiesCertificates = !tls.isInsecure
        options.reportsWire = run.display.tracing != nil
        // Files are read before passwords are typed: the time limit covers the files, not the typing.
        let passedSettings = try passedSettings(standardInput)
        let files = try (netrc(environment) + cookies).map { setting throws(Failure) in
            try copyingPipe(of: setting, line, standardInput, to: pipes)
        }
        // As in curl, the server's password is asked for before the proxy's.
        let asking = ContinuousClock.now
        let login = try login(line, run.preview)
        options.curlSettings = try withPasswords(passedSettings, run.preview) + login + files
        // The time spent typing passwords does not count.
        options.limits.began = limits.began.map { $0 + (ContinuousClock.now - asking) }
        options.trust(tls, environment, passed)
        return options
    }

    /// The URL, with the name of the file of `-T` where it has none.
    var urlWithName: ByteString {
        let url = url ?? ""
        guard let file = data.file, !file.isStandardInput, !isTus else { return url }
        return url.appendingName(of: file.path)
    }

    /// The data of `--url-query`, as curl appends it.
    func urlQuery(standardInput: Int32, until limit: TimeLimit?) throws(Failure) -> [[UInt8]] {
        var query: [[UInt8]] = []
        for data in request.query {
            switch data {
            case .literal(let bytes):
                query.append(bytes)
            case .text(let name, let content):
                query.append(URLEncodedData.encoded(name: name, content: content, .curlQuery))
            case .file(let name, let file):
                let content = try failing { () throws(UsageError) in
                    try SmallFile.read(file, standardInput: standardInput, until: limit)
                }
                query.append(URLEncodedData.encoded(name: name, content: content, .curlQuery))
            }
        }
        return query
    }

    private var cookies: [CURLSetting] {
        let data = request.cookies.compactMap(\.data)
        let joined = data.map(\.bytes).joined(separator: [UInt8(ascii: ";")])
        return (data.isEmpty ? [] : [CURLSetting(.cookie, .string(ByteString(bytes: joined)))])
            + request.cookies.compactMap(\.file).map { CURLSetting(.cookieFile, .string($0)) }
    }

    /// The options that are passed to libcurl, with the headers of files in place.
    private func passedSettings(_ standardInput: Int32) throws(Failure) -> [CURLSetting] {
        var settings = passed.map(\.setting)
        for index in settings.indices where settings[index].option == .proxyHeader {
            settings[index] = try proxyHeader(passed[index], standardInput)
        }
        return settings
    }

    /// `--proxy-header`, with the headers of a file in place of `@file`.
    private func proxyHeader(
        _ option: PassedOption, _ standardInput: Int32
    ) throws(Failure) -> CURLSetting {
        guard case .lines(let lines) = option.setting.value, let line = lines.first,
            line.bytes.first == UInt8(ascii: "@")
        else { return option.setting }
        let file = InputFile(path: ByteString(bytes: line.bytes.dropFirst()), option: option.name)
        let headers = try failing { () throws(UsageError) in
            try HeaderArgument.resolved(
                [.file(file)], standardInput: standardInput, until: limits.timeLimit)
        }
        return CURLSetting(.proxyHeader, .lines(headers.compactMap(\.line)))
    }

    private func netrc(_ environment: [String: ByteString]) -> [CURLSetting] {
        guard request.netrc != .ignored else { return [] }
        let file = request.netrcFile?.path ?? environment["NETRC"]
        return [CURLSetting(.netrc, .number(request.netrc.rawValue))]
            + (file.map { [CURLSetting(.netrcFile, .string($0))] } ?? [])
    }

    /// Replaces a FIFO by its copy: libcurl would read the FIFO without a time limit.
    private func copyingPipe(
        of setting: CURLSetting, _ line: OperationLine, _ standardInput: Int32,
        to pipes: PipeCopies?
    ) throws(Failure) -> CURLSetting {
        guard let pipes, case .string(let path?) = setting.value,
            [.netrcFile, .cookieFile].contains(setting.option)
        else { return setting }
        let isCookieFile = setting.option == .cookieFile
        let file = InputFile(
            path: path, option: line.name(of: isCookieFile ? "cookie" : "netrc-file"))
        let input = isCookieFile ? standardInput : nil
        let copy = try failing { () throws(UsageError) in
            try pipes.path(of: file, standardInput: input, until: limits.timeLimit)
        }
        return CURLSetting(setting.option, .string(copy))
    }
}

extension Settings.Request {
    private static let automatic = Array(";auto".utf8)

    var refererIsAutomatic: Bool { referer?.bytes.suffix(5).elementsEqual(Self.automatic) ?? false }

    /// The `Referer` of the first request; `nil` for none.
    var refererText: ByteString? {
        guard let bytes = referer?.bytes else { return nil }
        let text = refererIsAutomatic ? bytes.dropLast(Self.automatic.count) : bytes[...]
        return text.isEmpty ? nil : ByteString(bytes: text)
    }
}

extension OperationLine {
    /// The option or variable that names the file of CA certificates.
    func authoritiesName(_ environment: [String: ByteString]) -> String {
        if settings.tls.caCertificates != nil { return name(of: "cacert") }
        return environment["CURL_CA_BUNDLE"]?.isEmpty == false ? "CURL_CA_BUNDLE" : "SSL_CERT_FILE"
    }
}

extension UploadOptions {
    /// Sets the CA certificates to trust: from the options, otherwise from curl's environment
    /// variables.
    fileprivate mutating func trust(
        _ tls: Settings.TLS, _ environment: [String: ByteString], _ passed: [PassedOption]
    ) {
        certificateAuthorities = tls.caCertificates
        let hasDirectory = passed.contains { $0.setting.option == .caPath }
        guard tls.caCertificates == nil, !hasDirectory, !tls.isInsecure else { return }
        if let file = environment["CURL_CA_BUNDLE"], !file.isEmpty {
            certificateAuthorities = file
            return
        }
        if let directory = environment["SSL_CERT_DIR"], !directory.isEmpty {
            curlSettings.append(CURLSetting(.caPath, .string(directory)))
        }
        if let file = environment["SSL_CERT_FILE"], !file.isEmpty {
            certificateAuthorities = file
        }
    }
}

extension ByteString {
    /// With the name of a file at the end of the path, where the path has none (`-T`): `.` and `..` are
    /// directories.
    func appendingName(of file: ByteString) -> ByteString {
        let end =
            bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
            ?? bytes.endIndex
        let slash = UInt8(ascii: "/")
        let path = bytes[authority.upperBound..<end]
        let last = path.split(separator: slash, omittingEmptySubsequences: false).last ?? []
        guard ["", ".", ".."].contains(ByteString(bytes: last)) else { return self }
        let name = file.bytes.split(separator: slash, omittingEmptySubsequences: false).last ?? []
        return ByteString(
            bytes: bytes[..<end] + (path.last == slash ? [] : [slash])
                + PercentEncoding.curlPath.escaping(name) + bytes[end...])
    }

    /// Returns the URL with `parts` added to its query, before a fragment; nothing makes no query.
    func appendingQuery(_ parts: [[UInt8]]) -> ByteString {
        let mark = UInt8(ascii: "?")
        let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        var head = Array(bytes[..<end])
        var hasQuery = head.contains(mark)
        for part in parts where hasQuery || !part.isEmpty {
            if !hasQuery {
                head.append(mark)
            } else if head.last != mark {
                head.append(UInt8(ascii: "&"))
            }
            hasQuery = true
            head += part
        }
        return ByteString(bytes: head + bytes[end...])
    }
}
