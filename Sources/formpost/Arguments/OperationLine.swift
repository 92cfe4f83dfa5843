import FormEncoding
import FormUpload

/// One operation of a command line, which `--next` ends: its options, and the settings that they make.
struct OperationLine: Sendable {
    /// Every option and URL in order, also those of files; with the values of variables, unless they wait.
    private(set) var uses: [OptionUse] = []
    var settings = Settings()
    /// The variables that are set so far.
    private(set) var variables = Variables()
    /// Whether a value waits for the variables of a request.
    private(set) var waits = false
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

    /// Adds an option or a URL that has been applied. Standard input has one reader.
    mutating func append(_ use: OptionUse) throws(UsageError) {
        uses.append(use)
        if use.readsStandardInput { try claimStandardInput(use) }
    }

    /// Adds a URL. One of the command line replaces those of configuration files.
    mutating func add(url use: OptionUse) {
        settings.written.add(use.value, isConfigured: use.place != nil)
        uses.append(use)
    }

    /// Applies the effect of an option on this operation.
    mutating func apply(
        _ use: OptionUse, _ effect: (inout Settings, OptionUse) throws(UsageError) -> Void
    ) throws(UsageError) {
        try effect(&settings, use)
        for index in settings.passed.indices.reversed() {
            guard settings.passed[index].name.isEmpty else { break }
            settings.passed[index].name = use.option
        }
    }

    private mutating func claimStandardInput(_ claim: OptionUse) throws(UsageError) {
        if let first = standardInput { throw .standardInputTwice(first, claim) }
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

    /// Whether its value is `-` for standard input.
    fileprivate var readsStandardInput: Bool {
        guard template == nil, let meaning = spec?.meaning, meaning.takesStandardInput else {
            return false
        }
        return meaning.input(of: value) == "-"
    }
}

/// Options whose values have variables: `--expand-x`.
extension OperationLine {
    /// The use with its value expanded, or with the template that waits for the variables of a request.
    mutating func expanded(
        _ use: OptionUse, _ spec: OptionSpec, _ secrets: RunSettings.Secrets
    ) throws(UsageError) -> OptionUse {
        var use = use
        do throws(VariableProblem) {
            let typed: Template
            do throws(Template.Problem) { typed = try Template(use.value) } catch {
                throw VariableProblem.syntax(error)
            }
            let template = try variables.expand(typed, until: settings.limits.timeLimit)
            if variables.hadEmptyValue { try checkSecrets(spec, typed, secrets) }
            if let text = template.text {
                use.argument = text
            } else {
                use.template = template
            }
        } catch {
            throw .variable(option: use.option, error)
        }
        return use
    }

    /// Keeps a use until the variables of a request are known.
    mutating func postpone(
        _ use: OptionUse, _ spec: OptionSpec, _ environment: [String: ByteString]
    ) throws(UsageError) {
        guard spec.meaning == .variable else { return keepWaiting(use) }
        // Use a placeholder so that the name can be parsed.
        let start = (use.template?.literalStart ?? []) + [UInt8(ascii: "x")]
        var known = use
        (known.template, known.argument) = (nil, ByteString(bytes: start))
        guard let argument = try? VariableArgument(known), argument.content != nil else {
            throw .variable(option: use.option, .unnamed)
        }
        if argument.isImported, environment[argument.name] != nil {
            uses.append(known)
            return try define(
                argument, environment: environment, standardInput: -1, until: nil)
        }
        keepWaiting(use)
        let references = use.template?.references ?? []
        variables.wait(
            for: argument.name, references.reduce(into: []) { $0.formUnion($1.waitsFor) })
    }

    private mutating func keepWaiting(_ use: OptionUse) {
        waits = true
        uses.append(use)
    }

    /// Sets a variable.
    mutating func define(
        _ argument: VariableArgument, environment: [String: ByteString], standardInput: Int32,
        until limit: TimeLimit?
    ) throws(UsageError) {
        let isFromEnvironment = argument.isImported && environment[argument.name] != nil
        if let file = argument.inputFile, !isFromEnvironment {
            if file.isStandardInput {
                try claimStandardInput(
                    OptionUse(option: file.option, argument: ByteString("\(argument.name)@-")))
            } else {
                variables.record(FileUse(option: file.option, path: file.path, kind: .read))
            }
        }
        do throws(VariableProblem) {
            let value = try Variable(
                argument, environment: environment, standardInput: standardInput, until: limit)
            variables.set(argument.name, value)
            if let text = value.knownText {
                variables.record(
                    VariableValue(
                        name: argument.name, text: text,
                        isImported: isFromEnvironment || argument.inputFile != nil))
            }
        } catch {
            throw .variable(option: argument.option, error)
        }
    }

    /// Sends the token of an environment's variable as if it had been given to `--oauth2-bearer`.
    mutating func add(token: ByteString, of use: OptionUse) throws(UsageError) {
        let name = use.value.description
        variables.record(VariableValue(name: name, text: token.bytes, isImported: true))
        guard let row = OptionTable.index(long: "oauth2-bearer"),
            case .operation(let effect) = OptionTable.all[row].effect
        else { return }
        let bearer = OptionUse(
            option: "--oauth2-bearer", row: row, argument: token, place: use.place)
        do throws(UsageError) { try apply(bearer, effect) } catch {
            guard case .badValue(_, _, let problem) = error else { throw error }
            throw .badValue(
                option: use.option, value: "[masked]",
                problem: problem.withoutText(of: token, from: name))
        }
        uses.append(bearer)
    }

    /// How many URLs wait for the variables of a request.
    var waitingURLs: Int { uses.count { $0.template != nil && $0.spec?.meaning == .url } }

    /// The variables of `--capture` that options wait for.
    var awaitedCaptures: [String] {
        uses.compactMap(\.template).flatMap(\.references).filter(\.isCaptured).map(\.name)
    }
}

/// The settings of one request among many.
extension OperationLine {
    /// The line with the variables of a request: every option applied in its order, and those that waited
    /// with their values. Reads no configuration file and no variable again. `captured` are the values of
    /// `--capture`; `nil`: they are to come, and `{{name}}` stands for them. `looked` is the line without them, if it is
    /// known.
    func resolved(
        with request: RequestVariables?, _ captured: [String: ByteString]? = nil,
        looked: OperationLine? = nil
    ) throws(UsageError) -> OperationLine {
        guard waits else { return self }
        var line = OperationLine(began: settings.limits.began)
        line.variables = Variables(request, captured ?? [:], of: variables)
        line.standardInput = standardInput
        line.lacksCaptures = captured == nil && !awaitedCaptures.isEmpty
        var looked = looked
        if captured == nil || awaitedCaptures.isEmpty {
            looked = nil
        } else if looked == nil {
            looked = try resolved(with: request)
        }
        for (index, use) in uses.enumerated() {
            do throws(UsageError) { try line.reapply(use, looked?.uses[index]) } catch {
                throw use.place.map { error.at($0) } ?? error
            }
        }
        line.settings.form.fields =
            settings.form.fields.filter(\.isPair) + line.settings.form.fields
        line.settings.written.presigned = settings.written.presigned
        for file in variables.files { line.variables.record(file) }
        if let (first, second) = line.bodyOptions { throw .severalBodies(first, second) }
        guard !line.settings.urls.isEmpty else { throw .noURL }
        return line
    }

    /// Throws if a file whose digest or length was expanded has changed since. Call it when the files to send
    /// have been measured.
    func checkHashedFiles() throws(Failure) {
        for file in variables.hashed {
            do throws(VariableProblem) { try file.check() } catch {
                throw Failure(error.exitStatus, Messages.text(error))
            }
        }
    }

    /// Applies a use again. `looked` is the use without captured values.
    private mutating func reapply(
        _ use: OptionUse, _ looked: OptionUse?
    ) throws(UsageError) {
        guard !use.isWord, let spec = use.spec else { return add(url: use) }
        guard let template = use.template else {
            switch spec.effect {
            case .operation(let effect): try apply(use, effect)
            case .input(.urls) where use.fileAfterAt == nil: return add(url: use)
            // The others were read, or are not this operation's.
            case .input, .run, .action, .next: break
            }
            return uses.append(use)
        }
        var expanded = use
        expanded.template = nil
        do throws(VariableProblem) {
            expanded.argument =
                try variables.expand(template, until: settings.limits.timeLimit).text
        } catch {
            throw .variable(option: use.option, error)
        }
        let captured = template.references.first(where: \.isCaptured)?.name
        if let captured {
            try check(&expanded, looked, captured, after: ByteString(bytes: template.literalStart))
        }
        switch spec.effect {
        case .operation(let effect):
            try spec.hiding(
                use.value, in: expanded, isSecret: captured != nil && looked != nil
            ) { () throws(UsageError) in try apply(expanded, effect) }
            try append(expanded)
        case .input(.urls) where expanded.fileAfterAt == nil: add(url: expanded)
        case .input(.variable):
            uses.append(expanded)
            try define(
                VariableArgument(expanded), environment: [:], standardInput: -1,
                until: settings.limits.timeLimit)
        case .input, .run, .action, .next:
            throw .variable(option: use.option, .cannotWait(use.option))
        }
    }

    /// Checks a value with captured text, or with `{{name}}` in its place. `start` is what the user wrote before it.
    private func check(
        _ use: inout OptionUse, _ looked: OptionUse?, _ name: String, after start: ByteString
    ) throws(UsageError) {
        guard let looked else {
            try use.checkPlace(ofCaptured: name)
            // A URL that can be checked, in the place of one whose host a response will name (RFC 2606).
            if use.spec?.meaning == .url, use.value.authority.upperBound > start.count {
                use.argument = ByteString("https://\(name).invalid/")
            }
            return
        }
        try use.checkText(ofCaptured: name, in: looked)
        // A host that the user wrote stays: headers are meant for it.
        if use.spec?.meaning == .url, !start.authority.isEmpty,
            use.value.authority != start.authority
        {
            throw .variable(option: use.option, .isSyntax(name))
        }
    }
}

/// Secrets without a text: a system of continuous integration exports one that is not set as an empty
/// variable.
extension OperationLine {
    /// Throws if a variable without text is a secret, or stands in the place of one.
    private func checkSecrets(
        _ spec: OptionSpec, _ template: Template, _ named: RunSettings.Secrets
    ) throws(VariableProblem) {
        var trial = variables
        var texts: [(text: [UInt8], emptyName: String?)] = []
        for piece in template.pieces {
            guard case .reference(let reference) = piece else {
                if case .text(let text) = piece { texts.append((text, nil)) }
                continue
            }
            var one = Template()
            one.append(piece)
            // A variable that is still to come stands for itself.
            let known = try trial.expand(one, until: settings.limits.timeLimit).text?.bytes
            let text = known ?? Array(reference.spelling.utf8)
            texts.append((text, variables.isEmpty(reference, text) ? reference.name : nil))
        }
        // The secrets as they would be with a letter for each empty variable.
        let filled = texts.flatMap { $0.emptyName == nil ? $0.text : [UInt8(ascii: "x")] }
        let secrets = spec.secrets(
            in: ByteString(bytes: filled), named.names, inProcessList: true)
        var place = 0
        for (text, emptyName) in texts {
            defer { place += emptyName == nil ? text.count : 1 }
            guard let emptyName else { continue }
            let isSecret = variables.seen.contains {
                $0.name == emptyName && $0.isSecret(Set(named.variables.map(\.description)))
            }
            if isSecret || secrets.contains(where: { $0.range.contains(place) }) {
                throw .empty(emptyName)
            }
        }
    }
}

extension OptionSpec {
    /// Applies a use. `typed` is its value before it was expanded: errors show that if the value may be a
    /// secret.
    func hiding(
        _ typed: ByteString, in use: OptionUse, isSecret: Bool = false,
        _ apply: () throws(UsageError) -> Void
    ) throws(UsageError) {
        do throws(UsageError) { try apply() } catch {
            guard isSecret || secrecy != .open, case .badValue(let option, _, let problem) = error
            else { throw error }
            let variable = (try? Template(typed))?.references.last?.name
            throw .badValue(
                option: option, value: typed,
                problem: problem.withoutText(of: use.value, from: variable))
        }
    }
}

extension ValueProblem {
    /// Braces in place of a part of `value`, which ends with the text of `variable`.
    fileprivate func withoutText(of value: ByteString, from variable: String?) -> ValueProblem {
        switch self {
        case .lineBreak:
            value.breaksOnlyAtEnd
                ? variable.map { .lineBreakOf(variable: $0) } ?? self : self
        case .headerName(let name) where !name.isEmpty: .headerName("{{}}")
        case .notStatus: .notStatus("{{}}")
        default: self
        }
    }
}

extension ByteString {
    /// Whether a CR or LF at the end is all that a header may not contain.
    fileprivate var breaksOnlyAtEnd: Bool {
        let end = bytes.lastIndex { $0 != 0x0D && $0 != 0x0A } ?? bytes.startIndex
        return !bytes.prefix(through: end).contains(where: \.endsHeaderLine)
    }
}
