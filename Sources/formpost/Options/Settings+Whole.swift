import FormEncoding

/// What can be checked when all options of an operation are known.
extension Settings {
    /// `words` is what is neither an option nor its value; `singleDash` is a long option with one
    /// dash, and what was meant.
    func checkWhole(
        _ words: [URLWord], _ singleDash: (ByteString, String)?
    ) throws(UsageError) {
        // A stray word must not take the place of a configured URL.
        let given = givenURLs + configuredURLs
        if let stray = StrayArgument.error(given, form.fields) { throw stray }
        if let (first, second) = bodyOptions { throw .severalBodies(first, second) }
        try checkWaiting()
        let names = eachFields.compactMap(\.each?.name)
        if let first = names.first, let other = names.first(where: { $0 != first }) {
            throw .severalEach(first, other)
        }
        guard !urls.isEmpty || waitsForURL else { throw .noURL }
        if urls.count > 1 {
            if let (word, option) = singleDash { throw .unknownOption(word, suggestion: option) }
            let words = urls.map { url in
                words.first { $0.text == url } ?? URLWord(text: url, isValue: true)
            }
            if let (first, second) = URLWord.stray(among: words, output) {
                throw .strayWord(first, second)
            }
        }
        let count = urls.count + waitingURLs
        if data.files.count > count { throw .surplusUpload(data.files[count]) }
        if output.files.count > count {
            throw .surplusOutput(option: name(of: "output"), file: output.files[count])
        }
    }
}
