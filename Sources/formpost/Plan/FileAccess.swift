import FormEncoding
import Foundation

/// The files that a command reads and writes. Before any is opened to be written, finds two uses of
/// one file of which one would destroy the other.
struct FileAccess: Sendable {
    /// Where the symbolic links of files to write led at the start.
    private let destinations: [ByteString: ByteString]
    /// The files that have been opened to be written.
    private let opened = Guarded<Set<FileIdentity>>([])
    /// The time limit for FIFOs without a reader.
    let limit: TimeLimit?

    /// Throws (exit 2) if one use of a file would destroy another, or two inputs read what can be
    /// read once.
    init(_ operations: [Operation], output: Int32, error: Int32) throws(Failure) {
        limit = operations.lazy.compactMap(\.settings.limits.timeLimit).first
        // Options for all operations count for the first one.
        let shared = operations.dropFirst().flatMap { operation in
            operation.line.uses.filter { $0.spec?.isShared == true }
        }
        var uses = operations.map { $0.fileUses($0.firstLine, $0.index == 0 ? shared : []) }
        // The parser lets only one option read standard input.
        let options = operations.compactMap(\.line.standardInput).prefix(1)
        let fields = operations.compactMap { operation in
            operation.line.standardInput == nil ? operation.form.readerOfStandardInput : nil
        }
        let readers = (options + fields).map(Messages.reader)
        let count = operations.reduce(0) { $0 + $1.count }
        for (operation, uses) in zip(operations, uses)
        where count > 1 && operation.files != nil {
            try operation.checkRepeated(uses)
        }
        let inputs = uses.joined().filter(\.isInput)
        let input = FileUse(stream: STDIN_FILENO, "standard input", .read)
        if readers.count + inputs.count > 1, input.identity == nil {
            // Also by the name of its descriptor.
            let named = inputs.filter { $0.path.descriptorNumber == 0 }.map(\.text) + readers
            if let first = named.first, let last = named.last, named.count > 1 {
                throw .usage(Messages.standardInputTwice(first, last))
            }
        }

        let channels = [
            FileUse(stream: output, "standard output", .written),
            FileUse(stream: error, "standard error", .written),
        ]
        let writes = inputs.count < uses.joined().count
        guard writes || channels.contains(where: { $0.identity != nil }) else {
            destinations = [:]
            return
        }
        for index in operations.indices where writes {
            try operations[index].addFileUses(to: &uses[index])
        }
        var all = Array(uses.joined())
        if !readers.isEmpty { all.append(input) }
        all += channels
        let found = all.map { (use: $0, identity: $0.identity) }
        var destinations: [ByteString: ByteString] = [:]
        for case let (use, identity?) in found
        where use.descriptor == nil && [.written, .collected, .appended].contains(use.kind) {
            destinations[use.path] = use.path.destination(of: identity)
        }
        self.destinations = destinations
        try Self.checkDistinct(found, of: operations)
    }

    /// Throws if one use would destroy another, or the file of a request.
    private static func checkDistinct(
        _ found: [(use: FileUse, identity: FileIdentity?)], of operations: [Operation]
    ) throws(Failure) {
        let hasEach = operations.contains { $0.files != nil }
        var uses: [FileIdentity: [FileUse]] = [:]
        for case let (use, identity?) in found {
            if let other = uses[identity]?.first(where: { $0.excludes(use) }) {
                throw .usage(other.conflict(with: use, hasEach: hasEach))
            }
            uses[identity, default: []].append(use)
        }
        var responses = ResponseFiles(operations)
        try responses.add(besides: uses, hasEach: hasEach)
        for operation in operations {
            let option = operation.line.eachOption
            for path in operation.files?.paths ?? FilePaths() {
                guard let identity = FileIdentity(path: path) else { continue }
                let read = FileUse(option: option, path: path, kind: .read)
                var other = uses[identity]?.first { $0.excludes(read) }
                if other == nil { other = try responses.use(of: identity) }
                if let other { throw .usage(other.conflict(with: read, hasEach: hasEach)) }
            }
        }
    }

    /// Opens a file to write: it is created, or truncated unless `appending` or if the call has
    /// opened it before. `-w` may append to the file at the same time, so each write goes to its
    /// end. A symbolic link that has appeared since the start is not followed.
    func create(_ path: ByteString, appending: Bool = false) throws(WriteError) -> Int32 {
        let destination = destinations[path]
        var flags = O_CREAT | O_APPEND
        let earlier = FileIdentity(path: destination ?? path)
        let isOpened = earlier.map { identity in opened.withLock { $0.contains(identity) } }
        if !appending, isOpened != true { flags |= O_TRUNC }
        let descriptor = try path.openToWrite(at: destination, flags: flags, until: limit)
        if let identity = FileIdentity(descriptor: descriptor) {
            _ = opened.withLock { $0.insert(identity) }
        }
        return descriptor
    }
}

extension FileUse {
    fileprivate init(stream descriptor: Int32, _ name: ByteString, _ kind: Kind) {
        self.init(option: "", path: name, kind: kind, descriptor: descriptor)
    }

    var identity: FileIdentity? {
        if let descriptor { return FileIdentity(descriptor: descriptor) }
        return FileIdentity(path: place ?? path)
    }

    fileprivate var text: String {
        option.isEmpty ? path.description : "\(option) \(Messages.shown(path))"
    }

    fileprivate var isInput: Bool { !kind.isWritten }

    /// Makes it a use of a descriptor if its path names one. An open descriptor is shared: its
    /// writers append to each other.
    mutating func useDescriptor() {
        guard !isInput, kind != .journal, let number = (place ?? path).descriptorNumber else {
            return
        }
        kind = .written
        descriptor = number
    }

    /// Whether it is standard output or standard error, which have uses of their own.
    var isStandardChannel: Bool {
        kind != .read && kind != .journal
            && (path == "-" || [1, 2].contains(path.descriptorNumber))
    }

    func excludes(_ other: FileUse) -> Bool {
        guard descriptor == nil || other.descriptor == nil else { return false }
        switch (kind, other.kind) {
        case (.journal, _), (_, .journal): return true
        case (.appended, _), (_, .appended): return false
        case (.collected, .collected):
            return OptionTable.row(of: option)?.long != OptionTable.row(of: other.option)?.long
        case (.cookies, .jar), (.jar, .cookies), (.jar, .jar): return false
        default: return !(isInput && other.isInput)
        }
    }

    func conflict(with later: FileUse, hasEach: Bool) -> String {
        let (first, second) = (text, later.text)
        if [kind, later.kind].contains(.journal) {
            let (journal, other) = kind == .journal ? (first, second) : (second, first)
            return "\(journal) and \(other) are the same file: a journal needs a file of its own"
        }
        if isInput || later.isInput {
            let (output, input) = isInput ? (second, first) : (first, second)
            return "\(output) would overwrite the input of \(input): it is the same file"
        }
        guard first == second else {
            return "\(first) and \(second) are the same file: one would overwrite the other"
        }
        return
            "the response of each request would overwrite \(first): it needs a name for each, as with "
            + (hasEach ? "--expand-output '{{each:stem}}.json'" : "--expand-output")
    }
}

extension Operation {
    /// Adds the uses of the requests of further files of `--each` to those of the first, but not of
    /// `-o`.
    fileprivate func addFileUses(to uses: inout [FileUse]) throws(Failure) {
        let names = RequestNames(self)
        guard names.includeOtherFiles else { return }
        var seen = Set(uses)
        for number in 0..<fileCount {
            uses += fileUses(try names.line(ofFile: number)).filter {
                $0.kind != .response && seen.insert($0).inserted
            }
        }
    }

    /// The uses of the requests of a line, and of options for all operations that stand elsewhere.
    fileprivate func fileUses(_ line: OperationLine, _ shared: [OptionUse] = []) -> [FileUse] {
        let settings = line.settings
        var uses: [FileUse] = []
        var seen: Set<FileUse> = []
        func add(_ file: FileUse) {
            if file.kind.isWritten, file.kind != .response, !seen.insert(file).inserted { return }
            var use = file
            use.useDescriptor()
            uses.append(use)
        }
        for path in files?.irregular ?? [] {
            add(FileUse(option: line.eachOption, path: path, kind: .read))
        }
        for file in line.files(with: shared) where !file.isStandardChannel {
            if index > 0, OptionTable.row(of: file.option)?.isShared ?? false { continue }
            guard file.kind == .response else {
                add(file)
                continue
            }
            // --no-clobber chooses an unused name.
            for number in settings.urls.indices where !settings.output.keepsExisting {
                let output = settings.request(number).output
                if let response = FileUse(response: output, of: file.option) { add(response) }
            }
        }
        let form = isFixed ? self.form : FormBuilder(settings.form, line.standardInput)
        for (option, path) in form.files {
            add(FileUse(option: option, path: path, kind: .read))
        }
        var writeOut = self.writeOut
        if !isFixed, let use = settings.output.writeOut, use.fileAfterAt == nil {
            writeOut = WriteOut(use.value)
        }
        for file in writeOut?.files ?? [] {
            let use = FileUse(
                option: line.name(of: "write-out"), path: file.path,
                kind: file.appends ? .appended : .collected)
            if !use.isStandardChannel { add(use) }
        }
        return uses
    }

    /// Throws if an input can be read only once, and would be read for each of several requests.
    fileprivate func checkRepeated(_ uses: [FileUse]) throws(Failure) {
        let pipe = uses.first { $0.isInput && $0.path.isFIFO }?.text
        let reader = line.laterStandardInput ?? form.readerOfStandardInput
        if let input = pipe ?? reader.map(Messages.reader) {
            throw .usage(
                "\(input) can be read only once, and there are several requests: save it in a file first"
            )
        }
    }
}
