import FormEncoding

extension Settings {
    struct Output: Equatable, Sendable {
        /// `-o`: at most one for each URL; `-` is standard output.
        var files: [ByteString] = []

        /// Prints the status line and headers before the body (`-i`).
        var includesHead = false

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

/// What counts as a success.
extension Settings.Output {
    /// Whether this final status is no failure.
    func accepts(_ status: Int) -> Bool { badStatus == .accepted || isSuccess(status) }

    /// Whether the final status says that the server has taken the request. A status that only
    /// `--no-fail` accepts does not.
    func isSuccess(_ status: Int) -> Bool {
        expectedStatuses?.contains(status) ?? (200..<300).contains(status)
    }
}
