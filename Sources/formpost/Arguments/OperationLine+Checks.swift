import FormEncoding

/// Checks that need all options of an operation.
extension OperationLine {
    func check(_ run: RunSettings) throws(UsageError) {
        // A stray word must not take the place of a configured URL.
        let given = settings.written.given + settings.written.configured
        if let stray = StrayArgument.error(given, settings.form.fields) { throw stray }
        if let (first, second) = bodyOptions { throw .severalBodies(first, second) }
        try checkWaiting()
        let names = settings.form.fields.compactMap(\.each?.name)
        if let first = names.first, let other = names.first(where: { $0 != first }) {
            throw .severalEach(first, other)
        }
        let urls = settings.urls
        let swallowing = uses.last(where: \.swallowsOption)
        guard !urls.isEmpty || waitingURLs > 0 else {
            if let swallowing { throw .swallowedOption(swallowing) }
            if let option = lastValuedOption { throw .cutLine(option: option) }
            throw .noURL
        }
        if urls.count > 1 {
            let typed = Dictionary(words.map { ($0.text, $0) }) { first, _ in first }
            let words = urls.map { typed[$0] ?? URLWord(text: $0, isValue: true) }
            let (secrets, file) = (run.secrets.names, settings.data.file)
            if let (first, second) = URLWord.stray(among: words, secrets) {
                if let swallowing { throw .swallowedOption(swallowing) }
                if file == nil, let error = URLWord.withoutOption(among: words, secrets) {
                    throw error
                }
                throw .strayWord(first, second, isUpload: file != nil)
            }
        }
        let count = urls.count + waitingURLs
        if settings.data.files.count > count { throw .surplusUpload(settings.data.files[count]) }
        if settings.output.files.count > count {
            throw .surplusOutput(
                option: name(of: "output"), file: settings.output.files[count])
        }
    }

    /// Two options that ask for bodies of different kinds, as they were typed.
    var bodyOptions: (String, String)? {
        let (form, data) = (settings.form, settings.data)
        let names = [
            form.fields.first?.option,
            data.pieces.first { $0.kind != .json }?.option,
            data.pieces.first { $0.kind == .json }?.option,
            data.file.map(\.option),
            data.each.first?.option,
            data.isQuery && (!form.fields.isEmpty || data.file != nil) ? name(of: "get") : nil,
        ].compactMap { $0 }
        return names.count > 1 ? (names[0], names[1]) : nil
    }

    /// An option about forms on the command line of a request that has none. In configuration files
    /// such options are defaults.
    var uselessFormOption: String? {
        guard settings.form.fields.isEmpty else { return nil }
        return uses.first { $0.isOn && $0.place == nil && $0.spec?.isForForms == true }?.option
    }

    /// Throws if a use cannot wait for the variables of `--each` or `--capture`, or waits for those of
    /// `--each`, and there is none.
    private func checkWaiting() throws(UsageError) {
        for use in uses {
            guard let references = use.template?.references, let spec = use.spec else { continue }
            let captured = references.first(where: \.isCaptured)?.name
            if spec.isShared {
                throw .variable(
                    option: use.option,
                    captured.map { .sharedCapture($0) } ?? .cannotWait(use.option))
            }
            if let captured, spec.meaning == .each {
                throw .variable(option: use.option, .namesFile(captured))
            }
        }
        guard typed("each") == nil else { return }
        for use in uses {
            let references = use.template?.references ?? []
            if let name = references.first(where: { $0.waitsFor.contains(.each) })?.name {
                throw .variable(option: use.option, .needsEach(name))
            }
        }
    }

    /// The words of the command line that are neither an option nor its value.
    private var words: [URLWord] {
        var words: [URLWord] = []
        var option: OptionUse?
        for use in uses where use.place == nil {
            if use.row == nil {
                words.append(URLWord(text: use.value, option: option))
            } else if !use.isWord {
                option = use
            }
        }
        return words
    }
}

/// Signs of a line that the shell has cut at an unquoted `;` or `&`.
extension OperationLine {
    private var lastTyped: OptionUse? { uses.last { $0.place == nil } }

    /// Whether the command line ends with a URL that has a query.
    var endsWithQuery: Bool {
        guard let last = lastTyped, last.isWord else { return false }
        return last.value.bytes.contains(UInt8(ascii: "?"))
    }

    /// The option at the end of the command line, as typed, if it has fields or data as its value.
    private var lastValuedOption: String? {
        guard let last = lastTyped, last.argument != nil, let spec = last.spec,
            [.field, .data].contains(spec.secrecy)
        else { return nil }
        return last.option
    }
}
