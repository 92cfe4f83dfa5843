import FormEncoding
import FormUpload

extension HeaderArgument {
    /// The field for the transport; `nil` for a file, which has not been read.
    fileprivate var field: HeaderField? {
        switch self {
        case .add(let name, let blanks, let value):
            HeaderField(name: name, blanks: blanks, text: value)
        case .addEmpty(let name): HeaderField(name: name, value: .empty)
        case .remove(let name): HeaderField(name: name, value: .removed)
        case .file: nil
        }
    }
}

extension Settings {
    /// The fields of `-H`, those from files included.
    func headerFields(standardInput: Int32) throws(Failure) -> [HeaderField] {
        try failing { () throws(UsageError) in
            try HeaderArgument.resolved(
                request.headers, standardInput: standardInput, until: limits.timeLimit
            ).compactMap(\.field)
        }
    }

    /// Throws for a missing file of logins; returns warnings of missing files of cookies. libcurl ignores
    /// both silently.
    func checkInputs() throws(Failure) -> [String] {
        if let file = request.netrcFile, request.netrc != .optional,
            let number = unreadable(file.path)
        {
            throw UsageError.unreadableFile(file, errno: number).failure
        }
        return request.cookies.compactMap(\.file).compactMap { path in
            // A jar that is written at the end need not exist at the start.
            let isJar = passed.contains { $0.setting == CURLSetting(.cookieJar, .string(path)) }
            guard !path.bytes.isEmpty, path != "-", !isJar, let number = unreadable(path) else {
                return nil
            }
            return Messages.noCookies(path, of: name(of: "cookie"), number)
        }
    }

    /// Throws for a URL that cannot be used, before any input is read.
    func checkURL() throws(Failure) {
        let url = url ?? ""
        if let text = Messages.misreadURL(url) { throw Failure(ExitStatus.malformedURL, text) }
        do throws(UploadError) {
            var options = UploadOptions()
            options.curlSettings = passed.map(\.setting)
            try UploadRequest(url: url, body: nil).checkURL(options)
        } catch {
            throw Failure(error.exitStatus, Messages.refusal(error, url: url, route()))
        }
    }

    /// The option that is still to read standard input; the list of `--each` is read before.
    var laterStandardInput: OptionUse? {
        guard let use = standardInput, let row = OptionTable.row(of: use.option),
            !["config", "form-fields", "url"].contains(row.long),
            row.meaning != .variable, row.meaning != .each
        else { return nil }
        return use
    }

    /// True also in a dry run, which does not read pipes and so does not know their lengths.
    var sendsChunks: Bool { isChunked || data.file != nil || !readsNoPipes }

    /// A method that is typed makes sense without a body, unless sending one is what it is for.
    var needsNoBody: Bool {
        guard let method = request.method?.description.uppercased() else { return false }
        return !["POST", "PUT", "PATCH"].contains(method)
    }

    private func unreadable(_ path: ByteString) -> Int32? {
        do throws(BodyError) {
            try path.checkReadable()
            return nil
        } catch {
            guard case .cannotRead(_, let number) = error else { return nil }
            return number
        }
    }

    /// Throws if showing the request needs standard input.
    func checkNoInput() throws(Failure) {
        guard let claim = standardInput else { return }
        let files = request.headers.compactMap(\.file) + request.query.compactMap(\.file)
        if files.contains(where: \.isStandardInput) {
            throw Failure(ExitStatus.usage, Messages.dryRunWithoutInput(claim))
        }
    }
}
