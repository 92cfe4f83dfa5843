import FormEncoding
import FormUpload

/// The result of parsing a command line, before anything is opened.
struct Settings: Equatable, Sendable {
    /// What to do: upload, unless an option asks for something else.
    enum Action: Equatable, Sendable {
        case upload
        case help(topic: ByteString?)
        case version
        case generate(GeneratedText.Kind)
    }

    var action = Action.upload

    /// The URLs as they were written; exactly one after parsing an upload.
    var urls: [ByteString] { givenURLs.isEmpty ? configuredURLs : givenURLs }

    /// Those of the command line, which take the place of those of configuration files.
    private(set) var givenURLs: [ByteString] = []
    private(set) var configuredURLs: [ByteString] = []

    var form = Form()
    var request = Request()
    var redirects = RedirectPolicy()
    var retry = RetryPolicy()
    var limits = UploadLimits()

    /// A configuration file to read before the next option (`-K`).
    var config: InputFile?

    /// What reads standard input, but for `-F`.
    var standardInput: StandardInputClaim?

    /// The options as they were typed, by their long names: the last use of each.
    var typed: [String: String] = [:]

    /// The files that options name, but for those in `-F`.
    var files: [FileUse] = []

    /// What must neither be shown nor stay in the process's arguments, but for form fields.
    var secrets: [ByteString] = []

    /// While an option has its effect: that option, as it was typed.
    var optionInUse = ""

    /// Options that are passed to libcurl.
    var passed: [PassedOption] = []

    var tls = TLS()
    var output = Output()

    /// Input without a known length is streamed: `--chunked`, or `-H 'Transfer-Encoding: chunked'`.
    var isChunked: Bool {
        form.isChunked
            || request.headers.contains { header in
                guard case .add(let name, _, let value) = header else { return false }
                return name.description.lowercased() == "transfer-encoding"
                    && value.description.lowercased() == "chunked"
            }
    }

    /// The URL of the upload, as it was written (perhaps without a scheme).
    var url: ByteString? { urls.first }

    /// Adds a URL of the command line, or of a configuration file.
    mutating func add(_ url: ByteString, isConfigured: Bool) {
        if isConfigured { configuredURLs.append(url) } else { givenURLs.append(url) }
    }

    /// The option of this long name, as it was typed if it was.
    func name(of long: String) -> String { typed[long] ?? "--" + long }
}

extension Settings {
    /// The form and how it is written.
    struct Form: Equatable, Sendable {
        /// `-F` and `--form-string`, in order.
        var fields: [FormField] = []

        /// Backslashes in names and filenames instead of percent signs (`--form-escape`).
        var usesBackslashes = false

        /// curl's exact bytes, with warnings, for what is otherwise an error (`--form-lax`).
        var isLax = false

        /// `nil`: random.
        var boundary: Boundary?

        /// Input without a known length is streamed, not spooled (`--chunked`).
        var isChunked = false

        var escaping: NameEscaping { usesBackslashes ? .backslash : .percent }

        /// In bytes, for each input without a length; `nil`: no limit (`--max-spool`).
        var maximumSpool: Int64?
    }

    struct Request: Equatable, Sendable {
        /// `nil`: POST with a body, otherwise GET.
        var method: ByteString?

        /// `-H`, in order.
        var headers: [HeaderArgument] = []

        /// `nil`: our own (`-A`); empty: none.
        var userAgent: ByteString?

        /// As curl has it, perhaps with `;auto` (`-e`).
        var referer: ByteString?

        var acceptsCompressed = false

        /// `--url-query`, in order.
        var query: [URLEncodedData] = []

        /// `user:password`, or a user whose password is asked for (`-u`).
        var user: ByteString?

        var netrc = Netrc.ignored
        var netrcFile: InputFile?

        /// `-b`, in order: `name=value`, or a file's name.
        var cookies: [ByteString] = []
    }

    /// Whether a login is looked for in a .netrc file (`CURL_NETRC_OPTION`).
    enum Netrc: Int64, Equatable, Sendable {
        case ignored, optional, required
    }

    struct TLS: Equatable, Sendable {
        /// Certificates are not verified (`-k`).
        var isInsecure = false

        /// A file of PEM certificates to trust instead of the system's.
        var caCertificates: ByteString?

        /// libcurl's numbers (`CURL_SSLVERSION_…`), 0 for its default.
        var oldestVersion: Int64 = 0
        var newestVersion: Int64 = 0
    }

    struct Output: Equatable, Sendable {
        /// `-o`; `-` is standard output.
        var files: [ByteString] = []

        /// Status line and headers before the body (`-i`).
        var includesHead = false

        var isSilent = false
        var showsErrors = false
        var isVerbose = false

        var failure = Failure.reported

        /// Which final statuses are a success; `nil`: 2xx.
        var expectedStatuses: StatusSet?

        /// Goes before the path of `-o`, even an absolute one, as in curl (`--output-dir`).
        var directory: ByteString?
        var createsDirectories = false
        /// An existing file is left alone, and a new name is found (`--no-clobber`).
        var keepsExisting = false
        /// The part of a response that came before a failure stays (`--no-remove-on-error`).
        var keepsPart = false
        /// In bytes, 0 for no limit (`--max-filesize`).
        var maximumSize: Int64?

        /// `-D`; `-` is standard output.
        var headFile: ByteString?
        /// `-w`
        var writeOut: TextArgument?

        var progress = ProgressMeter.Mode.auto
        var trace: Trace?
        var tracesTime = false
        var showsSecrets = false
        /// Fields that are masked besides the usual ones (`--secret-field`).
        var secretFields: [ByteString] = []
        /// Colours on a terminal: not with `NO_COLOR`.
        var isColored = true
        /// `--stderr`; `-` is standard output.
        var errorFile: ByteString?

        var isDryRun = false
        /// `--dump-body`; `-` is standard output.
        var bodyFile: ByteString?

        /// The file of the one URL, `nil` for standard output.
        var file: ByteString? { files.first }
    }

    /// A log of everything that goes over the wire, and where it is written.
    enum Trace: Equatable, Sendable {
        case verbose
        case hexadecimal(path: ByteString)
        case ascii(path: ByteString)

        var format: WireFormat {
            switch self {
            case .verbose: .verbose
            case .hexadecimal: .hexadecimal
            case .ascii: .ascii
            }
        }
    }

    /// What happens after a final status that is not a success.
    enum Failure: Equatable, Sendable {
        /// The body is printed and the exit status is 22: the default, and `--fail-with-body`.
        case reported
        /// The body is not printed and the exit status is 22: `-f`.
        case bodySuppressed
        /// It counts as a success: `--no-fail`.
        case accepted
    }
}
