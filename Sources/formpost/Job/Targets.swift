import FormEncoding

/// The files that an upload writes while it proceeds, opened.
struct Targets {
    /// The file of `-o`; `nil`: standard output.
    let response: OutputFile?
    let heads: HeadFile?
    /// Where `-v` and `--trace` go; `nil`: nowhere.
    let wire: WireTarget?

    init(
        _ output: Settings.Output, _ files: FileClaims, _ console: Console,
        temporaryDirectory: String
    ) throws(WriteError) {
        response = try files.openResponse(output, temporaryDirectory: temporaryDirectory)
        heads = try output.headFile.map { path throws(WriteError) in
            path == "-"
                ? HeadFile(descriptor: console.output)
                : HeadFile(path: path, descriptor: try files.create(path))
        }
        wire = try WireTarget(output, files, console)
    }
}

extension FileClaims {
    /// Opens the file of `-o`, so that what is wrong with it shows before anything is sent.
    fileprivate func openResponse(
        _ output: Settings.Output, temporaryDirectory: String
    ) throws(WriteError) -> OutputFile? {
        guard let path = output.path else { return nil }
        if output.createsDirectories { try OutputFile.createDirectories(of: path) }
        return try OutputFile(
            path: path, keepsExisting: output.keepsExisting, keepsPart: output.keepsPart,
            temporaryDirectory: temporaryDirectory, until: limit)
    }
}

/// Where what goes over the wire is written.
struct WireTarget {
    let descriptor: Int32
    /// `nil`: a channel of the command.
    var path: ByteString?
    var isStandardError = false

    /// `nil` where nothing is to be shown.
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
    /// What is shown of the wire, and how; `nil`: nothing.
    var tracing: Settings.Trace? { trace ?? (isVerbose ? .verbose : nil) }
}
