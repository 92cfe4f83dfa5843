import CProcess
import FormEncoding
import FormUpload
import Foundation

/// What all requests are made with, and how their inputs are read.
struct Inputs: Sendable {
    let settings: RunSettings
    let environment: [String: ByteString]
    let console: Console
    let files: FileAccess
    let count: Int
    /// Whether one of several requests keeps cookies: then they are there for all.
    let keepsCookies: Bool
    /// Receives the number of bytes that have been read of an input.
    let observer: InputObserver
    /// Ends the display of inputs that were read.
    let endReading: @Sendable () -> Void
    /// The first look waits for no input: pipes are left for a later one.
    var readsNothing = false
    /// Whether small files were read before, for an earlier request or in the first look. Pipes
    /// among them were refused.
    var readsAgain = false
    /// The time limit for reading (`-m`).
    var limit: TimeLimit?
    private let copies = Guarded<[ByteString: OpenDescriptor]>([:])
    /// Scheme, host and port of the servers that have answered.
    private let answering = Guarded<Set<ByteString>>([])
    /// Inputs that are not regular files, as far as they are known; `-` is standard input.
    private let irregular = Guarded<Set<ByteString>>(["-"])
    /// By how many bytes files have grown while they were sent.
    private let grown = Guarded<[ByteString: Int64]>([:])

    /// Whether the requests of an operation are sent side by side.
    var isParallel: Bool { settings.parallel.isOn && count > 1 }

    /// The limits of a request that begins now: each of several has the whole time, as in curl.
    func limits(of options: UploadOptions) -> UploadLimits {
        var limits = options.limits
        if count > 1, !readsNothing { limits.began = .now }
        return limits
    }

    /// The fields of `-H`, with those of a file in place of `@file`: one per line as in curl, without empty lines.
    ///
    /// Throws for a file that cannot be opened; curl only warns.
    func fields(of arguments: [HeaderArgument]) throws(Failure) -> [HeaderField] {
        var fields: [HeaderField] = []
        for argument in arguments {
            switch argument {
            case .field(let field): fields.append(field)
            case .file(let file):
                let lines = try file.read(until: limit, refusesPipes: readsAgain).withoutMark.split(
                    separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                for (index, whole) in lines.enumerated() {
                    for line in whole.split(separator: UInt8(ascii: "\r")) {
                        let use = OptionUse(option: file.option, argument: ByteString(bytes: line))
                        do throws(Failure) { fields.append(try HeaderField(line: use)) } catch {
                            throw error.at(ConfigPlace(file: file.path, line: index + 1))
                        }
                    }
                }
            }
        }
        return fields
    }

    /// Inputs that are not regular files: another one that turns out to be a pipe has taken the place
    /// of a file.
    var irregularFiles: Set<ByteString> { irregular.withLock { $0 } }

    /// Adds inputs that the first look has found.
    func addIrregularFiles(_ paths: some Sequence<ByteString>) {
        irregular.withLock { $0.formUnion(paths) }
    }

    func recordAnswer(from url: ByteString) {
        _ = answering.withLock { $0.insert(WrittenURL(url).halves.origin) }
    }

    /// The route of a request that has failed.
    func route(of request: Request, _ facts: TransferFacts) -> Route {
        var route = request.route
        route.facts = facts
        route.hasAnswered = answering.withLock {
            $0.contains(WrittenURL(request.url).halves.origin)
        }
        return route
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
            console.warn(
                "\(Messages.input(path)) grew by \(ByteCount.text(count)) while it was being sent: only what "
                    + "it had at the start is in the upload")
        }
    }
}

/// Files that libcurl would read itself: logins and cookies. It has no time limit for a FIFO, also
/// for one that takes the place of a file later, and takes a byte order mark for text.
extension Inputs {
    /// The path of a copy of the content, without a mark, which is read once, into memory and not to
    /// a disk; the path itself if there is no file, or no room for a copy. `-` is standard input if it
    /// takes that. A preview reads no pipe.
    func copy(of file: InputFile, takesStandardInput: Bool = true) throws(Failure) -> ByteString {
        if settings.preview.isOn { return file.path }
        let isStream = file.isStandardInput && takesStandardInput
        if file.isStandardInput, !isStream { return file.path }
        let isRegular = !isStream && file.path.isFile
        guard isStream || isRegular || file.path.isFIFO else { return file.path }
        let path = { (copy: OpenDescriptor) in ByteString("/proc/self/fd/\(copy.number)") }
        return try copies.withLock { copies throws(Failure) in
            if let copy = copies[file.path] { return path(copy) }
            let number = cprocess_memory_file()
            guard number >= 0 else { return file.path }
            let copy = OpenDescriptor(owning: number)
            // libcurl opens it there.
            guard access(path(copy).cString, R_OK) == 0 else { return file.path }
            let content = try file.read(
                until: limit, size: SmallFile.listLimit, refusesPipes: isRegular)
            do throws(WriteError) {
                try Array(content.withoutMark).write(to: copy.number)
            } catch {
                if isRegular { return file.path }
                throw file.unreadable(error.errno)
            }
            copies[file.path] = copy
            return path(copy)
        }
    }
}
