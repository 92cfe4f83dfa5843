import FormEncoding
import FormUpload

/// Options whose values have variables: `--expand-x`.
extension OperationLine {
    /// The use with its value expanded, or with the template that waits for the variables of a request.
    mutating func expanded(
        _ use: OptionUse, _ spec: OptionSpec, _ names: CredentialNames
    ) throws(Failure) -> OptionUse {
        var use = use
        let expansion = try failing(of: use.option) { () throws(Failure) in
            let expansion = try variables.expand(
                Template(use.value), until: settings.limits.timeLimit)
            try refuseEmptySecret(in: expansion, of: spec, names)
            return expansion
        }
        if let text = expansion.template.text {
            use.typed = spec.secrecy == .open ? nil : use.value
            use.argument = text
        } else {
            use.template = expansion.template
        }
        return use
    }

    /// Keeps a use until the variables of a request are known.
    mutating func postpone(
        _ use: OptionUse, _ spec: OptionSpec, _ environment: [String: ByteString]
    ) throws(Failure) {
        guard spec.meaning == .variable else { return keepWaiting(use) }
        // Use a placeholder so that the name can be parsed.
        let start = (use.template?.literalStart ?? []) + [UInt8(ascii: "x")]
        var known = use
        (known.template, known.argument) = (nil, ByteString(bytes: start))
        guard let argument = try? VariableArgument(known), argument.content != nil else {
            throw use.failure(
                "the name of a variable cannot come from a variable of --each or --capture")
        }
        if argument.isImported, environment[argument.name] != nil {
            uses.append(known)
            return try define(argument, environment: environment, until: nil)
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

    mutating func define(
        _ argument: VariableArgument, environment: [String: ByteString], until limit: TimeLimit?
    ) throws(Failure) {
        var argument = argument
        let imported = argument.isImported ? environment[argument.name] : nil
        if let imported { argument.content = .text(imported.bytes) }
        if let file = argument.inputFile {
            if file.isStandardInput {
                try claimStandardInput(
                    OptionUse(option: file.option, argument: ByteString("\(argument.name)@-")))
            } else {
                variables.files.append(
                    FileUse(option: file.option, path: file.path, kind: .read))
            }
        }
        let value = try failing(of: argument.option) { [argument] () throws(Failure) in
            try Variable(argument, until: limit)
        }
        variables.set(argument.name, value)
        if let text = value.text {
            variables.seen.append(
                VariableValue(
                    name: argument.name, text: text,
                    isImported: imported != nil || argument.inputFile != nil))
        }
    }

    /// Sends the token of an environment's variable as if it had been given to `--oauth2-bearer`.
    mutating func add(token: ByteString, of use: OptionUse) throws(Failure) {
        let name = use.value.description
        variables.seen.append(VariableValue(name: name, text: token.bytes, isImported: true))
        let remedy =
            token.breaksOnlyAtEnd
            ? ": --variable %\(name) --expand-oauth2-bearer '{{\(name):trim}}' leaves out a line end "
                + "after the text" : ""
        guard !token.contains(where: \.endsHeaderLine) else {
            throw use.failure(
                "'[masked]' contains a CR, LF or NUL, which no header may contain\(remedy)")
        }
        let bearer = OptionUse(
            option: "--oauth2-bearer", row: OptionTable.index(long: "oauth2-bearer"),
            argument: token, place: use.place)
        try apply(bearer)
        uses.append(bearer)
    }

    var waitingURLs: Int { uses.count { $0.template != nil && $0.spec?.meaning == .url } }

    var awaitedCaptures: [String] {
        uses.compactMap(\.template).flatMap(\.references).filter(\.isCaptured).map(\.name)
    }

    /// Throws if a variable without text is a secret, or stands in the place of one: a system of continuous
    /// integration exports a secret that is not set as an empty variable.
    private func refuseEmptySecret(
        in expansion: Variables.Expansion, of spec: OptionSpec, _ names: CredentialNames
    ) throws(Failure) {
        guard !expansion.empty.isEmpty else { return }
        let filled = ByteString(bytes: expansion.filled)
        let secrets = spec.secrets(in: filled, names, inProcessList: true)
        let secretNames = variables.secrets(names).map(\.name)
        let secret = expansion.empty.first { place, name in
            secretNames.contains(name) || secrets.contains { $0.range.contains(place) }
        }
        guard let name = secret?.name else { return }
        throw .usage(
            "the variable \(Messages.quoted(name)) is empty, and an empty credential is not sent: set it to "
                + "the secret")
    }
}
