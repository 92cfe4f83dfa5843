import FormEncoding
import FormUpload

/// The result of parsing a command line, before anything is opened.
struct Settings: Equatable, Sendable {
    /// The task: an upload, unless an option asks for something else.
    enum Action: Equatable, Sendable {
        case upload
        case help(topic: ByteString?)
        case version
        case generate(GeneratedText)
    }

    var action = Action.upload

    /// The URLs as they were written; at least one after parsing an upload.
    var urls: [ByteString] {
        let typed = givenURLs.isEmpty ? configuredURLs : givenURLs
        return typed.isEmpty ? presignedURL.map { [$0] } ?? [] : typed
    }

    /// The URLs of the command line, which replace those of configuration files.
    private(set) var givenURLs: [ByteString] = []
    private(set) var configuredURLs: [ByteString] = []
    /// The URL of `--form-fields`, used if no other is given.
    var presignedURL: ByteString?

    var form = Form()
    var data = Data()
    var request = Request()
    var redirects = RedirectPolicy()
    var retry = RetryPolicy()
    var resuming = Resuming()
    var limits = UploadLimits.ofCommand

    /// How an upload goes on after an interruption.
    struct Resuming: Equatable, Sendable {
        /// Nil without `--resumable` and `--tus`.
        var byProtocol: ResumptionProtocol?
        /// `--append-size`; 0 is no limit.
        var appendSize: Int64 = 0
    }

    var isTus: Bool { resuming.byProtocol == .tus }

    /// `--next`: another operation begins.
    var isFollowed = false
    /// The variables that are set so far.
    var variables = Variables()
    /// The input to read before the next option.
    var pendingInput: PendingInput?

    /// The file of `--each` that this request is for.
    var eachFile: ByteString?

    /// The option other than `-F` that reads standard input.
    var standardInput: OptionUse?

    /// The options as typed, by long name: the last use of each.
    var typed: [String: String] = [:]

    /// Every option and URL in order, also those of configuration files.
    var uses: [OptionUse] = []

    /// The files that options other than `-F` name.
    var files: [FileUse] = []

    /// Options that stand where the value of another is.
    var swallowed: [SwallowedOption] = []

    /// The option whose effect is running, as typed.
    var optionInUse = ""

    /// The options that are passed to libcurl.
    var passed: [PassedOption] = []

    var tls = TLS()
    var many = Many()
    var output = Output()

    /// `--capture`, in order.
    var captures: [Capture] = []
    /// The values of `--capture` are to come, and the request will be made again with them.
    var isTrial = false

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

    /// The URL of the transfer, as it was written (perhaps without a scheme).
    var url: ByteString? { urls.first }

    /// Adds the URLs of a file (`--url @file`), one a line.
    mutating func addURLs(_ content: [UInt8], of use: OptionUse) throws(UsageError) {
        let lines = content.split(separator: UInt8(ascii: "\n")).map { Array($0).trimmed }
        let urls = lines.filter { !$0.isEmpty && $0.first != UInt8(ascii: "#") }
        guard !urls.isEmpty else { throw use.bad(.noURLs) }
        for url in urls.map({ ByteString(bytes: $0) }) {
            apply(word: OptionUse(option: "", argument: url, place: use.place))
        }
    }

    /// Adds a URL of the command line, or of a configuration file.
    mutating func add(_ url: ByteString, isConfigured: Bool) {
        if isConfigured { configuredURLs.append(url) } else { givenURLs.append(url) }
    }

    /// The settings of one of the requests: to this URL, with this file of `-T` and of `-o`.
    func request(to url: ByteString, uploading file: InputFile?, into output: ByteString?)
        -> Settings
    {
        var request = self
        (request.givenURLs, request.configuredURLs) = ([url], [])
        request.data.files = file.map { [$0] } ?? []
        request.output.files = output.map { [$0] } ?? []
        return request
    }

    /// Two options that ask for bodies of different kinds, as they were typed.
    var bodyOptions: (String, String)? {
        let names = [
            form.fields.first?.option,
            data.pieces.first { $0.kind != .json }?.option,
            data.pieces.first { $0.kind == .json }?.option,
            data.file.map(\.option),
            data.each.first?.option,
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

    var hasBody: Bool { !form.fields.isEmpty || !data.isEmpty }

    /// The option with this long name, as typed if it was given.
    func name(of long: String) -> String { typed[long] ?? "--" + long }
}

extension Settings {
    /// An input that an option asks to be read.
    enum PendingInput: Equatable, Sendable {
        /// A configuration file (`-K`).
        case configuration(InputFile)
        /// `--variable`
        case variable(VariableArgument)
        /// A file of fields (`--form-fields`).
        case fields(OptionUse)
        /// A file of URLs (`--url @file`).
        case urls(OptionUse)
        /// A token of the environment (`--bearer-env`).
        case token(OptionUse)
    }

    /// The form and its encoding.
    struct Form: Equatable, Sendable {
        /// `-F` and `--form-string`, in order.
        var fields: [FormField] = []
        /// Backslashes in names and filenames instead of percent signs (`--form-escape`).
        var usesBackslashes = false
        /// Escapes the filenames of `--form-tree` as in a query (`--form-tree-escape`).
        var escapesTrees = false
        /// Sends curl's bytes, with warnings, in place of errors (`--form-lax`).
        var isLax = false
        /// `nil`: random.
        var boundary: Boundary?
        /// Input without a known length is streamed, not spooled (`--chunked`).
        var isChunked = false

        var escaping: NameEscaping { usesBackslashes ? .backslash : .percent }
        /// In bytes, for each input without a length; `nil`: no limit (`--max-spool`).
        var maximumSpool: Int64?
        /// Whether files may grow while they are sent, also outside forms (`--allow-growth`).
        var allowsGrowth = false
    }

    /// A body that is no form.
    struct Data: Equatable, Sendable {
        /// `-d` and its relatives, in order.
        var pieces: [DataArgument] = []
        /// They are added to the URL of a GET (`-G`).
        var isQuery = false
        /// `-T`: at most one for each URL.
        var files: [InputFile] = []
        /// `--each` without a name: each file is a body.
        var each: [FormField] = []

        var file: InputFile? { files.first }

        var isEmpty: Bool { pieces.isEmpty && file == nil && !isQuery }
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
        /// `--idempotency-key`
        var idempotencyKey: IdempotencyKey?
        /// `--url-query`, in order.
        var query: [URLEncodedData] = []
        /// `-u`: `user:password`, or a user whose password is asked for.
        var user: ByteString?
        var readsNetrc = false
        var netrcIsOptional = false
        var netrcFile: InputFile?
        /// `-b`, in order: `name=value`, or a file's name.
        var cookies: [CookieArgument] = []

        var netrc: Netrc {
            if netrcIsOptional { return .optional }
            return readsNetrc || netrcFile != nil ? .required : .ignored
        }
    }

    /// Whether logins are read from a .netrc file (`CURL_NETRC_OPTION`).
    enum Netrc: Int64, Equatable, Sendable {
        case ignored, optional, required
    }

    /// How several requests are made.
    struct Many: Equatable, Sendable {
        /// The terminator of the paths in the lists of `--each`.
        var listEnd = PathList.Terminator.lineEnd
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
}
