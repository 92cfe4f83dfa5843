import FormEncoding

/// The open files that several transfers write: those of `-D`, which is an operation's, and of
/// `--trace`.
struct SharedTargets {
    private let run: Run
    private let heads: [ByteString: HeadFile]
    private let wire: WireTarget?

    init(_ run: Run) throws(Failure) {
        self.run = run
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
            try WireTarget(run.output, run.files, run.console)
        }
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
