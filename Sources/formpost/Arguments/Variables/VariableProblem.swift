import FormEncoding

/// Why a variable cannot be set or expanded, as a fact.
enum VariableProblem: Error, Equatable, Sendable {
    case syntax(Template.Problem)
    /// No variable has this name.
    case unknown(String, suggestion: String?)
    /// A variable that `--each` would set.
    case needsEach(String)
    /// The value has a NUL, which no argument may contain.
    case nul(String)
    /// The text with the values in it has more than 10 MB.
    case tooLong
    /// The function needs a file, and the variable has none.
    case noFile(function: String, variable: String)
    case unreadable(ByteString, errno: Int32)
    /// The file changed after it was hashed.
    case changed(ByteString)
    case timedOut(InputTimeout)
    /// The system has no library for the digest.
    case noLibrary(Digest)
    /// Neither the environment nor the option has a value.
    case notInEnvironment(String)
    /// A credential would be sent without its secret.
    case empty(String)
    /// `--expand-x` for an option without a value.
    case takesNoValue(String)
    /// An option that cannot wait for the variables of a request.
    case cannotWait(String)
    /// A variable is named by a variable of a request.
    case unnamed
    /// `--capture` sets the variable for later requests only.
    case capturedLater(String)
    /// An option for all requests cannot wait for a captured value.
    case sharedCapture(String)
    /// The name of a file cannot come from a captured value.
    case namesFile(String)
    /// A captured value would be more than text in the option.
    case isSyntax(String)

    /// curl's number.
    var exitStatus: Int32 {
        switch self {
        case .unreadable, .changed: ExitStatus.cannotRead
        case .timedOut: ExitStatus.timedOut
        case .noLibrary: ExitStatus.notAvailable
        case .isSyntax: ExitStatus.badReply
        default: ExitStatus.usage
        }
    }
}
