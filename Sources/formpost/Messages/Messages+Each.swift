import FormEncoding

/// Sentences about the requests that a command line stands for.
extension Messages {
    static func noFiles(_ field: FormField) -> String {
        let start = "\(field.option): there is no file for \(quoted(field.argument))"
        guard case .pattern(let pattern) = field.each?.source else { return start }
        return start + literalHint(pattern)
    }

    /// Two files of a list would go to one URL.
    static func replacesFile(_ path: ByteString, at url: ByteString, _ option: String) -> String {
        "\(option): \(shown(path)) would replace another file at \(quotedURL(url)): end the URL with a slash, "
            + "or let --expand-url make one for each"
    }

    static func eachOfInput(_ value: ByteString) -> String {
        let name = ByteString(bytes: value.bytes.prefix { $0 != UInt8(ascii: "@") })
        return
            "\(quoted(value)) would send standard input itself: write \(quoted(name + "<-")) to read "
            + "paths from it"
    }

    static func unexpanded(_ found: (option: String, text: String, expanding: String)) -> String {
        "\(found.option): \(found.text) is sent as it is: \(found.expanding) replaces it"
    }

    static func emptied(_ header: (option: String, name: ByteString)) -> String {
        "\(header.option): \(quoted(header.name)) has no value, and is not sent"
    }

    static func tooManyRequests(_ most: Int) -> String {
        "the patterns stand for more than \(most) requests"
    }

    static func journalWithoutFiles(_ option: String) -> String {
        "\(option) notes the files of --each and -T, and there are none; "
            + "with --resumable or --tus it also notes where an upload stopped"
    }

    static func journalContentAlone(_ option: String) -> String {
        "\(option) needs a journal: add --journal FILE"
    }

    static func journalContentGrows(_ option: String, _ growing: String) -> String {
        "\(option) and \(growing) exclude each other: a growing file has no digest"
    }

    static func journalWithoutDigest(_ option: String) -> String {
        "\(option): URLs with credentials need their digest, and \(noLibrary(.sha256))"
    }

    static func readForEach(_ input: String) -> String {
        "\(input) can be read only once, and there are several requests: save it in a file first"
    }

    static let dumpOfMany = "--dump-body writes one body, and there are several requests"
}
