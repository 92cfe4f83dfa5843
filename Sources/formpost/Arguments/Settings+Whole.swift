import FormEncoding

/// Checks that need all options of an operation.
extension Settings {
    /// `words` is what is neither an option nor its value.
    func checkWhole(_ words: [URLWord]) throws(UsageError) {
        // A stray word must not take the place of a configured URL.
        let given = givenURLs + configuredURLs
        if let stray = StrayArgument.error(given, form.fields) { throw stray }
        if let (first, second) = bodyOptions { throw .severalBodies(first, second) }
        try checkWaiting()
        let names = form.fields.compactMap(\.each?.name)
        if let first = names.first, let other = names.first(where: { $0 != first }) {
            throw .severalEach(first, other)
        }
        guard !urls.isEmpty || waitsForURL else {
            if let option = swallowed.last { throw .swallowedOption(option) }
            if let option = lastValuedOption { throw .cutLine(option: option) }
            throw .noURL
        }
        if urls.count > 1 {
            let typed = Dictionary(words.map { ($0.text, $0) }) { first, _ in first }
            let words = urls.map { typed[$0] ?? URLWord(text: $0, isValue: true) }
            if let (first, second) = URLWord.stray(among: words, output) {
                if let option = swallowed.last { throw .swallowedOption(option) }
                if data.file == nil, let error = URLWord.withoutOption(among: words, output) {
                    throw error
                }
                throw .strayWord(first, second, isUpload: data.file != nil)
            }
        }
        let count = urls.count + waitingURLs
        if data.files.count > count { throw .surplusUpload(data.files[count]) }
        if output.files.count > count {
            throw .surplusOutput(option: name(of: "output"), file: output.files[count])
        }
    }
}

/// Signs of a line that the shell has cut at an unquoted `;` or `&`.
extension Settings {
    /// Whether the command line ends with a URL that has a query.
    var endsWithQuery: Bool {
        guard let last = uses.last(where: { $0.place == nil }), last.isWord else { return false }
        return last.value.bytes.contains(UInt8(ascii: "?"))
    }

    /// The option at the end of the command line, as typed, if it has fields or data as its value.
    private var lastValuedOption: String? {
        guard let last = uses.last(where: { $0.place == nil }), last.argument != nil,
            let row = OptionTable.row(of: last.option), [.field, .data].contains(row.secrecy)
        else { return nil }
        return last.option
    }
}
