import FormEncoding
import FormUpload

extension Settings {
    struct Output: Equatable, Sendable {
        /// `-o`: at most one for each URL; `-` is standard output.
        var files: [ByteString] = []

        /// Prints the status line and headers before the body (`-i`).
        var includesHead = false

        var isSilent = false
        /// Whether errors and warnings are shown even so (`-S`).
        var showsErrors = false
        /// Whether errors and warnings are shown.
        var showsProblems: Bool { !isSilent || showsErrors }
        var isVerbose = false

        var badStatus = BadStatus.reported

        /// `--expect`, in order.
        var expectations: [Expectation] = []

        /// The final statuses that are a success; `nil` for 2xx.
        var expectedStatuses: StatusSet?

        /// `--output-dir`; as in curl, prefixed to the path of `-o` even if that is absolute.
        var directory: ByteString?
        var createsDirectories = false
        /// Keeps an existing file and chooses an unused name (`--no-clobber`).
        var keepsExisting = false
        /// Which response the file of `-o` gets.
        var kept = KeptResponse.whole
        /// In bytes, 0 for no limit (`--max-filesize`).
        var maximumSize: Int64?

        /// `-D`; `-` is standard output.
        var headFile: ByteString?
        /// `-w`
        var writeOut: TextArgument?

        var pretty = Pretty.auto
        var progress = ProgressMode.auto
        /// `--progress-to`: a path, the number of a descriptor, or `-`.
        var progressFile: ByteString?
        /// Whether progress goes to a program, too.
        var streamsProgress: Bool { progress == .json || progressFile != nil }
        /// Whether standard error is for a program, which learns of each end from the stream.
        var streamsToStandardError: Bool { progress == .json && progressFile == nil }
        var trace: Trace?
        var tracesTime = false
        var showsSecrets = false
        /// Header and form fields that are secret besides the usual ones (`--secret-field`).
        var secretFields: [ByteString] = []
        /// Header fields that are, too (`--secret-header`).
        var secretHeaders: [ByteString] = []
        /// Variables whose values are masked besides those whose names say so (`--secret-variable`).
        var secretVariables: [ByteString] = []
        /// `--journal`
        var journal: ByteString?
        /// The journal knows files by their contents (`--journal-content`).
        var journalsContent = false
        /// `--stderr`; `-` is standard output.
        var errorFile: ByteString?

        /// `--dry-run`; `nil`: the request is sent.
        var shownRequest: ShownRequest?
        /// The request is printed as a curl command line (`--curl`).
        var printsCurl = false
        /// Nothing is sent, and no body is read from a pipe.
        var isDryRun: Bool { shownRequest != nil || printsCurl }
        /// `--dump-body`; `-` is standard output.
        var bodyFile: ByteString?

        /// Nothing is sent: `--dry-run` or `--dump-body`.
        var isPreview: Bool { isDryRun || bodyFile != nil }

        /// The file of the one URL, `nil` for standard output.
        var file: ByteString? { files.first }

        /// The file of `-o` with its directory; `nil` for standard output.
        var path: ByteString? {
            guard let file, file != "-" else { return nil }
            guard let directory else { return file }
            return ByteString(bytes: directory.bytes + [UInt8(ascii: "/")] + file.bytes)
        }
    }

    /// Whether answers in JSON are indented (`--pretty`).
    enum Pretty: String, CaseIterable, Sendable {
        /// Where they go to a terminal.
        case auto
        case on
        case off
    }

    /// How a request is shown that is not sent.
    enum ShownRequest: String, CaseIterable, Sendable {
        /// The head without credentials, and a table of the parts.
        case table
        /// The exact bytes.
        case raw
    }

    /// A log of wire data: its format and its file.
    enum Trace: Equatable, Sendable {
        case verbose
        case hexadecimal(path: ByteString)
        case ascii(path: ByteString)
    }

    /// The responses that replace an older file.
    enum KeptResponse: Equatable, Sendable {
        /// Only the response of a success: `--remove-on-error`.
        case success
        /// A whole response with any status.
        case whole
        /// Also a response that was cut short by a failure: `--no-remove-on-error`.
        case part
    }

    /// The treatment of a final status that is not a success.
    enum BadStatus: Equatable, Sendable {
        /// The body is printed and the exit status is 22: the default, and `--fail-with-body`.
        case reported
        /// The body is not printed and the exit status is 22: `-f`.
        case bodySuppressed
        /// It counts as a success: `--no-fail`.
        case accepted
    }
}

/// A text of `--generate`, made from the option table.
enum GeneratedText: String, CaseIterable, Sendable {
    case man
    case completeBash = "complete-bash"
    case completeZsh = "complete-zsh"
    case completeFish = "complete-fish"
}

/// How progress is shown (`--progress`).
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
