import FormEncoding
import FormUpload

/// One operation of a command line, which `--next` ends: its options, and the settings that they make.
struct OperationLine: Sendable {
    /// Every option and URL in order, also those of files; with the values of variables, unless they wait.
    var uses: [OptionUse] = []
    var settings = Settings()
    var variables = Variables()
    /// Whether a value waits for the variables of a request.
    var waits = false
    /// Whether `{{name}}` is in the place of a value that `--capture` is to give.
    private(set) var lacksCaptures = false
    /// The option other than `-F` that reads standard input, also one of an earlier operation.
    private(set) var standardInput: OptionUse?

    /// Its time limit counts from `began`.
    init(began: ContinuousClock.Instant?) { settings.limits.began = began }

    /// The operation after this one, which begins with the options of the default files. It keeps the variables,
    /// but for those that each request sets.
    func next(after defaults: OperationLine?) -> OperationLine {
        var next = defaults ?? OperationLine(began: settings.limits.began)
        next.standardInput = standardInput
        next.variables = variables
        next.variables.removeWaiting()
        for capture in settings.captures {
            next.variables.wait(for: capture.name, [.capture], isCaptured: true)
        }
        return next
    }

    /// Adds an option. Standard input has one reader.
    mutating func append(_ use: OptionUse) throws(Failure) {
        uses.append(use)
        if use.readsStandardInput { try claimStandardInput(use) }
    }

    /// Adds a URL. One of the command line replaces those of configuration files.
    mutating func add(url use: OptionUse) {
        let list = use.place == nil ? \Settings.URLs.given : \.configured
        settings.written[keyPath: list].append(use.value)
        uses.append(use)
    }

    /// Applies an option, unless it is one for all operations or names what is read.
    mutating func apply(_ use: OptionUse) throws(Failure) {
        guard case .operation(let effect)? = use.spec?.effect else { return }
        try effect(&settings, use)
        for index in settings.passed.indices.reversed() {
            guard settings.passed[index].name.isEmpty else { break }
            settings.passed[index].name = use.option
        }
    }

    mutating func claimStandardInput(_ claim: OptionUse) throws(Failure) {
        if let first = standardInput {
            throw .usage(
                Messages.standardInputTwice(Messages.reader(first), Messages.reader(claim)))
        }
        standardInput = claim
    }
}

/// What messages say about the options.
extension OperationLine {
    /// The option with this long name as it was typed the last time.
    func typed(_ long: String) -> String? { uses.last { $0.spec?.long == long }?.option }

    /// The same; its long name if it was not given.
    func name(of long: String) -> String { typed(long) ?? "--" + long }

    /// The files that options other than `-F` name, also `others` for all operations. Of an option for output
    /// the last use counts.
    func files(with others: [OptionUse] = []) -> [FileUse] {
        var files: [(row: Int, file: FileUse)] = []
        for use in [uses, others].joined() {
            guard let row = use.row, let file = use.file else { continue }
            if file.kind.isWritten {
                files.removeAll { $0.row == row || file.kind == .trace && $0.file.kind == .trace }
            }
            files.append((row, file))
        }
        return files.map(\.file) + variables.files
    }
}

extension OptionUse {
    /// The file that the option names; `nil` for standard input, and for a value that waits.
    fileprivate var file: FileUse? {
        guard template == nil, let meaning = spec?.meaning else { return nil }
        switch meaning {
        case .output(let kind): return FileUse(option: option, path: value, kind: kind)
        case .channel: return FileUse(option: option, path: value.pathOfChannel, kind: .written)
        default:
            guard !readsStandardInput, let path = meaning.input(of: value) else { return nil }
            return FileUse(
                option: option, path: path, kind: meaning == .cookies ? .cookies : .read)
        }
    }

    fileprivate var readsStandardInput: Bool {
        guard template == nil, let meaning = spec?.meaning else { return false }
        return switch meaning {
        // `-` is the name of a file there.
        case .input, .publicKey, .certificate: false
        default: meaning.input(of: value) == "-"
        }
    }
}

/// The settings of one request among many.
extension OperationLine {
    /// Returns the line with the variables of a request: every option applied in its order, and those that waited
    /// with their values. Reads no configuration file and no variable again.
    ///
    /// `captured` are the values of `--capture`; `nil`: they are to come, and `{{name}}` stands for them.
    func resolved(
        with request: RequestVariables?, _ captured: [String: ByteString]? = nil
    ) throws(Failure) -> OperationLine {
        guard waits else { return self }
        var line = OperationLine(began: settings.limits.began)
        line.variables = Variables(request, captured ?? [:], of: variables)
        line.standardInput = standardInput
        let awaits = !awaitedCaptures.isEmpty
        line.lacksCaptures = awaits && captured == nil
        let looked = awaits && captured != nil ? try resolved(with: request) : nil
        for (index, use) in uses.enumerated() {
            do throws(Failure) { try line.reapply(use, looked?.uses[index]) } catch {
                throw use.place.map { error.at($0) } ?? error
            }
        }
        line.settings.form.fields =
            settings.form.fields.filter { $0.pairFile != nil } + line.settings.form.fields
        line.settings.written.presigned = settings.written.presigned
        line.variables.files += variables.files
        try line.checkBodies()
        return line
    }

    /// Applies a use again. `looked` is the use without captured values.
    private mutating func reapply(_ use: OptionUse, _ looked: OptionUse?) throws(Failure) {
        if use.isURL { return add(url: use) }
        guard let template = use.template, let spec = use.spec else {
            try apply(use)
            return uses.append(use)
        }
        var expanded = use
        expanded.template = nil
        expanded.argument = try failing(of: use.option) { () throws(Failure) in
            try variables.expand(template, until: settings.limits.timeLimit).template.text
        }
        let captured = template.references.first(where: \.isCaptured)?.name
        if let captured {
            try expanded.check(
                captured: captured, looked, after: ByteString(bytes: template.literalStart))
        }
        switch spec.effect {
        case .operation:
            let mayBeSecret = spec.secrecy != .open || captured != nil && looked != nil
            expanded.typed = mayBeSecret ? use.value : nil
            try apply(expanded)
            try append(expanded)
        case .input(.urls) where expanded.isURL: add(url: expanded)
        case .input(.variable):
            uses.append(expanded)
            try define(
                VariableArgument(expanded), environment: [:], until: settings.limits.timeLimit)
        case .input, .run, .action, .next: throw use.cannotWait
        }
    }
}

/// Values of `--capture`: no server may choose which files of this machine are sent or written, nor the host that
/// the user wrote.
extension OptionUse {
    /// Checks a value with captured text, or with `{{name}}` in its place, where `looked` is `nil`. `start` is
    /// what the user wrote before it.
    fileprivate mutating func check(
        captured name: String, _ looked: OptionUse?, after start: ByteString
    ) throws(Failure) {
        let isURL = spec?.meaning == .url
        guard let looked else {
            let isText = syntax.joined().allSatisfy { $0?.bytes.firstRange(of: "{{".utf8) == nil }
            guard isText, spec?.takesCaptures == true else { throw namesFile(name) }
            // A URL that can be checked, in the place of one whose host a response will name (RFC 2606).
            if isURL, value.authority.upperBound > start.count {
                argument = ByteString("https://\(name).invalid/")
            }
            return
        }
        // A host that the user wrote stays: headers are meant for it.
        let movesHost = isURL && !start.authority.isEmpty && value.authority != start.authority
        guard syntax == looked.syntax, !movesHost else {
            throw Failure(
                late: ExitStatus.badReply,
                "the value that --capture has for \(Messages.quoted(name)) would be more "
                    + "than text here, a file or a parameter: use an option that takes it literally, "
                    + "such as --expand-form-string"
            ).of(option)
        }
    }

    fileprivate func namesFile(_ name: String) -> Failure {
        failure(
            "the variable \(Messages.quoted(name)) of --capture is text that a server chooses, and cannot "
                + "name files or types here")
    }

    fileprivate var cannotWait: Failure {
        failure("\(option) is read before the requests of --each, and cannot use their variables")
    }

    /// The parts of the value that are not text: a file, and of each part of `-F` its files and parameters.
    private var syntax: [[ByteString?]] {
        switch spec?.meaning {
        case nil, .text: return []
        case .output, .directory, .socket, .each: return [[value]]
        case .variable: return [[(try? VariableArgument(self))?.inputFile?.path]]
        case .form:
            let form = Settings.Form(fields: [FormField(.form, self)], isLax: true)
            return FormBuilder(form).items.map { item in
                let (type, encoder) = (item.parameters.type, item.parameters.encoder)
                return [item.path, type?.bytes, encoder?.bytes, "\(item.parameters.count)"]
                    + item.parameters.headerFiles
            }
        case let meaning?: return [[meaning.input(of: value)]]
        }
    }
}

/// Checks that need all options of an operation.
extension OperationLine {
    func check(_ run: RunSettings) throws(Failure) {
        try checkWords()
        try checkBodies()
        try checkWaiting()
        let names = settings.form.fields.compactMap(\.each?.name)
        if let first = names.first, let other = names.first(where: { $0 != first }) {
            throw .usage(
                "--each has the names \(Messages.quoted(first)) and \(Messages.quoted(other)), but a "
                    + "request has one of its files")
        }
        let count = settings.urls.count + waitingURLs
        guard count > 0 else {
            throw swallowedOption ?? swallowedURL ?? cutLine
                ?? .usage("no URL given (try 'formpost --help')")
        }
        try checkURLs(run.secrets.names)
        let surplus =
            settings.data.files.dropFirst(count).first.map { ($0.option, $0.path) }
            ?? settings.output.files.dropFirst(count).first.map { (name(of: "output"), $0) }
        if let (option, file) = surplus {
            throw .usage(
                "\(option) is given twice for one URL: \(Messages.path(file)) is one too many"
                    + (settings.data.files.count > count
                        ? "; --each '@\(Messages.shown(file))' in place of -T sends several files to one URL"
                        : ""))
        }
    }

    fileprivate func checkBodies() throws(Failure) {
        let (form, data) = (settings.form, settings.data)
        let names = [
            form.fields.first?.option,
            data.pieces.first { $0.kind != .json }?.use.option,
            data.pieces.first { $0.kind == .json }?.use.option,
            data.file.map(\.option),
            data.each.first?.option,
            data.isQuery && (!form.fields.isEmpty || data.file != nil) ? name(of: "get") : nil,
        ].compactMap { $0 }
        guard names.count > 1 else { return }
        throw .usage(
            "\(names[0]) and \(names[1]) make bodies of different kinds, and a request has only one: leave "
                + "one of them out")
    }

    /// Throws if a use cannot wait for the variables of `--each` or `--capture`, or waits for those of
    /// `--each`, and there is none.
    private func checkWaiting() throws(Failure) {
        for use in uses {
            guard let references = use.template?.references, let spec = use.spec else { continue }
            let captured = references.first(where: \.isCaptured)?.name
            if spec.isShared {
                guard let captured else { throw use.cannotWait }
                throw use.failure(
                    "this option is for all requests, and --capture sets the variable "
                        + "\(Messages.quoted(captured)) for later ones only")
            }
            if let captured, spec.meaning == .each { throw use.namesFile(captured) }
        }
        guard typed("each") == nil else { return }
        for use in uses {
            let references = use.template?.references ?? []
            if let name = references.first(where: { $0.waitsFor.contains(.each) })?.name {
                throw use.failure(
                    "the variable \(Messages.quoted(name)) is set by --each, but --each is not given"
                )
            }
        }
    }
}

/// Signs of a line that the shell has cut at an unquoted `;` or `&`.
extension OperationLine {
    private var lastTyped: OptionUse? { uses.last { $0.place == nil } }

    var endsWithQuery: Bool {
        guard let last = lastTyped, last.isWord else { return false }
        return last.value.bytes.contains(UInt8(ascii: "?"))
    }

    /// The failure of a line without a URL, if an option that needs none has taken one, which may have a secret.
    fileprivate var swallowedURL: Failure? {
        for use in uses where use.place == nil && !use.isWord && use.spec?.secrecy != .url {
            let value = use.value.description.lowercased()
            guard let scheme = ["http://", "https://"].first(where: value.hasPrefix) else {
                continue
            }
            return .usage("no URL given: \(use.option) took '\(scheme)…'")
        }
        return nil
    }

    /// The failure of a line without a URL that ends with fields or data, which may be a secret.
    fileprivate var cutLine: Failure? {
        guard let last = lastTyped, last.argument != nil, let spec = last.spec,
            [.field, .data].contains(spec.secrecy)
        else { return nil }
        return .usage(
            "no URL given; a ';' or '&' without quotes would end the command")
    }
}
