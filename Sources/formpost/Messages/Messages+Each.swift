import FormEncoding

/// Sentences about the requests that a command line stands for.
extension Messages {
    static func noFiles(_ field: FormField) -> String {
        "\(field.option): there is no file for \(quoted(field.argument))"
    }

    static func tooManyRequests(_ most: Int) -> String {
        "the patterns stand for more than \(most) requests"
    }

    static func journalWithoutFiles(_ option: String) -> String {
        "\(option) notes the files of --each and -T, and there are none"
    }

    static let dumpOfMany = "--dump-body writes one body, and there are several requests"
}
