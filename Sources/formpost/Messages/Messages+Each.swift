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

    static func journalOfSecretURLs(_ option: String) -> String {
        "\(option) knows URLs without their credentials, and two of these differ in nothing else"
    }

    static func readForEach(_ input: String) -> String {
        "\(input) can be read only once, and there are several requests: save it in a file first"
    }

    static let dumpOfMany = "--dump-body writes one body, and there are several requests"
}
