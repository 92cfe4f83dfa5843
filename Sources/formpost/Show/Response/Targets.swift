import FormEncoding

/// The open files that transfers write: they share those of `-D` and `--trace`, and each may have a file of `-o`.
struct Targets: Sendable {
    private let heads: [ByteString: HeadFile]
    /// The target of `-v` and `--trace`; `nil` for none.
    let wire: WireTarget?
    /// The file of `-o`; `nil`: standard output.
    private(set) var response: OutputFile?
    /// Which response the file of `-o` gets.
    private(set) var kept = Settings.KeptResponse.whole

    /// Opens the files that are shared.
    init(_ run: Run) throws(Failure) {
        var heads: [ByteString: HeadFile] = [:]
        for operation in run.plan.operations {
            // A name may have variables of a round.
            for number in 0..<(operation.isFixed ? 1 : operation.rounds) {
                let output = try operation.round(number).settings.output
                guard let path = output.headFile, heads[path] == nil else { continue }
                heads[path] = try failing { () throws(WriteError) in
                    path == "-"
                        ? HeadFile(descriptor: run.console.output)
                        : HeadFile(path: path, descriptor: try run.files.create(path))
                }
            }
        }
        self.heads = heads
        wire = try failing { () throws(WriteError) in
            try WireTarget(run.settings.display, run.files, run.console)
        }
    }

    /// Opens the file of a transfer's response.
    func opened(for transfer: Transfer) throws(WriteError) -> Targets {
        let (run, output) = (transfer.run, transfer.output)
        var targets = self
        targets.kept = run.files.isInput(output.path) ? .success : output.kept
        guard let path = output.path else { return targets }
        if output.createsDirectories { try OutputFile.createDirectories(of: path) }
        targets.response = try OutputFile(
            path: path, keepsExisting: output.keepsExisting, keepsPart: targets.kept == .part,
            temporaryDirectory: run.temporaryDirectory, until: transfer.timeLimit)
        return targets
    }

    /// The file of `-D`.
    func heads(_ output: Settings.Output) -> HeadFile? { output.headFile.flatMap { heads[$0] } }
}

/// The file or channel for wire data.
struct WireTarget: Sendable {
    let descriptor: Int32
    /// `nil` for a standard channel.
    var path: ByteString?
    var isStandardError = false

    /// `nil` if no wire data is shown.
    init?(
        _ display: RunSettings.Display, _ files: FileClaims, _ console: Console
    ) throws(WriteError) {
        guard let trace = display.tracing else { return nil }
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
