import FormEncoding
import FormUpload

/// What the options of an operation ask for, before anything is opened.
struct Settings: Sendable {
    var written = URLs()
    var form = Form()
    var data = Data()
    var request = Request()
    var redirects = RedirectPolicy()
    var retry = RetryPolicy.ofCommand
    /// `nil` without `--resumable` and `--tus`.
    var resumption: ResumptionProtocol?
    /// `--append-size`; 0 is no limit.
    var appendSize: Int64 = 0
    var limits = UploadLimits.ofCommand
    var isInsecure = false
    var passed: [PassedOption] = []
    var each = Each()
    var captures: [Capture] = []
    var output = Output()

    var isTus: Bool { resumption == .tus }

    /// The URLs of the requests; at least one after the checks.
    var urls: [ByteString] {
        [written.given, written.configured, written.presigned].first { !$0.isEmpty } ?? []
    }

    /// The URL of the transfer, as it was written (perhaps without a scheme).
    var url: ByteString? { urls.first }

    /// Whether input without a known length is streamed: `--chunked`, or `-H 'Transfer-Encoding:
    /// chunked'`.
    var isChunked: Bool {
        form.isChunked
            || request.headers.contains { header in
                guard case .field(let field) = header, case .text(let value) = field.value
                else { return false }
                return field.isNamed("Transfer-Encoding")
                    && value.description.lowercased() == "chunked"
            }
    }

    /// The settings of the request to a URL, counted from 0: the n-th files of `-T` and `-o` are for the n-th URL.
    func request(_ number: Int) -> Settings {
        var request = self
        request.written = URLs(given: [urls[number]])
        request.data.files = Array(data.files.dropFirst(number).prefix(1))
        request.output = output.request(number)
        return request
    }

    var hasBody: Bool { !form.fields.isEmpty || !data.isEmpty }

    struct URLs: Equatable, Sendable {
        /// The URLs of the command line; they replace those of configuration files.
        var given: [ByteString] = []
        var configured: [ByteString] = []
        /// The URL of `--form-fields`, used if no other is given.
        var presigned: [ByteString] = []
    }

    struct Form: Equatable, Sendable {
        var fields: [FormField] = []
        /// In names and filenames (`--form-escape`).
        var escaping = NameEscaping.percent
        /// Escapes the filenames of trees as in a query (`--form-tree-escape`).
        var escapesTreeNames = false
        /// Sends hidden files of trees and those in hidden directories, too (`--hidden`).
        var includesHidden = false
        /// Sends curl's bytes, with warnings, in place of errors (`--form-lax`).
        var isLax = false
        /// `nil`: random.
        var boundary: Boundary?
        /// Input without a known length is streamed, not spooled (`--chunked`).
        var isChunked = false

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
        var headers: [HeaderArgument] = []
        /// `-A`; `nil` for formpost's own, empty for none.
        var userAgent: ByteString?
        /// `-e` without `;auto`; empty for none.
        var referer: ByteString = ""
        /// `--idempotency-key`; empty for another one for each request.
        var idempotencyKey: ByteString?
        var query: [DataArgument] = []
        var readsNetrc = false
        var netrcIsOptional = false
        var netrcFile: InputFile?
        /// `-b`, in order: `name=value`, or a file's name.
        var cookies: [ByteString] = []

        var usesNetrc: Bool { readsNetrc || netrcIsOptional || netrcFile != nil }
    }

    struct Each: Equatable, Sendable {
        var file: ByteString?
        var listHasNULs = false
    }

    struct Output: Sendable {
        /// `-o`: at most one for each URL; `-` is standard output.
        var files: [ByteString] = []

        var includesHead = false

        var badStatus = BadStatus.reported

        var expectations: [Expectation] = []

        /// The final statuses that are a success; `nil` for 2xx.
        var expectedStatuses: [ClosedRange<Int>]?

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
        var writeOut: OptionUse?

        var pretty = Pretty.auto

        /// The file of the one URL, `nil` for standard output.
        var file: ByteString? { files.first }

        /// The file of `-o` with its directory; `nil` for standard output.
        var path: ByteString? {
            guard let file, file != "-" else { return nil }
            guard let directory else { return file }
            return ByteString(bytes: directory.bytes + [UInt8(ascii: "/")] + file.bytes)
        }

        /// The output of the request to a URL, counted from 0.
        func request(_ number: Int) -> Output {
            var request = self
            request.files = Array(files.dropFirst(number).prefix(1))
            return request
        }

        /// Judges the final status of a request, by whether all of its body was sent. Before that
        /// only a status that the user has named is a success: `2xx` says that the server took
        /// what it got.
        func verdict(on status: Int, isBodyComplete: Bool) -> StatusVerdict {
            let names = (expectedStatuses ?? [successes]).filter { $0.contains(status) }
            if !isBodyComplete, names.contains(where: { $0 != successes }) { return .success }
            if names.isEmpty, badStatus != .accepted { return .failure }
            if !isBodyComplete { return .early }
            if names.isEmpty { return .tolerated }
            return .success
        }

        /// Whether a status is no failure by itself.
        func accepts(_ status: Int) -> Bool {
            verdict(on: status, isBodyComplete: true) != .failure
        }

        /// Whether the final status says that the server has taken the request. A status that only
        /// `--no-fail` accepts does not.
        func isSuccess(_ status: Int) -> Bool {
            verdict(on: status, isBodyComplete: true) == .success
        }

        /// `2xx`
        private let successes = 200...299
    }

    /// The meaning of a final status for a request.
    enum StatusVerdict {
        case success
        /// A bad status that `--no-fail` accepts.
        case tolerated
        /// The status is no failure, but it came before the server had the whole body.
        case early
        case failure
    }

    /// Whether answers in JSON are indented (`--pretty`).
    enum Pretty: String, CaseIterable, Sendable {
        /// Where they go to a terminal.
        case auto
        case on
        case off
    }

    /// What came of a response; as a setting, the worst response that still replaces an older file.
    enum KeptResponse: Comparable, Sendable {
        /// The response of a success: `--remove-on-error`.
        case success
        /// A whole response with any status.
        case whole
        /// A response that was cut short by a failure: `--no-remove-on-error`.
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

enum GeneratedText: String, CaseIterable, Sendable {
    case man
    case completeBash = "complete-bash"
    case completeZsh = "complete-zsh"
    case completeFish = "complete-fish"
}
