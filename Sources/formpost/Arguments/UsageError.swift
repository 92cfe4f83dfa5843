import FormEncoding

/// Errors of the command line, as facts; `Messages` turns them into sentences.
enum UsageError: Error, Equatable, Sendable {
    /// No row of the option table has this name.
    case unknownOption(ByteString, suggestion: String?)
    /// curl has this option; formpost does not.
    case curlOption(String, remedy: String?)
    /// HTTPie, wget or the like has this option; formpost has another name for it.
    case foreignOption(String, remedy: String)
    /// A required value is missing.
    case missingValue(option: String, argument: String)
    /// `--flag=value`.
    case unexpectedValue(option: String, value: ByteString)
    /// `--no-x` where `--x` takes a value or is one-way.
    case notNegatable(option: String)
    case badValue(option: String, value: ByteString, problem: ValueProblem)
    /// More `-o` than URLs: curl ignores the surplus.
    case surplusOutput(option: String, file: ByteString)
    /// More `-T` than URLs.
    case surplusUpload(InputFile)
    /// An unknown variable of `-w`.
    case unknownVariable(option: String, name: String)
    /// `%capture{name}` of `-w` without a `--capture` of this name.
    case unknownCapture(option: String, name: String, suggestion: String?)
    /// A variable of `--variable` or `--expand-x`.
    case variable(option: String, VariableProblem)
    /// `--each` with different names.
    case severalEach(ByteString, ByteString)
    /// `--capture` with requests side by side.
    case captureInParallel(option: String, String)
    /// Two `--capture` of one operation set one variable.
    case captureTwice(option: String, name: String)
    /// `--capture` from a request that a journal may skip.
    case captureWithJournal(option: String, String)
    case noURL
    /// No URL, and the line ends with the value of this option: the shell may have cut it.
    case cutLine(option: String)
    /// A word among several URLs that may not be one.
    /// With `isUpload` it may be a second file of `-T`.
    case strayWord(URLWord.Excerpt, URLWord.Excerpt, isUpload: Bool)
    /// The same, where an option has another one as its value.
    case swallowedOption(OptionUse)
    /// A word that cannot be a URL: what a broken line or another command's habits leave.
    case strayMark(ByteString)
    /// A word that begins with a dash other than `-`, as word processors write it.
    case foreignDash(ByteString)
    /// Blanks around the `=` of a field: `argument` is the field without them.
    case blanksAroundEquals(word: ByteString, argument: ByteString)
    /// A file or a field that no option takes: `argument` is the value of `-F` for it. With
    /// `isSecond` it follows a value of `-F`.
    case noOption(word: ByteString, argument: ByteString, isSecond: Bool)
    /// An unquoted file name with blanks.
    case unquotedFile(path: ByteString, argument: ByteString)
    /// `--next` before any URL.
    case noURLBefore(option: String)
    /// A file of `--form-fields` that is not an object of fields.
    case badFields(InputFile, JSONFields.Problem)
    /// A given key that several requests would have.
    case sharedIdempotencyKey(option: String)
    /// Both `--idempotency-key` and `-H` set the header.
    case idempotencyKeyTwice(option: String, header: String)
    /// Two options ask for bodies of different kinds.
    case severalBodies(String, String)
    case standardInputTwice(OptionUse, OptionUse)
    /// A file that an option names, such as `-H @file`.
    case unreadableFile(InputFile, errno: Int32)
    /// A file that an option names, or a configuration file, was not read before the time limit.
    case inputTimedOut(InputTimeout)
    case unknownHelpTopic(ByteString, suggestion: String?, topics: [String])
    /// `-q` that is not the first argument; curl ignores it there.
    case disableNotFirst(option: String)
    case configUnreadable(ByteString, errno: Int32)
    /// A configuration file that others can write, read by root.
    case configWritable(ByteString, byOwner: Bool)
    /// `--bearer-env` names a variable that the environment lacks or has without a text.
    case noToken(option: String, name: String, isEmpty: Bool)
    case configSyntax(ConfigFile.Problem)
    case configsNestedTooDeep(limit: Int)
    /// An option such as `--version` in a configuration file.
    case notInConfig(option: String)
    /// An error of a line of a configuration file.
    indirect case inConfig(ConfigPlace, UsageError)

    /// curl's number: 2, or 26 for an unreadable file.
    var exitStatus: Int32 {
        switch self {
        case .configUnreadable, .configWritable, .unreadableFile: ExitStatus.cannotRead
        case .inputTimedOut: ExitStatus.timedOut
        case .variable(_, let problem): problem.exitStatus
        case .inConfig(_, let error): error.exitStatus
        default: ExitStatus.usage
        }
    }

    /// The error with its place in a configuration file; of nested files the innermost counts.
    func at(_ place: ConfigPlace) -> UsageError {
        if case .inConfig = self { return self }
        return .inConfig(place, self)
    }
}

/// Why the value of an option cannot be used.
enum ValueProblem: Error, Equatable, Sendable {
    case empty
    case negative
    case tooLarge
    case outOfRange(ClosedRange<Int>)

    /// Not what the option takes, which the text describes (see `Messages`).
    case not(String)
    /// Not one of the allowed words.
    case notOneOf([String])
    /// The element of a list of statuses that is neither `2xx` nor `409` nor `200-204`.
    case notStatus(ByteString)
    case notPointer(ByteString)
    case notRegularExpression(ByteString, RegularExpression.Problem)
    case notByteRange
    /// A file without any URL.
    case noURLs
    /// A descriptor that the caller has not opened.
    case notOpen

    /// A CR, LF or NUL, which would end the header line (RFC 9110, 5.5).
    case lineBreak
    /// A CR or LF at the end of the text of this variable.
    case lineBreakOf(variable: String)
    /// A header with neither `:` nor a final `;`.
    case headerWithoutColon
    /// A header whose name is empty or not a token (RFC 9110, 5.1).
    case headerName(ByteString)

    /// A pattern of `--each` that is `-`.
    case eachOfInput
    /// A variable that `--each` sets.
    case variableOfEach(String)
}
