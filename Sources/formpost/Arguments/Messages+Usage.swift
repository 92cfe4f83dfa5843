import FormEncoding
import FormUpload

/// Errors of the command line.
extension Messages {
    static func text(_ error: UsageError) -> String {
        switch error {
        case .unknownOption(let option, let suggestion):
            "unknown option \(quoted(option))"
                + (suggestion == nil ? " (try 'formpost --help all')" : didYouMean(suggestion))
        case .missingValue(let option, let argument):
            "\(option) needs a value: \(option) <\(argument)>"
        case .unexpectedValue(let option, let value):
            "\(option) takes no value, but \(quoted(value)) was given"
        case .notNegatable(let option):
            "unknown option \(quoted(ByteString(option))): --\(option.dropFirst(5)) cannot be switched off"
        case .badValue("--bearer-env", let value, .lineBreakOf(let name)):
            "--bearer-env: \(text(.lineBreak, value)): --variable %\(name) --expand-oauth2-bearer "
                + "'{{\(name):trim}}' leaves out a line end after the text"
        case .badValue(let option, let value, let problem):
            "\(option): \(text(problem, OptionTable.secrecy(of: option).shown(value)))"
        case .surplusOutput(let option, let file):
            "\(option) is given twice for one URL: \(path(file)) is one too many"
        case .surplusUpload(let file):
            "\(file.option) is given twice for one URL: \(path(file.path)) is one too many"
        case .unknownVariable(let option, let name) where WriteOut.isMissing(name):
            "\(option): curl's %{\(name)} is not in formpost"
        case .unknownVariable(let option, let name):
            "\(option): unknown variable \(quoted(ByteString("%{\(name)}")))"
                + didYouMean(
                    Suggestion.nearest(to: name.lowercased(), among: WriteOut.names)
                        .map { "%{\($0)}" })
        case .variable(let option, let problem): "\(option): \(text(problem))"
        case .severalEach(let first, let second):
            "--each has the names \(quoted(first)) and \(quoted(second)), but a request has one of its files"
        case .unknownCapture(let option, let name, let suggestion):
            "\(option): no --capture of this request sets \(quoted(ByteString(name)))"
                + didYouMean(suggestion)
        case .captureInParallel(let option, let parallel):
            "\(option) needs one request after the other: leave out \(parallel)"
        case .captureTwice(let option, let name):
            "\(option) sets \(quoted(ByteString(name))) twice for one request"
        case .captureWithJournal(let option, let journal):
            "\(option) needs a response, and a file that is in the journal is not sent again: leave out "
                + "\(option) or \(journal)"
        case .noURL:
            "no URL given (try 'formpost --help')"
        // The value may be a secret.
        case .cutLine(let option):
            "no URL given after \(option): if its value has a ';' or '&', put it in quotes, since the "
                + "shell ends the command there"
        case .strayWord(let first, let second, let isUpload): strayWord(first, second, isUpload)
        case .swallowedOption(let use): swallowed(use)
        case .strayMark(let word): strayMark(word) ?? quoted(word)
        case .curlOption(let option, let remedy):
            "curl's \(option) is not in formpost" + (remedy.map { ": \($0)" } ?? "")
        case .foreignOption(let option, let remedy):
            "unknown option \(quoted(ByteString(option))): \(remedy)"
        case .foreignDash(let word): foreignDash(word)
        case .blanksAroundEquals(let word, let argument):
            "\(quoted(word)) stands alone: no blanks around '=': \(shown(argument))"
        case .noOption(let word, let argument, let isSecond): noOption(word, argument, isSecond)
        case .unquotedFile(let path, let argument):
            "\(quoted(path)) exists: quote it: \(quoted(argument))"
        case .noURLBefore(let option): "no URL before \(option)"
        case .severalBodies(let first, let second):
            "\(first) and \(second) make bodies of different kinds, and a request has one: leave "
                + "one of them out"
        case .badFields(let file, let problem): text(problem, in: file)
        case .sharedIdempotencyKey(let option):
            "\(option): several requests cannot have one key: leave the key out, and each has one "
                + "of its own"
        case .idempotencyKeyTwice(let option, let header):
            "\(option) and \(header) both set \(IdempotencyKey.header): leave one of them out"
        case .standardInputTwice(let first, let second): standardInputTwice(first, second)
        case .unreadableFile(let file, let number):
            "\(file.option): " + cannotRead(input(file.path), number)
        case .inputTimedOut(let timeout): text(timeout)
        case .unknownHelpTopic(let topic, let suggestion, let topics):
            "no help on \(quoted(topic))\(didYouMean(suggestion)); topics are "
                + topics.joined(separator: ", ") + ", and each option"
        case .disableNotFirst(let option):
            "\(option) must be the first argument: only there it keeps the default "
                + "configuration file from being read"
        case .configUnreadable(let path, let number):
            cannotRead("the configuration file \(self.path(path))", number)
        case .configWritable(let path, let byOwner):
            changeable(path, byOwner) + ", or take it as it is with -q -K - <\(shown(path))"
        case .noToken(let option, let name, let isEmpty):
            isEmpty
                ? "\(option): the environment's \(shown(ByteString(name))) is empty"
                : "\(option): the environment has no variable of that name (it is the name of a "
                    + "variable, not the token)"
        case .configSyntax(let problem): text(problem)
        case .configsNestedTooDeep(let limit):
            "configuration files include each other more than \(limit) deep"
        case .notInConfig(let option):
            "\(option) cannot be used in a configuration file: nothing would be uploaded"
        case .inConfig(let place, let error): "\(text(place)): \(text(error))"
        }
    }

    static func configWritable(_ path: ByteString, byOwner: Bool) -> String {
        "warning: " + changeable(path, byOwner)
    }

    private static func changeable(_ path: ByteString, _ byOwner: Bool) -> String {
        "the configuration file \(self.path(path)) "
            + (byOwner
                ? "belongs to another user: run chown" : "can be changed by others: run chmod go-w")
    }

    /// `file:line`, as compilers and curl print it.
    static func text(_ place: ConfigPlace) -> String {
        "\(place.file == "-" ? "<stdin>" : shown(place.file)):\(place.line)"
    }

    private static func text(_ problem: ConfigFile.Problem) -> String {
        switch problem {
        case .noOption(let text):
            "\(quoted(text)) does not begin with the name of an option"
        case .unclosedQuote(let option):
            "the value of \(quoted(option)) has no closing double quote"
        case .surplus(let option, let text):
            // The text after an unknown option may be a secret, too.
            (OptionTable.row(of: option.description)?.secrecy == .open ? quoted(text) : "text")
                + " after the value of \(quoted(option)) would be lost: put double quotes around a "
                + "value with blanks"
        case .separatorAfterDash(let option):
            "an option that begins with a dash takes its value without '=' or ':': write "
                + "\(shown(option)) value"
        case .nul: "a NUL would end the line"
        }
    }

    /// A line without a colon may contain a token: only its first word is shown, if it can be a
    /// name.
    private static func noColon(_ line: ByteString) -> String {
        let name = line.bytes.prefix { $0.isLetterOrDigit || "-_.".utf8.contains($0) }
        let isAlone = name.count == line.bytes.count
        let isName =
            !name.isEmpty && name.count <= 32 && !(isAlone && name.contains(where: \.isDigit))
        let rest = isAlone ? "" : " (value masked)"
        return
            (isName
            ? "no ':' after \(quoted(ByteString(bytes: name)))\(rest)"
            : "no ':' in the header (value masked)")
            + ": write 'Name: value', 'Name:' to remove it or 'Name;' to send it empty"
    }

    /// Why a name is none, without what may be a secret.
    private static func headerNameHint(_ name: ByteString) -> String? {
        if name.bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            return "a byte order mark stands before the header's name: leave it out"
        }
        if name.description.contains(where: \.isTypographicQuote) {
            return "a typographic quote stands before the header's name: write a plain one"
        }
        let trimmed = name.bytes.trimmed
        guard trimmed.count < name.bytes.count, trimmed.count <= 32, trimmed.isToken else {
            return nil
        }
        let place = name.bytes.first?.isBlank == true ? "before" : "after"
        return "a blank \(place) the name \(quoted(ByteString(bytes: trimmed))): leave it out"
    }

    fileprivate static let tokenCharacters = "!#$%&'*+-.^_`|~"

    /// Numbers are not mistyped words.
    private static func nearestWord(to value: ByteString, among words: [String]) -> String? {
        guard value.bytes.first?.isLetter == true else { return nil }
        return Suggestion.nearest(to: value.description, among: words)
    }

    static func text(_ problem: ValueProblem, _ value: ByteString) -> String {
        switch problem {
        case .empty: "the value is empty"
        case .not(let kind): "\(quoted(value)) is not \(kind)"
        case .negative: "\(quoted(value)) is negative"
        case .tooLarge: "\(quoted(value)) is too large"
        case .outOfRange(let range):
            "\(quoted(value)) is out of range (\(range.lowerBound)–\(range.upperBound))"
        case .notStatus(let item):
            "\(quoted(item)) is not a status: write 409, 2xx or 200-204, with commas between"
        case .lineBreak:
            "\(quoted(value)) contains a CR, LF or NUL, which no header may contain"
        case .lineBreakOf(let variable):
            "\(text(.lineBreak, value)): {{\(variable):trim}} leaves out a line end after the text"
        case .headerWithoutColon: noColon(value)
        // The colon may be that of a token.
        case .headerName(let name)
        where name.bytes.first?.isTokenCharacter == true
            && name.bytes.split(separator: 0x20).count > 1 && name.bytes.allSatisfy({ $0 < 0x80 }):
            noColon(name)
        case .headerName(let name) where !name.bytes.isEmpty && headerNameHint(name) != nil:
            headerNameHint(name) ?? ""
        case .headerName(let name) where !name.bytes.isEmpty:
            "not a header name before the ':': only letters, digits and \(tokenCharacters)"
        case .headerName:
            "no header name before the ':': only letters, digits and \(tokenCharacters)"
        case .notOneOf(let words):
            "\(quoted(value)) is not one of \(words.joined(separator: ", "))"
                + didYouMean(nearestWord(to: value, among: words))
        case .noURLs: "\(quoted(value)) has no URL in it"
        case .eachOfInput: eachOfInput(value)
        case .notPointer(let pointer):
            "\(quoted(pointer)) is not a JSON Pointer, such as /files/0/id"
        case .notRegularExpression(let pattern, let problem):
            "\(quoted(pattern)) is not a regular expression: \(problem.reason)"
        case .variableOfEach(let name):
            "\(quoted(ByteString(name))) is a variable of --each: choose another name"
        case .notByteRange:
            "\(quoted(value)) has no range of bytes such as [0-99] after the name"
        case .notOpen:
            "the descriptor \(shown(value)) is not open: write \(shown(value))>file after the command"
        }
    }

    /// The option of a field as it was typed.
    static func name(of field: UploadField.Kind, on line: OperationLine) -> String {
        let written = line.name
        switch field {
        case .request: return "uploading"
        case .url: return "this URL"
        case .method: return written("request")
        case .contentType: return "the body's Content-Type"
        case .referer: return written("referer")
        case .header(let name): return "\(written("header")) \(quoted(name))"
        case .userAgent: return written("user-agent")
        case .connectTimeout: return written("connect-timeout")
        case .verifiesCertificates: return written("insecure")
        case .certificateAuthorities:
            return line.typed("cacert") ?? "CURL_CA_BUNDLE or SSL_CERT_FILE"
        case .reportsWire:
            let option = ["trace", "trace-ascii", "verbose"].compactMap { line.typed($0) }.first
            return option ?? written("verbose")
        case .option(let number):
            if let name = line.settings.passed.last(where: { $0.setting.option.rawValue == number }
            )?.name {
                return name
            }
            return switch CURLSetting.Option(rawValue: number) {
            case .userPassword: written("user")
            case .netrc:
                written(
                    ["netrc-file", "netrc-optional"].first { line.typed($0) != nil } ?? "netrc")
            case .netrcFile: written("netrc-file")
            case .cookie, .cookieFile: written("cookie")
            case .certificateInfo: "\(written("write-out")) %{certs}"
            case .caPath: "SSL_CERT_DIR"
            default: "option \(number) of libcurl"
            }
        }
    }

    static func standardInputTwice(
        _ first: OptionUse, _ second: OptionUse
    ) -> String {
        standardInputTwice(reader(first), reader(second))
    }

    static func standardInputTwice(_ first: String, _ second: String) -> String {
        "\(first) and \(second) both read standard input, which can be read only once"
    }

    /// An option that reads standard input, as it was typed: `-H @-`.
    static func reader(_ use: OptionUse) -> String {
        "\(use.option) \(shown(use.value))"
    }
}

/// Descriptions of the values that options take, for `ValueProblem.not`.
extension ValueProblem {
    static let notSeconds = not("a number of seconds, such as 30 or 0.5")
    static let notSize = not("a size: bytes, or a number with K, M or G")
    static let notInteger = not("a whole number")
    static let notToken = not("a method: only letters, digits and \(Messages.tokenCharacters)")
    static let notHeaderName = not(
        "a header name: only letters, digits and \(Messages.tokenCharacters)")
    static let notEach = not("name=@pattern, name=<list, @pattern or <list")
    static let notCapture = not(
        "name=source, with cookie:NAME, header:NAME, json:/POINTER or regex:PATTERN as the source"
    )
    static let notExpectation = not(
        "json:/POINTER, header:NAME or cookie:NAME, perhaps with =VALUE, or regex:PATTERN"
    )
    static let notRate = not("a rate, such as 2/s or 30/m")
    static let notVariable = not(
        "a variable: write name=text, name@file or %name, with letters, digits and '_' in the name")
    static let notPorts = not("a port or a range, such as 4000-4100")
    static let notProtocols = not("a list of http and https, such as =https")
    static let notHostPortAddress = not("host:port:address, such as example.com:443:127.0.0.1")
    static let notFile = not("a file that can be read and written")
    static let notBoundary = not(
        "a boundary: 1 to 70 letters, digits, blanks and '()+_,-./:=?, and no blank at the end")
}

extension UsageError: FailureCause {
    var failure: Failure { Failure(exitStatus, Messages.text(self)) }
}
