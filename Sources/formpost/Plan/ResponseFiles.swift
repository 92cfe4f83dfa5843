import FormEncoding

/// The files of `-o` of all requests: no two requests have the same one, unless `--no-clobber`
/// chooses another name.
struct ResponseFiles {
    private let operations: [RequestNames]
    private var keys: RequestKeys

    init(_ operations: [Operation]) {
        let writing = operations.filter(\.hasResponseFiles)
        self.operations = writing.map { RequestNames($0) }
        keys = RequestKeys(count: self.operations.reduce(0) { $0 + $1.responseCount })
    }

    /// Adds the files of all requests. The `uses` have those for the first file of each `--each`
    /// already.
    ///
    /// Throws for a file of another request, or of a use that excludes it.
    mutating func add(besides uses: [FileIdentity: [FileUse]], hasEach: Bool) throws(Failure) {
        for names in operations {
            let first = names.operation.first
            let looked = first + names.operation.firstSettings.urls.count
            for number in first..<first + names.responseCount {
                guard let response = try operations.response(of: number, digests: .leftOut),
                    let identity = response.use.identity
                else { continue }
                let excluded = uses[identity]?.first { $0.excludes(response.use) }
                if let excluded, number >= looked {
                    throw .usage(excluded.conflict(with: response.use, hasEach: hasEach))
                }
                guard response.use.kind == .response else { continue }
                let found = (identity, response.lacksDigests)
                let earlier = try keys.insert(found, of: number, keyOf: operations.key(of:digests:))
                guard let earlier else { continue }
                let use = try operations.response(of: number, digests: .taken)?.use
                let other = try operations.response(of: earlier, digests: .taken)?.use
                guard let use, let other else { continue }
                throw .usage(other.conflict(with: use, hasEach: hasEach))
            }
        }
    }

    /// The response that goes to a file; `nil` if none does.
    func use(of identity: FileIdentity) throws(Failure) -> FileUse? {
        let number = try keys.number(of: identity, keyOf: operations.key(of:digests:))
        guard let number else { return nil }
        return try operations.response(of: number, digests: .leftOut)?.use
    }
}

extension [RequestNames] {
    fileprivate func key(
        of number: Int, digests: FileDigests
    ) throws(Failure) -> RequestKeys.Found<FileIdentity>? {
        guard let response = try response(of: number, digests: digests),
            let identity = response.use.identity
        else { return nil }
        return (identity, response.lacksDigests)
    }

    /// The file of a request's response; `nil` if it goes to standard output.
    fileprivate func response(
        of number: Int, digests: FileDigests
    ) throws(Failure) -> (use: FileUse, lacksDigests: Bool)? {
        guard let names = last(where: { $0.operation.first <= number }) else { return nil }
        let offset = number - names.operation.first
        let output = try names.output(of: offset, digests: digests)
        let option = names.operation.line.name(of: "output")
        let use = FileUse(response: output.settings, of: option)
        return use.map { ($0, output.lacksDigests) }
    }
}

extension RequestNames {
    /// How many requests are to be looked at: constant names of the first two files are those of
    /// all.
    fileprivate var responseCount: Int {
        guard areFixed else { return operation.count }
        return min(2, operation.fileCount) * operation.firstSettings.urls.count
    }
}

extension Operation {
    fileprivate var hasResponseFiles: Bool {
        let output = firstSettings.output
        return !output.files.isEmpty && !output.keepsExisting
    }
}

extension FileUse {
    /// The file of `-o`; `nil` for standard output. `option` is the one that names it.
    init?(response output: Settings.Output, of option: String) {
        guard let name = output.file, let path = output.path else { return nil }
        self.init(option: option, path: name, kind: .response, place: path)
        if isStandardChannel { return nil }
        useDescriptor()
    }
}
