import FormEncoding

/// Where a response goes: standard output, or the file of `-o`.
///
/// If a retry may follow, the body for standard output is buffered until the response is whole.
final class ResponseSink {
    private let console: Console
    private let file: OutputFile?
    private let buffers: Bool
    private var buffer: BufferedBytes

    /// `file`: `nil` for standard output.
    init(_ file: OutputFile?, buffers: Bool, temporaryDirectory: String, console: Console) {
        self.file = file
        self.console = console
        self.buffers = buffers
        buffer = BufferedBytes(directory: temporaryDirectory)
    }

    /// The file of the response, `nil` for standard output.
    var path: ByteString? { file?.path }

    func write(_ bytes: [UInt8]) throws(WriteError) {
        if let file, file.canRestart { return try file.write(bytes) }
        if buffers { try buffer.append(bytes) } else { try writeThrough(bytes) }
    }

    /// Discards the output of a failed attempt.
    func restart() throws(WriteError) {
        buffer.removeAll()
        try file?.restart()
    }

    /// Whether a file has anything of the response.
    var hasPart: Bool { file?.hasPart ?? false }

    /// The response is whole, or the part that came is kept.
    func keep() throws(WriteError) {
        try buffer.read { bytes throws(WriteError) in try writeThrough(bytes) }
        try file?.keep()
        console.endLine()
    }

    /// The response is not whole: a file is discarded, what was printed on standard output stays.
    func discard() {
        try? buffer.read { bytes throws(WriteError) in try writeThrough(bytes) }
        file?.discard()
        console.endLine()
    }

    /// The process ends while another thread may still be writing.
    func abandon() { file?.abandon() }

    private func writeThrough(_ bytes: [UInt8]) throws(WriteError) {
        if let file { try file.write(bytes) } else { try console.print(bytes) }
    }
}
