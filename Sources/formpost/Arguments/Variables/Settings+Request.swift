import FormEncoding

/// The settings of one request among many.
extension Settings {
    /// The settings with the variables of a request: every use applied in its order, and those that
    /// waited with their values. Reads no configuration file and no variable again.
    func resolved(
        with request: RequestVariables?, _ captured: Captured = .toCome
    ) throws(UsageError) -> Settings {
        guard waitingUse != nil else { return self }
        var settings = Settings()
        settings.limits.began = limits.began
        settings.variables = Variables(request, captured, of: variables)
        settings.isTrial = captured == .toCome && !awaitedCaptures.isEmpty
        for use in uses {
            do throws(UsageError) { try settings.repeat(use) } catch {
                throw use.place.map { error.at($0) } ?? error
            }
        }
        settings.form.fields = form.fields.filter(\.isPair) + settings.form.fields
        settings.presignedURL = presignedURL
        settings.files += variables.files
        settings.standardInput = settings.standardInput ?? standardInput
        if let (first, second) = settings.bodyOptions { throw .severalBodies(first, second) }
        guard !settings.urls.isEmpty else { throw .noURL }
        return settings
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

    private mutating func text(
        of template: Template, for use: OptionUse
    ) throws(UsageError) -> ByteString? {
        do throws(VariableProblem) {
            return try variables.expand(template, until: limits.timeLimit).text
        } catch {
            throw .variable(option: use.option, error)
        }
    }

    /// Checks a value with captured text in it.
    private mutating func check(
        _ template: Template, _ name: String, _ row: OptionSpec, _ use: inout OptionUse
    ) throws(UsageError) {
        var tried = use.value
        if !isTrial { tried = ByteString(bytes: template.literal { Array($0.spelling.utf8) }) }
        let (variables, limit) = (variables, limits.timeLimit)
        try checkCaptured(row, use, name, tried: tried) { text in
            var variables = variables
            guard let template = try? Template(text),
                let filled = try? variables.expand(template, until: limit).text
            else { return text }
            return filled
        }
        guard row.long == "url" else { return }
        let place = ByteString(bytes: template.literalStart).authority
        // A host that the user wrote stays: headers are meant for it.
        if !isTrial, !place.isEmpty, use.value.authority != place {
            throw .variable(option: use.option, .isSyntax(name))
        }
        if isTrial, use.value.authority.upperBound > template.literalStart.count {
            use.argument = .trialURL(for: name)
        }
    }

    private mutating func `repeat`(_ use: OptionUse) throws(UsageError) {
        guard !use.isWord else { return apply(word: use) }
        guard let row = OptionTable.row(of: use.option), case .operation(let effect) = row.effect
        else { return uses.append(use) }
        var expanded = use
        if let template = use.template {
            expanded.template = nil
            expanded.argument = try text(of: template, for: use)
            let captured = template.references.first(where: \.isCaptured)?.name
            if let captured { try check(template, captured, row, &expanded) }
            try apply(
                row, effect, expanded, typed: use.value, isSecret: captured != nil && !isTrial)
        } else {
            try apply(row, effect, expanded)
        }
        // Variables that did not wait have been read, and expanded where they are used.
        let input = pendingInput
        pendingInput = nil
        guard use.template != nil, let input else { return }
        guard case .variable(let definition) = input else {
            throw .variable(option: use.option, .cannotWait(use.option))
        }
        try define(definition, environment: [:], standardInput: -1, until: limits.timeLimit)
    }
}
