import FormEncoding
import FormUpload

/// Finds files that requests would put at one URL, where only the last of them would stay.
///
/// Within an operation that is an error. With `--next` the order was written, so there it is a
/// warning.
struct Uniqueness {
    /// A file that a request puts at a URL, in place of what is there.
    fileprivate struct PutFile {
        /// `-` is standard input.
        let path: ByteString
        let url: ByteString
        let settings: Settings
        let operation: Operation
    }

    private let inputs: Inputs
    private let names: [RequestNames]
    private var resources = ResourceNames()
    /// Whether a request whose names cannot be made is left to fail by itself.
    private var skipsFailures = false
    /// The first file that one of a later operation replaces, in a sentence.
    private var warning: String?
    /// How many files are replaced besides it.
    private var others = 0

    /// Checks the requests of all operations, except those for whose names `--capture` is still to
    /// give a value. Also checks the URLs that variables make.
    static func check(_ operations: [Operation], inputs: Inputs) throws(Failure) {
        let names = operations.map { RequestNames($0) }
        var uniqueness = Uniqueness(names.filter { !$0.lackCaptures }, inputs: inputs)
        try uniqueness.check()
    }

    /// Checks the requests of an operation for whose names `--capture` has given values.
    static func check(
        _ operation: Operation, captured: [String: ByteString], inputs: Inputs
    ) throws(Failure) {
        let names = RequestNames(operation, captured: captured)
        guard names.awaitCaptures else { return }
        var uniqueness = Uniqueness([names], inputs: inputs)
        uniqueness.skipsFailures = true
        try uniqueness.check()
    }

    private init(_ names: [RequestNames], inputs: Inputs) {
        self.inputs = inputs
        self.names = names.filter { !$0.areFixed || $0.operation.firstSettings.putsFiles }
    }

    private mutating func check() throws(Failure) {
        let count = names.reduce(0) { $0 + $1.operation.count }
        guard count > 1 else { return }
        var keys = RequestKeys(count: count)
        for names in names {
            let first = names.operation.first
            for number in first..<first + names.operation.count {
                guard let found = try key(of: number, digests: .leftOut) else { continue }
                let earlier = try keys.insert(found, of: number) {
                    (number, digests) throws(Failure) in
                    try key(of: number, digests: digests)
                }
                if let earlier { try compare(number, with: earlier) }
            }
        }
        guard var warning else { return }
        if others > 0 { warning += " (and \(others) more)" }
        inputs.console.warn(warning)
    }

    /// The names of a request, and its number among those of the operation.
    private func names(of number: Int) -> (names: RequestNames, offset: Int)? {
        names.last { $0.operation.first <= number }.map { ($0, number - $0.operation.first) }
    }

    /// The URL of a request as the server sees it; `nil` if the request replaces no file there.
    private mutating func key(
        of number: Int, digests: FileDigests
    ) throws(Failure) -> RequestKeys.Found<ByteString>? {
        guard let (names, offset) = names(of: number) else { return nil }
        do throws(Failure) {
            return try key(of: offset, in: names, digests: digests)
        } catch {
            guard skipsFailures else { throw error }
            return nil
        }
    }

    private mutating func key(
        of offset: Int, in names: RequestNames, digests: FileDigests
    ) throws(Failure) -> RequestKeys.Found<ByteString>? {
        let address = try names.address(of: offset, digests: digests)
        // URLs of constant texts were checked with the first file.
        if !names.areFixed, !resources.isLikeLast(address.url) {
            try names.checkURL(of: offset)
        }
        guard address.putsFile, !names.urlsTellContents else { return nil }
        do throws(UploadFault) {
            let name = try resources.name(
                of: address.url, target: address.target,
                keepsDotSegments: address.keepsDotSegments)
            return (name, address.lacksDigests)
        } catch {
            let route = Route(url: address.url, line: names.operation.firstLine)
            return try route.refusing { () throws(UploadFault) in throw error }
        }
    }

    /// Throws or warns if the file of a request would replace that of an earlier one.
    private mutating func compare(_ number: Int, with earlier: Int) throws(Failure) {
        guard let file = try putFile(number), let other = try putFile(earlier),
            file.path != other.path
        else { return }
        let path = "\(file.option): \(Messages.input(file.path))"
        let place = "\(Messages.input(other.path)) at \(Messages.quoted(file.url))"
        guard file.operation.index != other.operation.index else {
            throw .usage("\(path) would replace \(place): \(file.remedy(for: other))")
        }
        if warning != nil {
            others += 1
        } else {
            warning = "\(path) replaces \(place), where an operation before --next puts it"
        }
    }

    private func putFile(_ number: Int) throws(Failure) -> PutFile? {
        guard let (names, offset) = names(of: number) else { return nil }
        let settings = try names.settings(of: offset)
        let operation = names.operation
        guard let path = settings.each.file ?? settings.data.file?.path ?? operation.fileOfBody
        else { return nil }
        let url = try names.address(of: offset, digests: .taken).url
        return PutFile(path: path, url: url, settings: settings, operation: operation)
    }
}

extension Uniqueness.PutFile {
    /// The option that names the file, or makes it replace another one.
    fileprivate var option: String {
        if settings.each.file != nil { return operation.line.eachOption }
        return settings.data.file?.option ?? operation.line.name(of: "request")
    }

    /// How both files would stay.
    fileprivate func remedy(for other: Self) -> String {
        let isEach = settings.each.file != nil
        if settings.passed.text(.requestTarget) != nil {
            if isEach { return "let --expand-request-target make one for each" }
            return "leave out \(operation.line.name(of: "request-target"))"
        }
        var remedy = "give each file a URL of its own"
        if isEach { remedy = "let --expand-url make one for each" }
        // With a slash the names of the files would be added.
        let hasOwnName = settings.urlWithName == settings.url
        guard settings.data.file != nil, hasOwnName,
            path.lastPathComponent != other.path.lastPathComponent
        else { return remedy }
        return "end the URL with a slash, or \(remedy)"
    }
}

extension Operation {
    /// The file of a body that is neither of `--each` nor of `-T`, or the first of several.
    fileprivate var fileOfBody: ByteString? {
        firstSettings.data.pieces.lazy.compactMap(\.file?.path).first
            ?? form.items.lazy.compactMap(\.path).first
    }
}

extension [Operation] {
    /// Throws if several requests would have one key: a server would take one of them only.
    func checkKeys() throws(Failure) {
        var keys: Set<ByteString> = []
        for operation in self {
            let key = operation.settings.request.idempotencyKey
            guard let key, !key.isEmpty else { continue }
            guard keys.insert(key).inserted, operation.count < 2 else {
                throw .usage(
                    "\(operation.line.name(of: "idempotency-key")): several requests cannot have one key: "
                        + "leave the key out, and each gets its own")
            }
        }
    }
}
