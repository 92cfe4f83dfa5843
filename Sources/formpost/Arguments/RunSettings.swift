import FormEncoding
import FormUpload

/// The options that count for all operations of a command line, whichever they stand in.
struct RunSettings: Sendable {
    var display = Display()
    var preview = Preview()
    var secrets = Secrets()
    var journal = Journal()
    var parallel = Parallel()

    /// The options as typed, by long name: the last use of each.
    var typed: [String: String] = [:]

    /// The option with this long name, as typed if it was given.
    func name(of long: String) -> String { typed[long] ?? "--" + long }

    /// What standard error shows.
    struct Display: Equatable, Sendable {
        var isSilent = false
        /// Whether errors and warnings are shown even so (`-S`).
        var showsErrors = false
        var isVerbose = false
        var trace: Trace?
        var tracesTime = false
        var progress = ProgressMode.auto
        /// `--progress-to`: a path, the number of a descriptor, or `-`.
        var progressFile: ByteString?
        /// `--stderr`; `-` is standard output.
        var errorFile: ByteString?

        var showsProblems: Bool { !isSilent || showsErrors }
        /// Whether standard error is for a program, which learns of each end from the stream.
        var streamsToStandardError: Bool { progress == .json && progressFile == nil }
        /// The format and the target of wire data; `nil` for none.
        var tracing: Trace? { trace ?? (isVerbose ? .verbose : nil) }
    }

    /// A log of wire data: its format and its file.
    enum Trace: Equatable, Sendable {
        case verbose
        case hexadecimal(path: ByteString)
        case ascii(path: ByteString)
    }

    /// The output that replaces sending the requests.
    struct Preview: Equatable, Sendable {
        var request: ShownRequest?
        var printsCurl = false

        /// Nothing is sent.
        var isOn: Bool { request != nil || printsCurl }
        /// The body alone is shown, also that of a pipe.
        var isBody: Bool { request == .body && !printsCurl }
        /// Nothing is sent, and no body is read from a pipe.
        var isDryRun: Bool { isOn && !isBody }
    }

    /// How a request is shown that is not sent.
    enum ShownRequest: String, CaseIterable, Sendable {
        /// The head without credentials, and a table of the parts.
        case table
        /// The exact bytes.
        case raw
        /// The exact bytes of the body alone.
        case body
    }

    struct Secrets: Equatable, Sendable {
        var areShown = false
        /// The names of secrets: the usual ones, and those of `--secret`.
        var names = CredentialNames()
    }

    struct Journal: Equatable, Sendable {
        var path: ByteString?
        var isByContent = false
        /// Interrupted uploads are deleted, and nothing is uploaded (`--resume-cancel`).
        var cancelsUploads = false
    }

    struct Parallel: Equatable, Sendable {
        /// Side by side (`-Z`).
        var isOn = false
        /// Requests at a time with `-Z`: small servers lose connections with curl's 50.
        var maximum = 8
        var isImmediate = false
        var failsEarly = false
        /// The shortest time from the beginning of a request to that of the next (`--rate`).
        var interval = Duration.zero
    }
}

enum ProgressMode: String, CaseIterable, Sendable {
    /// A bar on a terminal, after about a second; in a job of CI as `plain`; elsewhere nothing, or of many
    /// requests a line each.
    case auto
    case bar
    /// A line every few seconds, for logs.
    case plain
    /// A JSON object per line, for programs: the stream.
    case json
    case none
}
