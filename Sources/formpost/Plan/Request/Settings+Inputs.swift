import FormEncoding
import FormUpload

extension HeaderArgument {
    /// The field for the transport; `nil` for a file, which has not been read.
    var field: HeaderField? {
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
    /// Throws for a missing file of logins; returns warnings of missing files of cookies. libcurl ignores
    /// both silently.
    func checkInputs(_ line: OperationLine) throws(Failure) -> [String] {
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
            return Messages.noCookies(path, of: line.name(of: "cookie"), number)
        }
    }

    /// Throws for a URL that cannot be used, before any input is read.
    func checkURL(_ line: OperationLine) throws(Failure) {
        let url = url ?? ""
        if let text = Messages.misreadURL(url) { throw Failure(ExitStatus.malformedURL, text) }
        try ProxyRoute(line: line).refusing(url) { () throws(UploadError) in
            var options = UploadOptions()
            options.curlSettings = passed.map(\.setting)
            try UploadRequest(url: url, body: nil).checkURL(options)
        }
    }

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
    func checkNoInput(_ line: OperationLine) throws(Failure) {
        guard let claim = line.standardInput else { return }
        let files = request.headers.compactMap(\.file) + request.query.compactMap(\.file)
        if files.contains(where: \.isStandardInput) {
            throw .usage(Messages.dryRunWithoutInput(claim))
        }
    }
}

extension OperationLine {
    /// Whether pipes are left unread.
    func readsNoPipes(_ preview: RunSettings.Preview) -> Bool { preview.isDryRun || lacksCaptures }

    /// Throws if a file of headers or of a query can be read only once: it is read again with captured values.
    func checkReadOnce() throws(Failure) {
        guard lacksCaptures else { return }
        var files = FormBuilder(settings, standardInput).headerFiles
        for use in uses {
            guard let spec = use.spec, ["header", "url-query", "proxy-header"].contains(spec.long),
                let path = spec.meaning.input(of: use.value)
            else { continue }
            files.append((use.option, path))
        }
        for (option, path) in files where path == "-" || path.isFIFO {
            throw .usage(Messages.readTwice("\(option) \(Messages.shown(path))"))
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

    /// The headers whose values are empty after the expansion of variables, as with an empty secret of a
    /// CI job. As in curl they are removed.
    var emptiedHeaders: [(option: String, name: ByteString)] {
        uses.compactMap { use in
            guard use.template == nil, use.option == "--\(OptionTable.expanding)header",
                case .remove(let name)? = try? HeaderArgument.line(use.value)
            else { return nil }
            return (use.option, name)
        }
    }

    /// The first option with a variable of a request that stays as it is, and its `--expand-x`;
    /// `captured` are those of `--capture`.
    func unexpandedVariable(
        _ captured: Set<String>
    ) -> (option: String, text: String, expanding: String)? {
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
            return (use.option, String(found.0), "--expand-" + row.long)
        }
        return nil
    }
}
