import FormEncoding

/// Every sentence that a user reads, made from errors that are facts.
///
/// A sentence is one line without a final full stop; whoever prints it puts
/// `formpost: (2) ` before it. Each kind of error has its own extension.
enum Messages {
    /// Bytes that the user wrote, between quotes, safe for a terminal.
    static func quoted(_ bytes: ByteString) -> String { "'\(shown(bytes))'" }

    /// A URL between quotes, without the password in it.
    static func quotedURL(_ url: ByteString) -> String { quoted(url.withoutPassword) }

    /// What was taken for a URL.
    static func quotedNoURL(_ text: ByteString) -> String { quoted(text.withoutAnyPassword) }

    static func shownURL(_ url: ByteString) -> String { shown(url.withoutPassword) }

    /// Bytes that the user wrote, with what would move a terminal's cursor made visible, and
    /// shortened when they would fill the screen.
    static func shown(_ bytes: ByteString, limit: Int = 200) -> String {
        let isLong = bytes.bytes.count > limit
        let text = String(decoding: bytes.bytes.prefix(limit), as: UTF8.self)
        var shown = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": shown += "\\n"
            case "\r": shown += "\\r"
            case "\t": shown += "\\t"
            case _ where scalar.value > 0xFF && !scalar.isVisible:
                shown += "\\u{" + String(scalar.value, radix: 16) + "}"
            case _ where scalar.properties.generalCategory == .control:
                shown += "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: shown.unicodeScalars.append(scalar)
            }
        }
        return isLong ? shown + "…" : shown
    }
}

extension Messages {
    static func text(_ error: UsageError) -> String {
        switch error {
        case .unknownOption(let option, let suggestion):
            "unknown option \(quoted(option))"
                + (suggestion == nil ? " (try 'formpost --help all')" : didYouMean(suggestion))
        case .missingValue(let option, let argument):
            "option \(option) needs a value: \(option) <\(argument)>"
        case .unexpectedValue(let option, let value):
            "option \(option) takes no value, and has \(quoted(value))"
        case .notNegatable(let option):
            "there is no option \(option): --\(option.dropFirst(5)) cannot be switched off"
        case .badValue(let option, let value, let problem):
            "option \(option): \(text(problem, OptionTable.secrecy(of: option).shown(value)))"
        case .surplusOutput(let file):
            "-o is given twice for one URL: \(quoted(file)) is one too many"
        case .noURL:
            "no URL given (try 'formpost --help')"
        case .severalURLs(let first, let next):
            "two URLs, \(quotedURL(first)) and \(quotedURL(next)), where one is allowed; fields and "
                + "files are given with -F"
        case .nextTransfer(let option):
            "\(option): several transfers in one call are to come in a later version"
        case .standardInputTwice(let first, let second): standardInputTwice(first, second)
        case .unreadableFile(let file, let number):
            "option \(file.option): cannot read \(quoted(file.path)): \(reason(number))"
        case .inputTimedOut(let timeout): text(timeout)
        case .unknownHelpTopic(let topic, let suggestion):
            "no help on \(quoted(topic))\(didYouMean(suggestion)); topics are "
                + HelpText.topics.joined(separator: ", ") + ", and each option"
        case .disableNotFirst(let option):
            "\(option) must be the first argument: only there it keeps the default "
                + "configuration file from being read"
        case .configUnreadable(let path, let number):
            "cannot read the configuration file \(quoted(path)): \(reason(number))"
        case .configSyntax(let problem): text(problem)
        case .configsNestedTooDeep(let limit):
            "configuration files include each other more than \(limit) deep"
        case .notInConfig(let option):
            "option \(option) has no place in a configuration file: nothing would be uploaded"
        case .inConfig(let place, let error): "\(text(place)): \(text(error))"
        }
    }

    /// `file:line`, as compilers and curl have it.
    static func text(_ place: ConfigPlace) -> String {
        "\(place.file == "-" ? "<stdin>" : shown(place.file)):\(place.line)"
    }

    private static func text(_ problem: ConfigFile.Problem) -> String {
        switch problem {
        case .noOption(let text):
            "\(quoted(text)) does not begin with an option"
        case .unclosedQuote(let option):
            "the value of \(quoted(option)) has no closing double quote"
        case .surplus(let option, let text):
            (isOpen(option) ? quoted(text) : "what stands")
                + " after the value of \(quoted(option)) would be lost: put double quotes around a "
                + "value with blanks"
        case .separatorAfterDash(let option):
            "an option that begins with a dash takes its value without '=' or ':': write "
                + "\(shown(option)) value"
        case .nul: "a NUL would end the line"
        }
    }

    private static func isOpen(_ option: ByteString) -> Bool {
        if case .open = OptionTable.secrecy(of: option.description) { true } else { false }
    }

    static func standardInputTwice(
        _ first: StandardInputClaim, _ second: StandardInputClaim
    ) -> String {
        "\(shown(first)) and \(shown(second)) both read standard input, which can be read once only"
    }

    static func shown(_ claim: StandardInputClaim) -> String {
        "\(claim.option) \(shown(claim.value))"
    }

    private static func didYouMean(_ suggestion: String?) -> String {
        suggestion.map { " (did you mean \($0)?)" } ?? ""
    }

    static func text(_ problem: ValueProblem, _ value: ByteString) -> String {
        switch problem {
        case .empty: "the value is empty"
        case .notSeconds: "\(quoted(value)) is not a number of seconds, such as 30 or 0.5"
        case .notSize: "\(quoted(value)) is not a size: bytes, or a number with K, M or G"
        case .notInteger: "\(quoted(value)) is not a whole number"
        case .negative: "\(quoted(value)) is negative"
        case .tooLarge: "\(quoted(value)) is too large"
        case .outOfRange(let range):
            "\(quoted(value)) is not from \(range.lowerBound) to \(range.upperBound)"
        case .notStatus(let item):
            "\(quoted(item)) is not a status: write 409, 2xx or 200-204, with commas between"
        case .lineBreak:
            "\(quoted(value)) has a CR, LF or NUL in it, which no header may have"
        case .notToken: "\(quoted(value)) is not a method: only letters, digits and !#$%&'*+-.^_`|~"
        case .headerWithoutColon:
            "\(quoted(value)) is not a header: write 'Name: value', 'Name:' to remove it or "
                + "'Name;' to send it empty"
        case .headerName(let name):
            "\(quoted(name)) is not a header's name: only letters, digits and !#$%&'*+-.^_`|~"
        case .notOneOf(let words):
            "\(quoted(value)) is none of \(words.joined(separator: ", "))"
                + didYouMean(Suggestion.nearest(to: value.description, among: words))
        case .notPorts: "\(quoted(value)) is neither a port nor a range such as 4000-4100"
        case .notProtocols: "\(quoted(value)) is not a list of http and https, such as =https"
        case .notHostPortAddress:
            "\(quoted(value)) is not host:port:address, such as example.com:443:127.0.0.1"
        case .notBoundary:
            "\(quoted(value)) is not a boundary: 1 to 70 letters, digits, blanks and "
                + "'()+_,-./:=?, and no blank at its end"
        }
    }
}
