import FormEncoding
import FormUpload

/// Options whose values have variables: `--expand-x`.
extension Settings {
    /// The use with its value expanded, or with the template that waits for the variables of a
    /// request.
    mutating func expanded(
        _ use: OptionUse, of row: OptionSpec, _ secrets: RunSettings.Secrets
    ) throws(UsageError) -> OptionUse {
        var use = use
        do throws(VariableProblem) {
            let typed: Template
            do throws(Template.Problem) { typed = try Template(use.value) } catch {
                throw VariableProblem.syntax(error)
            }
            let template = try variables.expand(typed, until: limits.timeLimit)
            if variables.hadEmptyValue { try checkSecrets(row, typed, secrets) }
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
        _ row: OptionSpec, _ use: OptionUse, _ environment: [String: ByteString]
    ) throws(UsageError) {
        guard row.meaning == .variable else { return uses.append(use) }
        // A letter stands for what is not known.
        let start = (use.template?.literalStart ?? []) + [UInt8(ascii: "x")]
        let known = OptionUse(
            option: use.option, argument: ByteString(bytes: start), place: use.place)
        guard let argument = try? VariableArgument(known), argument.content != nil else {
            throw .variable(option: use.option, .unnamed)
        }
        if argument.isImported, environment[argument.name] != nil {
            uses.append(known)
            return try define(
                argument, environment: environment, standardInput: -1, until: nil)
        }
        uses.append(use)
        let references = use.template?.references ?? []
        variables.wait(
            for: argument.name, references.reduce(into: []) { $0.formUnion($1.waitsFor) })
    }

    /// Applies one use of an option.
    mutating func apply(
        _ row: OptionSpec, _ effect: (inout Settings, OptionUse) throws(UsageError) -> Void,
        _ use: OptionUse, typed: ByteString? = nil, isSecret: Bool = false
    ) throws(UsageError) {
        optionInUse = use.option
        try row.hiding(typed, in: use, isSecret: isSecret) { () throws(UsageError) in
            try effect(&self, use)
        }
        optionInUse = ""
        uses.append(use)
        try recordFiles(of: row, use, self.typed.updateValue(use.option, forKey: row.long))
    }

    /// Adds a URL that stands without an option.
    mutating func apply(word use: OptionUse) {
        add(use.value, isConfigured: use.place != nil)
        uses.append(use)
    }

    /// Sets the variable of the last `--variable`.
    mutating func define(
        _ argument: VariableArgument, environment: [String: ByteString], standardInput: Int32,
        until limit: TimeLimit?
    ) throws(UsageError) {
        if case .file(let file) = argument.content,
            !argument.isImported || environment[argument.name] == nil
        {
            if file.isStandardInput {
                try claimStandardInput(
                    OptionUse(option: file.option, argument: ByteString("\(argument.name)@-"))
                )
            } else {
                let use = FileUse(option: file.option, path: file.path, kind: .read)
                files.append(use)
                variables.record(use)
            }
        }
        do throws(VariableProblem) {
            let value = try Variable(
                argument, environment: environment, standardInput: standardInput, until: limit)
            variables.set(argument.name, value)
            if let text = value.knownText {
                let isFromEnvironment = argument.isImported && environment[argument.name] != nil
                variables.record(
                    VariableValue(
                        name: argument.name, text: text,
                        isImported: isFromEnvironment || argument.inputFile != nil))
            }
        } catch {
            throw .variable(option: argument.option, error)
        }
    }

    /// Keeps the variables of the operation before (`--next`), and the files that they came from.
    mutating func keepVariables(of operation: Settings) {
        variables = operation.variables
        variables.removeWaiting()
        for capture in operation.captures {
            variables.wait(for: capture.name, [.capture], isCaptured: true)
        }
        files += variables.files
    }

    /// A use that waits for the variables of a request.
    var waitingUse: OptionUse? { uses.first { $0.template != nil } }

    /// How many URLs are among them.
    var waitingURLs: Int {
        uses.count { $0.template != nil && OptionTable.row(of: $0.option)?.long == "url" }
    }

    var waitsForURL: Bool { waitingURLs > 0 }

    /// Throws if a use cannot wait for the variables of `--each` or `--capture`, or waits for those of
    /// `--each`, and there is none.
    func checkWaiting() throws(UsageError) {
        for use in uses {
            guard let references = use.template?.references,
                let row = OptionTable.row(of: use.option)
            else { continue }
            let captured = references.first(where: \.isCaptured)?.name
            if row.isShared {
                throw .variable(
                    option: use.option,
                    captured.map { .sharedCapture($0) } ?? .cannotWait(use.option))
            }
            if let captured, row.meaning == .each {
                throw .variable(option: use.option, .namesFile(captured))
            }
        }
        guard typed["each"] == nil else { return }
        for use in uses {
            let references = use.template?.references ?? []
            if let name = references.first(where: { $0.waitsFor.contains(.each) })?.name {
                throw .variable(option: use.option, .needsEach(name))
            }
        }
    }
}

extension OptionSpec {
    /// Applies a use. `typed` is its value before it was expanded: errors show that if the value may be a
    /// secret.
    func hiding(
        _ typed: ByteString?, in use: OptionUse, isSecret: Bool = false,
        _ apply: () throws(UsageError) -> Void
    ) throws(UsageError) {
        do throws(UsageError) { try apply() } catch {
            guard let typed, isSecret || secrecy != .open,
                case .badValue(let option, _, let problem) = error
            else { throw error }
            let variable = (try? Template(typed))?.references.last?.name
            throw .badValue(
                option: option, value: typed,
                problem: problem.withoutText(of: use.value, from: variable))
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

extension ValueProblem {
    /// Braces in place of a part of `value`, which ends with the text of `variable`.
    func withoutText(of value: ByteString, from variable: String?) -> ValueProblem {
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

/// Secrets without a text: a system of continuous integration exports one that is not set as an empty
/// variable.
extension Settings {
    /// Throws if a variable without text is a secret, or stands in the place of one.
    func checkSecrets(
        _ row: OptionSpec, _ template: Template, _ named: RunSettings.Secrets
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
            let known = try trial.expand(one, until: limits.timeLimit).text?.bytes
            let text = known ?? Array(reference.spelling.utf8)
            texts.append((text, variables.isEmpty(reference, text) ? reference.name : nil))
        }
        // The secrets as they would be with a letter for each empty variable.
        let filled = texts.flatMap { $0.emptyName == nil ? $0.text : [UInt8(ascii: "x")] }
        let secrets = row.secrets(
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
