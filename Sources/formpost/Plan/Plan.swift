import FormEncoding

/// The requests that the operations of a command line ask for, in order; their own inputs are not read
/// yet.
struct Plan {
    /// Requests that have all but the URL, the file of `-T` and that of `-o` in common.
    struct Operation {
        /// The place of the operation on the command line, from 0 on.
        let index: Int
        let settings: Settings
        /// Each has one URL, and at most one file of `-T` and of `-o`.
        let requests: [Settings]
        /// The number of its first request among all, from 0 on.
        let first: Int
        /// The variables that `--each` sets.
        let variables: RequestVariables?

        /// Whether HTTP/2 may be agreed upon, so that it is worth to wait for a connection.
        var mayShareConnections: Bool {
            requests.contains { URLPlace.scheme(of: $0.url ?? "") == Array("https".utf8) }
        }
    }

    /// As the command line has them.
    let sources: [Settings]
    private(set) var operations: [Operation] = []
    /// Whether one of several requests keeps cookies: then they are there for all.
    private(set) var keepsCookies = false

    /// Expands patterns, and reads lists of paths (`--each`).
    init(_ sources: [Settings], standardInput: Int32) throws(Failure) {
        self.sources = sources
        for (index, source) in sources.enumerated() {
            guard let paths = try source.eachPaths(standardInput: standardInput) else {
                try add(Self.operation(source, index, first: count))
                continue
            }
            for (number, path) in paths.enumerated() {
                let variables = RequestVariables(
                    each: path, index: number + 1, count: paths.count)
                try add(Self.operation(source, index, first: count, variables))
            }
        }
        keepsCookies =
            count > 1
            && sources.contains { source in
                source.request.cookies.contains { $0.file != nil }
                    || source.passed.contains { $0.setting.option == .cookieJar }
            }
    }

    /// An operation with the values of `--capture`.
    func again(_ operation: Operation, with captured: Captured) throws(Failure) -> Operation {
        var source = sources[operation.index]
        // Each request has the whole time limit.
        source.limits.began = source.limits.began.map { _ in .now }
        return try Self.operation(
            source, operation.index, first: operation.first, operation.variables, captured)
    }

    /// How many requests an operation of the command line has.
    func count(ofSource index: Int) -> Int {
        operations.filter { $0.index == index }.reduce(0) { $0 + $1.requests.count }
    }

    /// How many requests there are.
    private(set) var count = 0

    /// Whether the end of each request is reported.
    var isMany: Bool {
        count > 1 || sources.contains { !$0.eachFields.isEmpty || $0.output.journal != nil }
    }

    /// The place of a failure that comes before the requests are known.
    var firstPlace: RequestPlace? {
        sources.first?.url.map { RequestPlace(count: count, name: $0.withoutSecrets, url: $0) }
    }

    /// Throws if an option does not go with the number of requests.
    func check() throws(Failure) {
        let requests = operations.flatMap(\.requests)
        try failing { () throws(UsageError) in try Settings.checkIdempotencyKeys(requests) }
        guard let first = sources.first else { return }
        if first.output.bodyFile != nil, count > 1 {
            throw Failure(ExitStatus.usage, Messages.dumpOfMany)
        }
        let hasFiles = sources.contains { !$0.eachFields.isEmpty || !$0.data.files.isEmpty }
        if first.output.journal != nil, !hasFiles {
            throw Failure(
                ExitStatus.usage, Messages.journalWithoutFiles(first.name(of: "journal")))
        }
    }

    /// Whether an operation's inputs are read anew for each of its requests.
    func isRepeated(_ source: Settings) -> Bool { count > 1 && !source.eachFields.isEmpty }

    private mutating func add(_ operation: Operation) throws(Failure) {
        count += operation.requests.count
        operations.append(operation)
    }

    private static func operation(
        _ source: Settings, _ index: Int, first: Int, _ variables: RequestVariables? = nil,
        _ captured: Captured = .toCome
    ) throws(Failure) -> Operation {
        let settings = try failing { () throws(UsageError) in
            try source.request(for: variables, captured)
        }
        var requests: [Settings] = []
        for (number, url) in settings.urls.enumerated() {
            let urls = try settings.glob(url)
            let output = settings.output.files.element(at: number)
            for file in try settings.uploads(at: number) {
                if let file, urls.count > 1, file.isStandardInput || file.path.isFIFO {
                    throw Failure(
                        ExitStatus.usage,
                        Messages.readForEach("\(file.option) \(Messages.shown(file.path))"))
                }
                for match in urls {
                    requests.append(
                        settings.request(
                            to: match.text, uploading: file, into: output.map(match.name)))
                    guard first + requests.count <= most else {
                        throw Failure(ExitStatus.usage, Messages.tooManyRequests(most))
                    }
                }
            }
        }
        return Operation(
            index: index, settings: settings, requests: requests, first: first,
            variables: variables)
    }

    /// A pattern that stands for more is a mistake.
    private static let most = 100_000
}

extension Settings {
    /// The URLs that a pattern stands for.
    fileprivate func glob(_ url: ByteString) throws(Failure) -> URLGlob {
        if many.takesURLsLiterally || url == presignedURL || literalURLs.contains(url) {
            return URLGlob(literal: url)
        }
        // `UploadURL` describes a malformed host better.
        return try Self.glob(url) { $0.column <= url.authority.upperBound }
    }

    /// The files of `-T` that go to the URL of that number; `nil`: the body is another one.
    fileprivate func uploads(at number: Int) throws(Failure) -> [InputFile?] {
        guard let file = data.files.element(at: number) else { return [nil] }
        if file.isStandardInput || many.takesURLsLiterally { return [file] }
        return try Self.glob(file.path).map {
            InputFile(path: $0.text, option: file.option)
        }
    }

    private static func glob(
        _ pattern: ByteString, ignoring: (URLGlob.Problem) -> Bool = { _ in false }
    ) throws(Failure) -> URLGlob {
        do throws(URLGlob.Problem) {
            return try URLGlob(pattern)
        } catch {
            if ignoring(error) { return URLGlob(literal: pattern) }
            throw Failure(ExitStatus.malformedURL, Messages.text(error, in: pattern))
        }
    }
}

extension Array {
    fileprivate func element(at index: Int) -> Element? {
        indices.contains(index) ? self[index] : nil
    }
}
