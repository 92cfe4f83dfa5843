import FormEncoding

/// Where the body of a response goes: standard output, or the file of `-o`.
///
/// If a retry may follow, what cannot be taken back is kept until the response is whole: in memory up to a limit,
/// then in a temporary file without a name. So is what a file gets that is written in place.
struct BodyDestination {
    /// In bytes.
    private static let memoryLimit = 1 << 20

    private let console: Console
    /// `nil`: standard output.
    private let file: OutputFile?
    private let kept: Settings.KeptResponse
    /// Whether the output is printed at the end only.
    let isHeld: Bool
    private var memory: [UInt8] = []
    private var spool: OpenDescriptor?
    var pretty: PrettyBody?
    var isSuppressed = false

    init(_ request: Request, _ inputs: Inputs) throws(WriteError) {
        let output = request.settings.output
        console = inputs.console
        isHeld = inputs.isParallel || request.settings.retry.maximum > 0
        guard let path = output.path else {
            (file, kept) = (nil, .whole)
            return
        }
        kept = output.kept
        if output.createsDirectories { try OutputFile.createDirectories(of: path) }
        file = try OutputFile(
            path: path, keepsExisting: output.keepsExisting, keepsPart: kept == .part,
            until: inputs.limits(of: request.options).timeLimit)
    }

    /// The file of the response; `nil` for standard output.
    var path: ByteString? { file?.path }

    mutating func write(_ bytes: [UInt8]) throws(WriteError) {
        if !isSuppressed { try add(pretty?.print(bytes) ?? bytes) }
    }

    /// Adds bytes that are not part of the body.
    mutating func add(_ bytes: [UInt8]) throws(WriteError) {
        let waits = file?.needsWholeResponse == true || isHeld && file?.canRestart != true
        guard waits else { return try writeThrough(bytes) }
        let directory = TemporaryFile.directory
        do throws(Errno) {
            memory += bytes
            if spool == nil, memory.count <= Self.memoryLimit { return }
            if spool == nil { spool = try TemporaryFile.open(in: directory) }
            let piece = memory
            memory = []
            if let spool { try SystemCalls.write(piece, to: spool.number) }
        } catch {
            throw WriteError(path: directory, errno: error.rawValue)
        }
    }

    /// Discards the output of a failed attempt.
    mutating func restart() throws(WriteError) {
        (memory, spool, pretty) = ([], nil, nil)
        try file?.restart()
    }

    /// Writes the rest, and puts the file in its place or removes it. What standard output gets stays in any case.
    mutating func finish(
        _ response: Settings.KeptResponse, isUnchanged: Bool
    ) throws(WriteError) {
        let rest = pretty?.end() ?? []
        pretty = nil
        if !isSuppressed { try add(rest) }
        let hasPart = file?.hasPart ?? false
        let needsPart = isUnchanged || response == .part
        guard response <= kept, !isSuppressed, hasPart || !needsPart else {
            if file?.needsWholeResponse != true { try? flush() }
            return discard()
        }
        try flush()
        try file?.keep()
        console.endLine()
    }

    /// Removes what has not been written.
    mutating func discard() {
        file?.discard()
        console.endLine()
    }

    private mutating func flush() throws(WriteError) {
        try writeThrough(memory)
        memory = []
        guard let spool else { return }
        var offset: Int64 = 0
        let read = { (room: UnsafeMutableRawBufferPointer) throws(WriteError) in
            do throws(Errno) {
                return try SystemCalls.read(spool.number, at: offset, into: room)
            } catch {
                throw WriteError(path: TemporaryFile.directory, errno: error.rawValue)
            }
        }
        try SystemCalls.forEachChunk(of: 1 << 16, read) { (chunk) throws(WriteError) in
            try writeThrough(Array(chunk))
            offset += Int64(chunk.count)
        }
    }

    private func writeThrough(_ bytes: [UInt8]) throws(WriteError) {
        guard let file else { return try console.print(bytes) }
        try console.watched { () throws(WriteError) in try file.write(bytes) }
    }
}
