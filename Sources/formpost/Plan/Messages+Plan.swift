import FormEncoding
import FormUpload

/// Sentences about requests and the files of `--each`.
extension Messages {
    /// Files of a batch that cannot be read: `--each: cannot read a.jpg (line 2 of list): No such file
    /// …`, or `--each: cannot read 12 files: a.jpg (Permission denied), … and 2 more`.
    static func unreadable(_ files: EachFiles) -> String {
        guard let file = files.firstUnreadable.first else { return "" }
        let hint = files.lacksNULs ? "; --each-null is for paths that are ended by NULs" : ""
        let start = "\(file.field.option): cannot read "
        guard files.unreadableCount > 1 else {
            return start + path(file.path) + (file.place.map { " (\($0))" } ?? "")
                + ": \(reason(file.errno))" + fileRemedy(file.path, file.errno, file.field) + hint
        }
        let names = files.firstUnreadable.map { file in
            "\(path(file.path)) (\(file.place.map { $0 + ": " } ?? "")\(reason(file.errno)))"
        }
        let others = files.unreadableCount - names.count
        return start + "\(files.unreadableCount) files: " + names.joined(separator: ", ")
            + (others > 0 ? " and \(others) more" : "") + hint
    }

    static func noFiles(_ field: FormField) -> String {
        let start = "\(field.option): there is no file for \(quoted(field.argument))"
        guard case .pattern(let pattern) = field.each?.source else { return start }
        return start + literalHint(pattern)
    }

    /// Two files of a list would go to one URL.
    static func replacesFile(_ path: ByteString, at url: ByteString, _ option: String) -> String {
        "\(option): \(shown(path)) would replace another file at \(quoted(url)): end the URL with a slash, "
            + "or let --expand-url make one for each"
    }

    static func unexpanded(_ found: (option: String, text: String, expanding: String)) -> String {
        "\(found.option): \(found.text) is sent as it is: \(found.expanding) replaces it"
    }

    static func emptied(_ header: (option: String, name: ByteString)) -> String {
        "\(header.option): \(quoted(header.name)) has no value, and is not sent"
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

    static func sharesJournal(_ journal: String, _ other: String) -> String {
        "\(journal) and \(other) are the same file: a journal needs a file of its own"
    }

    static func overwritesInput(_ output: String, _ input: String) -> String {
        "\(output) would overwrite the input of \(input): it is the same file"
    }

    static func sameFile(_ first: String, _ second: String, hasEach: Bool) -> String {
        first == second
            ? "the response of each request would overwrite \(first): it needs a name for each, as with "
                + (hasEach ? "--expand-output '{{each:stem}}.json'" : "--expand-output")
            : "\(first) and \(second) are the same file: one would overwrite the other"
    }

    static func cancelsNothing(_ option: String) -> String {
        "\(option) needs --journal, and --resumable or --tus"
    }

    static let twoProtocols = "--resumable and --tus are different protocols: give one of them"

    static func needsResumption(_ option: String) -> String {
        "\(option) needs --resumable or --tus"
    }
}
