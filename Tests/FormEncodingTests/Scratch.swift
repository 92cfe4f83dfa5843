import Foundation
import class TestSupport.TemporaryDirectory

@testable import FormEncoding

typealias Scratch = TemporaryDirectory

/// What the tests of this target do with their files, whose paths are byte strings here.
extension TemporaryDirectory {
    subscript(name: String) -> ByteString { ByteString(path(name)) }

    /// Writes a file, over one that is there.
    @discardableResult
    func write(_ content: some Sequence<UInt8>, to name: String) throws -> ByteString {
        try file(name, Array(content))
        return self[name]
    }

    @discardableResult
    func write(_ text: String, to name: String) throws -> ByteString {
        try write(Array(text.utf8), to: name)
    }

    func append(_ text: String, to name: String) throws {
        guard let handle = fopen(path(name), "a") else { throw POSIXError(.EIO) }
        fputs(text, handle)
        fclose(handle)
    }

    /// Sets the size of a file, which is made if there is none; what is added is a hole.
    @discardableResult
    func resize(_ name: String, to size: Int64) throws -> ByteString {
        if !FileManager.default.fileExists(atPath: path(name)) { try write("", to: name) }
        guard truncate(path(name), off_t(size)) == 0 else { throw POSIXError(.EIO) }
        return self[name]
    }

    func remove(_ name: String) { unlink(path(name)) }

    /// Moves a file's modification time by whole seconds.
    func touch(_ name: String, by seconds: Int) throws {
        var information = stat()
        guard stat(path(name), &information) == 0 else { throw POSIXError(.EIO) }
        let now = information.st_mtim
        let times = [now, timespec(tv_sec: now.tv_sec + seconds, tv_nsec: now.tv_nsec)]
        guard utimensat(AT_FDCWD, path(name), times, 0) == 0 else { throw POSIXError(.EIO) }
    }

    var names: [String] { entries() }
}

/// A pipe; what is written to it is there to be read, up to 64 KiB.
final class Pipe {
    let output: Int32
    private var input: Int32

    init() throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw POSIXError(.EIO) }
        (output, input) = (ends[0], ends[1])
    }

    deinit {
        close(output)
        finish()
    }

    func write(_ bytes: some Sequence<UInt8>) { Self.write(bytes, to: input) }

    /// Hands the end to be written to over to another thread, which closes it.
    func takeInput() -> Int32 {
        defer { input = -1 }
        return input
    }

    static func write(_ bytes: some Sequence<UInt8>, to descriptor: Int32) {
        let bytes = Array(bytes)
        _ = Foundation.write(descriptor, bytes, bytes.count)
    }

    func finish() {
        if input >= 0 { close(input) }
        input = -1
    }
}

/// Everything that `read` gives, in chunks of `size` bytes.
func readAll(
    by size: Int = 4096, _ read: (UnsafeMutableRawBufferPointer) throws -> Int
) throws -> [UInt8] {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 1)
    defer { buffer.deallocate() }
    var bytes: [UInt8] = []
    while case let count = try read(buffer), count > 0 { bytes += buffer[..<count] }
    return bytes
}

extension ByteReader {
    /// Everything, pulled in chunks of `size` bytes.
    func readAll(by size: Int = 4096) throws -> [UInt8] {
        try FormEncodingTests.readAll(by: size) { try read(into: $0) }
    }

    /// One read of at most `size` bytes.
    func readOnce(_ size: Int) throws -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 1)
        defer { buffer.deallocate() }
        return Array(buffer[..<(try read(into: buffer))])
    }
}

extension BodySection {
    /// The section's bytes as they are sent.
    func bytes(by size: Int = 4096) throws -> [UInt8] { try BodyReader([self]).readAll(by: size) }
}

extension PartContent {
    /// What a descriptor holds, without a size drained to memory or to a temporary file.
    static func spooled(
        _ descriptor: Int32, until limit: TimeLimit? = nil, onRead: InputObserver? = nil
    ) throws(BodyFault) -> PartContent {
        try .descriptor(
            descriptor, label: "-", irregularFiles: .spool(), until: limit, onRead: onRead)
    }
}

extension EncodedBody {
    var text: String {
        get throws { String(decoding: try data(), as: UTF8.self) }
    }
}

extension MultipartForm {
    /// A form with the boundary `B` and what it is encoded as.
    static func text(
        _ parts: [FormPart], _ escaping: NameEscaping = .percent
    ) throws -> String {
        try MultipartForm(parts: parts, boundary: Boundary("B"), escaping: escaping)
            .body().text
    }
}

/// The bytes of a form as text: `part`s between delimiters.
func wire(_ boundary: String, _ parts: String...) -> String {
    parts.map { "--\(boundary)\r\n\($0)\r\n" }.joined() + "--\(boundary)--\r\n"
}

/// A part with this disposition, or without one, and these other header lines.
func part(_ disposition: String?, _ headers: String..., body: String) -> String {
    let first = disposition.map { ["Content-Disposition: \($0)"] } ?? []
    return (first + headers + ["", body]).joined(separator: "\r\n")
}

/// Runs `body` as an app does, and throws the facts of its error.
func facts<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as UploadError { throw error.fault }
}
