import FormEncoding

/// The open files that one transfer writes.
struct Targets {
    /// The file of `-o`; `nil`: standard output.
    let response: OutputFile?
    /// Which response it gets.
    let kept: Settings.KeptResponse
    let heads: HeadFile?
    /// The target of `-v` and `--trace`; `nil` for none.
    let wire: WireTarget?
}

/// The open files that several transfers write: those of `-D`, which is an operation's, and of
/// `--trace`.
struct SharedTargets {
    private let run: Run
    private let heads: [ByteString: HeadFile]
    private let wire: WireTarget?

    init(_ run: Run) throws(WriteError) {
        self.run = run
        var heads: [ByteString: HeadFile] = [:]
        for path in run.plan.operations.compactMap(\.settings.output.headFile)
        where heads[path] == nil {
            heads[path] =
                path == "-"
                ? HeadFile(descriptor: run.console.output)
                : HeadFile(path: path, descriptor: try run.files.create(path))
        }
        self.heads = heads
        wire = try WireTarget(run.output, run.files, run.console)
    }

    /// Opens the file of the transfer's response.
    func targets(of transfer: Transfer) throws(WriteError) -> Targets {
        let kept = run.files.isInput(transfer.output.path) ? .success : transfer.output.kept
        let response = try run.files.openResponse(
            transfer.output, keepsPart: kept == .part, temporaryDirectory: run.temporaryDirectory,
            until: transfer.timeLimit)
        return Targets(
            response: response, kept: kept, heads: transfer.output.headFile.flatMap { heads[$0] },
            wire: wire)
    }
}

extension FileClaims {
    /// Opens the file of `-o`.
    fileprivate func openResponse(
        _ output: Settings.Output, keepsPart: Bool, temporaryDirectory: String,
        until limit: TimeLimit?
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
