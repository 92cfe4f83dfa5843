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
    var data = Data()
    var request = Request()
    var redirects = RedirectPolicy()
    var retry = RetryPolicy()
    var limits = UploadLimits()

    /// A configuration file to read before the next option (`-K`).
    var config: InputFile?

    /// The option other than `-F` that reads standard input.
    var standardInput: StandardInputClaim?

    /// The options as typed, by long name: the last use of each.
    var typed: [String: String] = [:]

    /// Every option in order, also those of configuration files.
    var uses: [OptionUse] = []

    /// The files that options other than `-F` name.
    var files: [FileUse] = []

    /// The secrets of options other than form fields: not shown, and hidden in the process's
    /// arguments.
    var secrets: [ByteString] = []

    /// The option whose effect is running, as typed.
    var optionInUse = ""

    /// The options that are passed to libcurl.
    var passed: [PassedOption] = []

    var tls = TLS()
    var output = Output()

    /// Whether input without a known length is streamed: `--chunked`, or `-H 'Transfer-Encoding:
    /// chunked'`.
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

    /// Two options that ask for bodies of different kinds, as they were typed.
    var bodyOptions: (String, String)? {
        let names = [
            form.fields.first?.option,
            data.pieces.first { $0.kind != .json }?.option,
            data.pieces.first { $0.kind == .json }?.option,
            data.file.map(\.option),
            data.isQuery && (!form.fields.isEmpty || data.file != nil) ? name(of: "get") : nil,
        ].compactMap { $0 }
        return names.count > 1 ? (names[0], names[1]) : nil
    }

    /// An option about forms on the command line of a request that has none. In configuration files
    /// such options are defaults.
    var uselessFormOption: String? {
        guard form.fields.isEmpty else { return nil }
        return uses.first { use in
            use.isOn && use.place == nil && OptionTable.row(of: use.option)?.isForForms == true
        }?.option
    }

    /// The option with this long name, as typed if it was given.
    func name(of long: String) -> String { typed[long] ?? "--" + long }
}

extension Settings {
    /// The form and its encoding.
    struct Form: Equatable, Sendable {
        /// `-F` and `--form-string`, in order.
        var fields: [FormField] = []

        /// Backslashes in names and filenames instead of percent signs (`--form-escape`).
        var usesBackslashes = false

        /// Sends curl's bytes, with warnings, in place of errors (`--form-lax`).
        var isLax = false

        /// `nil`: random.
        var boundary: Boundary?

        /// Input without a known length is streamed, not spooled (`--chunked`).
        var isChunked = false

        var escaping: NameEscaping { usesBackslashes ? .backslash : .percent }

        /// In bytes, for each input without a length; `nil`: no limit (`--max-spool`).
        var maximumSpool: Int64?
    }

    /// A body that is no form.
    struct Data: Equatable, Sendable {
        /// `-d` and its relatives, in order.
        var pieces: [DataArgument] = []
        /// They are added to the URL of a GET (`-G`).
        var isQuery = false
        /// `-T`: one after parsing an upload.
        var files: [InputFile] = []

        var file: InputFile? { files.first }
    }

    struct Request: Equatable, Sendable {
        /// `nil`: POST with a body or PUT with `-T`, otherwise GET.
        var method: ByteString?

        /// `-H`, in order.
        var headers: [HeaderArgument] = []

        /// `-A`; `nil` for formpost's own, empty for none.
        var userAgent: ByteString?

        /// `-e`, possibly with `;auto` at the end.
        var referer: ByteString?

        var acceptsCompressed = false

        /// `--url-query`, in order.
        var query: [URLEncodedData] = []

        /// `-u`: `user:password`, or a user whose password is asked for.
        var user: ByteString?

        var readsNetrc = false
        var netrcIsOptional = false
        var netrcFile: InputFile?

        /// `-b`, in order: `name=value`, or a file's name.
        var cookies: [ByteString] = []

        var netrc: Netrc {
            if netrcIsOptional { return .optional }
            return readsNetrc || netrcFile != nil ? .required : .ignored
        }
    }

    /// Whether logins are read from a .netrc file (`CURL_NETRC_OPTION`).
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

        /// Prints the status line and headers before the body (`-i`).
        var includesHead = false

        var isSilent = false
        var showsErrors = false
        var isVerbose = false

        var failure = Failure.reported

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

        var pretty = PrettyBody.Mode.auto
        var progress = ProgressMeter.Mode.auto
        var trace: Trace?
        var tracesTime = false
        var showsSecrets = false
        /// Header and form fields that are secret besides the usual ones (`--secret-field`).
        var secretFields: [ByteString] = []
        /// Header fields that are, too (`--secret-header`).
        var secretHeaders: [ByteString] = []
        /// `--journal`
        var journal: ByteString?
        /// `--stderr`; `-` is standard output.
        var errorFile: ByteString?

        /// `--dry-run`
        var showsRequest = false
        /// The request is printed as a curl command line (`--curl`).
        var printsCurl = false
        /// Nothing is sent, and standard input is not read.
        var isDryRun: Bool { showsRequest || printsCurl }
        /// `--dump-body`; `-` is standard output.
        var bodyFile: ByteString?

        /// The file of the one URL, `nil` for standard output.
        var file: ByteString? { files.first }

        /// Goes back to the default if the mode is this one.
        mutating func undoProgress(_ mode: ProgressMeter.Mode) {
            if progress == mode { progress = .auto }
        }
    }

    /// A log of wire data: its format and its file.
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

    /// Which response takes the place of an older file.
    enum KeptResponse: Equatable, Sendable {
        /// That of a success only: `--remove-on-error`.
        case success
        /// One that is whole, whatever its status is.
        case whole
        /// Also the part that came before a failure: `--no-remove-on-error`.
        case part
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
