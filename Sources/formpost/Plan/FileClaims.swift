import FormEncoding
import Foundation

/// The files that the options of a command name, and the standard streams. Finds conflicting
/// uses of one file before any file is opened, and opens the files to write.
struct FileClaims {
    private var claims: [Claim] = []
    private var readersOfStandardInput: [String] = []
    private let standardInput: Int32
    /// The operation whose files are being added, and whether its inputs are read for each request.
    private var place = 0
    private var isRepeated = false
    /// The claims of each operation so far.
    private var seen: Set<Use> = []
    /// The file behind standard input, if it is a regular one.
    private let inputIdentity: FileIdentity?
    /// Inputs that can be read once, in operations that read them for each request.
    private var pipes: [String] = []
    /// The files that are read, if a response has a file; made by `check`.
    private var inputs: Set<FileIdentity> = []
    private var keepsResponses = false
    /// Where the symbolic links of files to write led at the start.
    private var destinations: [ByteString: ByteString] = [:]
    /// Whether there are requests for one file each (`--each`).
    private let hasEach: Bool
    /// The files of `--each`, which are claimed only if one of them could be written: a list may be long.
    private var listed: [(option: String, paths: [ByteString])] = []

    /// The time limit for FIFOs without a reader.
    let limit: TimeLimit?

    /// `forms` are the arguments of `-F` and `writeOuts` the formats of `-w`, of each operation.
    init(
        _ plan: Plan, forms: [FormBuilder], writeOuts: [WriteOut?], input: Int32,
        output: Int32, error: Int32
    ) throws(Failure) {
        let sources = plan.operations.map(\.line)
        limit = sources.lazy.compactMap(\.settings.limits.timeLimit).first
        hasEach = plan.operations.contains { $0.files != nil }
        standardInput = input
        inputIdentity = FileIdentity(descriptor: input)
        // Files of options for all operations belong to the first one.
        let later = sources.dropFirst().flatMap { line in
            line.uses.filter { $0.spec?.isShared == true }
        }
        for operation in plan.operations {
            (place, isRepeated) = (operation.index, plan.isRepeated(operation))
            if let files = operation.files {
                listed.append((operation.line.eachOption, files.paths))
                for path in files.irregular {
                    let option = operation.line.eachOption
                    claim(FileUse(option: option, path: path, kind: .read), path)
                }
            }
            let writesResponses = !operation.settings.output.files.isEmpty
            let shared = place > 0 ? [] : later
            let files = operation.line.files(with: shared)
            // Options with variables may name other files for each request.
            let differ = !operation.isFixed || writesResponses
            for number in 0..<(differ ? operation.rounds : 1) {
                let round = try operation.round(number)
                guard !operation.isFixed else {
                    add(round, files, forms[operation.index], writeOuts[operation.index])
                    continue
                }
                var writeOut = writeOuts[operation.index]
                if case .text(let text)? = round.settings.output.writeOut {
                    writeOut = WriteOut(text)
                }
                add(
                    round, round.line.files(with: shared),
                    FormBuilder(round.settings, round.line.standardInput), writeOut)
            }
        }
        isRepeated = false
        // The parser lets only one option read standard input.
        let option = sources.lazy.compactMap(\.standardInput).first
        let fields = zip(sources, forms).compactMap { source, form in
            source.standardInput == nil
                ? form.readerOfStandardInput?.use : nil
        }
        let readers = (option.map { [$0] } ?? []) + fields
        if !readers.isEmpty { add("standard input", .read, input) }
        for operation in plan.operations where plan.isRepeated(operation) {
            let field = forms[operation.index].readerOfStandardInput
            let uses = [operation.line.laterStandardInput, field?.use]
            pipes += uses.compactMap { $0.map(Messages.reader) }
        }
        readersOfStandardInput += readers.map(Messages.reader)
        add("standard output", .written, output)
        add("standard error", .written, error)
    }

    private mutating func add(
        _ round: Round, _ files: [FileUse], _ form: FormBuilder, _ writeOut: WriteOut?
    ) {
        let settings = round.settings
        for file in files {
            if place > 0, OptionTable.row(of: file.option)?.isShared ?? false { continue }
            guard file.kind == .response else {
                add([file], settings.output)
                continue
            }
            for number in 0..<round.count {
                let output = round.request(number).output
                keepsResponses = keepsResponses || output.path != nil
                let responses = output.files.map { path in
                    FileUse(option: file.option, path: path, kind: .response)
                }
                add(responses, output)
            }
        }
        // Each is a use of its own, also of the same path: standard input can be read once.
        for (number, (option, path)) in form.files.enumerated() {
            let file = FileUse(option: option, path: path, kind: .read)
            if !isRepeated || isNew(file, number + 1) { claim(file, path) }
        }
        add(
            (writeOut?.files ?? []).map { file in
                FileUse(
                    option: round.line.name(of: "write-out"), path: file.path,
                    kind: file.appends ? .appended : .written)
            }, settings.output)
    }

    private mutating func add(_ files: [FileUse], _ output: Settings.Output) {
        for file in files where !file.isStandardChannel {
            // --no-clobber chooses an unused name.
            if file.kind == .response, output.keepsExisting { continue }
            // The requests of one operation share their files, but not those of their responses.
            if file.kind != .response, !isNew(file) { continue }
            claim(file, file.kind == .response ? output.path ?? file.path : file.path)
        }
    }

    /// Whether no request of the operation had the use yet; `number` is its place in the form.
    private mutating func isNew(_ file: FileUse, _ number: Int = 0) -> Bool {
        seen.insert(Use(place: place, number: number, file: file)).inserted
    }

    /// `path` is where the file of the use is.
    private mutating func claim(_ file: FileUse, _ path: ByteString) {
        let found = FileIdentity.find(path)
        // An open descriptor is shared: its writers append to each other.
        let isOpen =
            file.kind.isWritten && file.kind != .journal && path.descriptorNumber != nil
        if file.kind == .written || file.kind == .appended, let identity = found.identity {
            destinations[path] = path.destination(of: identity)
        }
        let name = Claim.Name.file(option: file.option, path: file.path)
        if isRepeated, !file.kind.isWritten, found.isFIFO { pipes.append(name.text) }
        let claim = Claim(
            name: name, kind: isOpen ? .written : file.kind, identity: found.identity,
            isStream: isOpen)
        claims.append(claim)
        // A file other than standard input needs no further check.
        if claim.isInput, found.identity == nil || found.identity == inputIdentity,
            path.descriptorNumber == 0
        {
            readersOfStandardInput.append(name.text)
        }
    }

    private mutating func add(_ name: String, _ kind: FileUse.Kind, _ descriptor: Int32) {
        claims.append(
            Claim(
                name: .channel(name), kind: kind,
                identity: FileIdentity(descriptor: descriptor), isStream: true))
    }

    /// Throws (exit 2) if one use of a file would destroy another.
    mutating func check() throws(Failure) {
        let written = Set(claims.filter { !$0.isInput }.compactMap(\.identity))
        if keepsResponses { inputs = Set(claims.filter(\.isInput).compactMap(\.identity)) }
        if keepsResponses || !written.isEmpty { claimListed(ifIn: written) }
        if let pipe = pipes.first {
            throw .usage(Messages.readForEach(pipe))
        }
        // A regular file can have several readers.
        if let first = readersOfStandardInput.first, let last = readersOfStandardInput.last,
            readersOfStandardInput.count > 1, FileIdentity(descriptor: standardInput) == nil
        {
            throw .usage(Messages.standardInputTwice(first, last))
        }
        guard !written.isEmpty else { return }
        var known: [FileIdentity: [Claim]] = [:]
        for second in claims {
            guard let identity = second.identity, written.contains(identity) else { continue }
            defer { known[identity, default: []].append(second) }
            for first in known[identity] ?? [] where first.excludes(second) {
                throw .usage(first.conflict(with: second, hasEach: hasEach))
            }
        }
    }

    /// Claims those of the files of `--each` that are also written.
    private mutating func claimListed(ifIn written: Set<FileIdentity>) {
        for (option, paths) in listed {
            for path in paths {
                guard let identity = FileIdentity(path: path) else { continue }
                if keepsResponses { inputs.insert(identity) }
                if written.contains(identity) {
                    claim(FileUse(option: option, path: path, kind: .read), path)
                }
            }
        }
    }

    /// Whether a file of `-o` is one that is read.
    func isInput(_ path: ByteString?) -> Bool {
        guard let path, !inputs.isEmpty, let identity = FileIdentity(path: path) else {
            return false
        }
        return inputs.contains(identity)
    }

    /// Opens a file to write: it is created, or truncated unless `appending`. `-w` may append to the
    /// file at the same time, so each write goes to its end. A symbolic link that has appeared since
    /// the start is not followed.
    func create(_ path: ByteString, appending: Bool = false) throws(WriteError) -> Int32 {
        let flags = O_CREAT | O_APPEND | (appending ? 0 : O_TRUNC)
        guard let destination = destinations[path] else {
            return try OutputDescriptor.open(path, flags: flags, until: limit)
        }
        return try OutputDescriptor.open(path, at: destination, flags: flags, until: limit)
    }
}

/// A use of a file by an operation.
private struct Use: Hashable {
    let place: Int
    let number: Int
    let file: FileUse
}

extension FileUse {
    /// Whether it is standard output or standard error, which have claims of their own.
    fileprivate var isStandardChannel: Bool {
        kind != .read && kind != .journal
            && (path == "-" || [1, 2].contains(path.descriptorNumber))
    }
}

extension FormField {
    /// The field as an option, without its parameters.
    fileprivate var use: OptionUse { OptionUse(option: option, argument: content) }
}
