import FormEncoding
import FormUpload

/// One run of the command: what all of its transfers share.
final class Run: Sendable {
    let settings: RunSettings
    let operations: [Operation]
    /// The number of all requests.
    let count: Int
    let environment: [String: ByteString]
    let files: FileAccess
    let pipes = PipeCopies()
    let console: Console
    let progress: Progress
    /// Its connections are kept from transfer to transfer.
    let uploader: Uploader
    /// By how many bytes files have grown while they were sent.
    let grown = Guarded<[ByteString: Int64]>([:])

    /// Whether the end of each request is reported.
    var isMany: Bool {
        count > 1 || settings.journal.path != nil || operations.contains { $0.files != nil }
    }
    /// Whether the requests of an operation are sent side by side.
    var isParallel: Bool { settings.parallel.isOn && count > 1 }
    /// Whether one of several requests keeps cookies: then they are there for all.
    var keepsCookies: Bool {
        count > 1
            && operations.contains { operation in
                operation.settings.request.cookies.contains { $0.file != nil }
                    || operation.settings.passed.contains { $0.setting.option == .cookieJar }
            }
    }
    var temporaryDirectory: String { TemporaryFile.directory.description }

    /// Checks the uses of all files, and opens the file of `--stderr`.
    init(
        _ settings: RunSettings, _ operations: [OperationLine], _ environment: [String: ByteString],
        _ console: Console
    ) throws(Failure) {
        (self.settings, self.environment) = (settings, environment)
        let forms = operations.map { FormBuilder($0.settings, $0.standardInput) }
        if forms.contains(where: { $0.readerOfStandardInput != nil })
            || operations.contains(where: { $0.laterStandardInput != nil }),
            !settings.preview.isDryRun
        {
            console.announceReading()
        }
        var planned: [Operation] = []
        var count = 0
        for (operation, form) in zip(operations, forms) {
            planned.append(
                try Operation(
                    operation, form, index: planned.count, first: count, settings.preview,
                    standardInput: console.input))
            count += planned.last?.count ?? 0
        }
        (self.operations, self.count) = (planned, count)
        uploader =
            settings.parallel.isOn
            ? Uploader(connectionsPerHost: settings.parallel.maximum) : Uploader()
        let files = try FileAccess(
            planned, input: console.input, output: console.output, error: console.error)
        self.files = files
        self.console = try failing { () throws(WriteError) in
            let isRepeated = count > 1 || operations.contains { $0.settings.retry.maximum > 0 }
            return try console.redirected(settings, files, renewsLimit: isRepeated)
        }
        progress = Progress(self.console, settings.display)
    }

    /// Receives the growth of files (`--allow-growth`); nil if that is an error.
    func growthObserver(_ settings: Settings) -> GrowthObserver? {
        guard settings.form.allowsGrowth else { return nil }
        // Of several passes over a file the largest count stays.
        return { [grown] count, path in
            grown.withLock { $0[path] = max(count, $0[path] ?? 0) }
        }
    }

    /// Warns of the files that have grown, once.
    func reportGrowth() {
        let files = grown.withLock { grown in
            defer { grown = [:] }
            return grown
        }
        for (path, count) in files.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            console.warn(Messages.grew(path, by: count))
        }
    }
}
