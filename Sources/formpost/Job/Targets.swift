import FormEncoding

/// The open files that an upload writes.
struct Targets {
    /// The file of `-o`; `nil`: standard output.
    let response: OutputFile?
    /// Which response it gets.
    let kept: Settings.KeptResponse
    let heads: HeadFile?
    /// The target of `-v` and `--trace`; `nil` for none.
    let wire: WireTarget?

    init(
        _ output: Settings.Output, _ files: FileClaims, _ console: Console,
        temporaryDirectory: String
    ) throws(WriteError) {
        kept = files.replacesInput ? .success : output.kept
        response = try files.openResponse(
            output, keepsPart: kept == .part, temporaryDirectory: temporaryDirectory)
        heads = try output.headFile.map { path throws(WriteError) in
            path == "-"
                ? HeadFile(descriptor: console.output)
                : HeadFile(path: path, descriptor: try files.create(path))
        }
        wire = try WireTarget(output, files, console)
    }
}

extension FileClaims {
    /// Opens the file of `-o`.
    fileprivate func openResponse(
        _ output: Settings.Output, keepsPart: Bool, temporaryDirectory: String
    ) throws(WriteError) -> OutputFile? {
        guard let path = output.path else { return nil }
        if output.createsDirectories { try OutputFile.createDirectories(of: path) }
        return try OutputFile(
            path: path, keepsExisting: output.keepsExisting, keepsPart: keepsPart,
            temporaryDirectory: temporaryDirectory, until: limit)
    }
}

/// The file or channel for wire data.
struct WireTarget {
    let descriptor: Int32
    /// `nil` for a standard channel.
    var path: ByteString?
    var isStandardError = false

    /// `nil` if no wire data is shown.
    init?(
        _ output: Settings.Output, _ files: FileClaims, _ console: Console
    ) throws(WriteError) {
        guard let trace = output.tracing else { return nil }
        switch trace {
        case .verbose, .hexadecimal(path: "%"), .ascii(path: "%"):
            descriptor = console.error
            isStandardError = true
        case .hexadecimal(path: "-"), .ascii(path: "-"):
            descriptor = console.output
        case .hexadecimal(let file), .ascii(let file):
            (path, descriptor) = (file, try files.create(file))
        }
    }
}

extension Settings.Output {
    /// The format and the target of wire data; `nil` for none.
    var tracing: Settings.Trace? { trace ?? (isVerbose ? .verbose : nil) }
}
