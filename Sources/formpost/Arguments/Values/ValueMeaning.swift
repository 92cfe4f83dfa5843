import FormEncoding

/// The kind of thing that the value of an option names. It determines the completion of the value, and the
/// files that the command reads and writes.
enum ValueMeaning: Hashable, Sendable {
    /// No file.
    case text
    /// The grammar of `-F`, which finds its files itself.
    case form
    /// The notation of `--form-tree`: a directory after `name=`.
    case tree
    /// The notation of `--capture`, and of `--expect`.
    case capture, expectation
    case helpTopic
    /// A file that is read.
    case input
    /// A file that is read; `-` is standard input.
    case inputOrDash
    /// Text, or a file to read after an `@`; `@-` is standard input.
    case textOrInput
    /// The same for `-w`, whose text has variables.
    case writeOut
    /// The notation of `--url-query`: text, `@file`, `name@file`.
    case query
    /// The notation of `--data-urlencode`.
    case urlEncoded
    /// The file of `-T`; `-` and `.` are standard input.
    case upload
    /// Cookies, or without a `=` a file of them; `-` is standard input.
    case cookies
    /// Hashes of a public key, or a file with the key.
    case publicKey
    /// `file:password`
    case certificate
    /// A file that is written; `-` is standard output.
    case output(FileUse.Kind)
    /// The same, or the number of a descriptor.
    case channel
    case directory
    case socket
    /// A URL, or a file of them after an `@`.
    case url
    /// The notation of `--each`.
    case each
    /// The notation of `--variable`, whose file the parser records when it reads it.
    case variable

    /// The file that is read.
    func input(of value: ByteString) -> ByteString? {
        switch self {
        case .text, .form, .tree, .capture, .expectation, .helpTopic, .output, .channel, .directory,
            .socket, .variable:
            return nil
        case .input, .inputOrDash: return value
        case .each:
            return EachArgument(value).flatMap { $0.isList ? $0.source : nil }
        case .textOrInput, .writeOut, .url:
            return OptionUse(option: "", argument: value).fileAfterAt?.path
        case .upload: return value == "." ? "-" : value
        case .query where value.first == UInt8(ascii: "+"): return nil
        case .query, .urlEncoded: return value.nameAndFile?.path
        case .cookies:
            return value.cookieFile.flatMap { $0.isEmpty ? nil : $0 }
        case .publicKey: return value.bytes.starts(with: "sha256//".utf8) ? nil : value
        case .certificate:
            let argument = CertificateArgument(value)
            return argument.isFile ? argument.file : nil
        }
    }

    /// Whether the value is a path, which hardly looks like an option.
    var isPath: Bool {
        switch self {
        case .input, .inputOrDash, .upload, .publicKey, .certificate, .output, .channel, .socket,
            .directory:
            true
        default: false
        }
    }
}

struct FileUse: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case read
        /// Read by `-b`, which may read what `-c` saves.
        case cookies
        /// Truncated, then written.
        case written
        /// Truncated once in a call, and appended to by all requests (`-D`, `%output{}`).
        case collected
        /// The same for `--trace` and `--trace-ascii`, of which the last one counts.
        case trace
        /// The file of `-o`: moved into place when the response is whole.
        case response
        /// The file of `-c`: written after the transfer.
        case jar
        /// Appended to after the transfer.
        case appended
        /// The file of `--journal`: read, then appended to. Nothing else may use it.
        case journal

        var isWritten: Bool { self != .read && self != .cookies }
    }

    /// As it was typed; empty for a standard stream.
    var option: String
    /// As it was typed; the name of a standard stream.
    var path: ByteString
    var kind: Kind
    /// Where the file is, if `-o` has a directory.
    var place: ByteString?
    /// The descriptor of a standard stream, or of an output whose path names one: all who write to it append.
    var descriptor: Int32?
}
