import FormEncoding

/// The requests that the operations of a command line ask for, in order. Each is made when its turn comes,
/// since a list may name millions. Of their inputs only those of variables are read here
/// (`{{each:sha256}}`).
struct Plan {
    /// In the order of the command line, where `--next` separates them.
    let operations: [PlannedOperation]
    /// The number of all requests.
    let count: Int
    /// Whether one of several requests keeps cookies: then they are there for all.
    let keepsCookies: Bool

    /// Reads lists of paths and expands patterns of files (`--each`).
    init(_ lines: [OperationLine], standardInput: Int32) throws(Failure) {
        var planned: [PlannedOperation] = []
        var count = 0
        for line in lines {
            let operation = try PlannedOperation(
                line, index: planned.count, first: count,
                files: try line.eachFiles(standardInput: standardInput))
            count += operation.count
            planned.append(operation)
        }
        (self.operations, self.count) = (planned, count)
        keepsCookies =
            count > 1
            && lines.map(\.settings).contains { settings in
                settings.request.cookies.contains { $0.file != nil }
                    || settings.passed.contains { $0.setting.option == .cookieJar }
            }
    }

    /// The operation that a request belongs to.
    func operation(of number: Int) -> PlannedOperation {
        operations[(operations.firstIndex { $0.first > number } ?? operations.count) - 1]
    }

    /// Whether the end of each request is reported, also without a journal.
    var isMany: Bool { count > 1 || operations.contains { $0.files != nil } }

    /// The place of a failure that comes before the requests are known.
    var firstPlace: RequestPlace? {
        operations.first?.settings.url.map {
            RequestPlace(count: count, name: $0, url: $0)
        }
    }

    /// Throws if an option does not go with the number of requests.
    func check(_ run: RunSettings) throws(Failure) {
        if run.preview.bodyFile != nil, count > 1 {
            throw .usage(Messages.dumpOfMany)
        }
        let hasFiles = operations.contains {
            $0.files != nil || !$0.settings.data.files.isEmpty
                || $0.settings.resuming.byProtocol != nil
        }
        if run.journal.path != nil, !hasFiles {
            throw .usage(Messages.journalWithoutFiles(run.name(of: "journal")))
        }
        if run.journal.cancelsUploads,
            run.journal.path == nil || operations.first?.settings.resuming.byProtocol == nil
        {
            throw .usage(Messages.cancelsNothing(run.name(of: "resume-cancel")))
        }
        for line in operations.map(\.line)
        where ["--resumable", "--tus"].allSatisfy({ option in
            line.uses.contains { $0.place == nil && $0.isOn && $0.plainOption == option }
        }) {
            throw .usage(Messages.twoProtocols)
        }
        for line in operations.map(\.line) where line.settings.resuming.byProtocol == nil {
            // A configuration file may have the size for calls with one of the options.
            if line.uses.contains(where: {
                $0.place == nil && $0.plainOption == "--append-size"
            }) {
                throw .usage(Messages.needsResumption(line.name(of: "append-size")))
            }
        }
        guard run.journal.isByContent else { return }
        let option = run.name(of: "journal-content")
        if run.journal.path == nil {
            throw .usage(Messages.journalContentAlone(option))
        }
        if let growing = operations.map(\.line).first(where: \.settings.form.allowsGrowth) {
            throw .usage(Messages.journalContentGrows(option, growing.name(of: "allow-growth")))
        }
        guard Digest.sha256.begin() != nil else {
            throw Failure(
                ExitStatus.notAvailable, "\(option): \(Messages.noLibrary(.sha256))")
        }
    }

    /// Whether an operation's inputs are read anew for each of its requests.
    func isRepeated(_ operation: PlannedOperation) -> Bool { count > 1 && operation.files != nil }
}

/// One operation of a command line: a round of requests, or with `--each` one for each file.
struct PlannedOperation {
    /// Its place on the command line, from 0 on.
    let index: Int
    /// As typed.
    let line: OperationLine
    /// The files of `--each`; `nil` without the option.
    let files: EachFiles?
    /// The number of its first request among all, from 0 on.
    let first: Int
    /// Whether no option waits for a variable of a round.
    let isFixed: Bool
    /// The variables of `--capture` that options wait for.
    let awaitedCaptures: [String]
    /// How many requests there are in each round: one for each URL.
    private var urls = 0

    fileprivate init(
        _ line: OperationLine, index: Int, first: Int, files: EachFiles?
    ) throws(Failure) {
        (self.line, self.index, self.first, self.files) = (line, index, first, files)
        isFixed = !line.waits
        awaitedCaptures = line.awaitedCaptures
        urls = try round(0).count
    }

    var settings: Settings { line.settings }

    var rounds: Int { files?.paths.count ?? 1 }

    /// How many requests there are.
    var count: Int { urls * rounds }

    /// The round of a request, and its number in it; `number` is the one among all requests.
    func position(of number: Int) -> (group: Int, number: Int) {
        let (group, number) = (number - first).quotientAndRemainder(dividingBy: urls)
        return (group, number)
    }

    /// A round with the values of `--each` and `--capture`. With `renewsLimit` it has the whole time limit.
    func round(
        _ number: Int, _ captured: Captured = .toCome, renewsLimit: Bool = false
    ) throws(Failure) -> Round {
        var line = line
        if renewsLimit {
            line.settings.limits.began = line.settings.limits.began.map { _ in .now }
        }
        let variables = files.map {
            RequestVariables(each: $0.paths[number], index: number + 1, count: rounds)
        }
        return Round(
            line: try failing { () throws(UsageError) in
                try line.request(for: variables, captured)
            })
    }
}
