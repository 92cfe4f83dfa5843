import Foundation

/// A new directory for one test, deleted with its contents when it is released.
package final class TemporaryDirectory: Sendable {
    /// Absolute, without a slash at the end, without symbolic links.
    package let path: String

    /// Creates it in `parent`, or else in the default directory for temporary files.
    package init(in parent: String? = nil) throws {
        let parent = parent ?? ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
        var template = Array("\(parent)/formpost-test-XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.flatMap { realpath($0, nil) }
        }
        guard let made else { throw SupportError.last("mkdtemp") }
        defer { free(made) }
        path = String(cString: made)
    }

    deinit { delete() }

    /// Deletes the directory now.
    package func delete() {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of `name` in the directory, whether it exists or not.
    package func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Makes a file with these bytes; returns its path.
    @discardableResult
    package func file(_ name: String, _ bytes: any RawBytes) throws -> String {
        let descriptor = try create(name)
        defer { close(descriptor) }
        try writeAll(bytes.rawBytes, to: descriptor)
        return path(name)
    }

    /// Makes a file of `size` bytes of the pattern; returns its path.
    @discardableResult
    package func patternFile(_ name: String, size: Int64) throws -> String {
        let descriptor = try create(name)
        defer { close(descriptor) }
        let block = FilePattern().bytes(16 * FilePattern.period)
        var left = size
        while left >= block.count {
            try writeAll(block, to: descriptor)
            left -= Int64(block.count)
        }
        try writeAll(Array(block.prefix(Int(left))), to: descriptor)
        return path(name)
    }

    /// Makes a sparse file of `size` zero bytes; returns its path.
    @discardableResult
    package func sparseFile(_ name: String, size: Int64) throws -> String {
        let descriptor = try create(name)
        defer { close(descriptor) }
        guard ftruncate(descriptor, off_t(size)) == 0 else { throw SupportError.last("ftruncate") }
        return path(name)
    }

    /// Makes a directory; returns its path.
    @discardableResult
    package func directory(_ name: String) throws -> String {
        guard mkdir(path(name), 0o700) == 0 else { throw SupportError.last("mkdir") }
        return path(name)
    }

    /// The bytes of a file.
    package func contents(of name: String) throws -> [UInt8] { try fileBytes(path(name)) }

    /// The relative paths of everything in the directory, sorted; empty if it is gone.
    package func entries(under name: String = "") -> [String] {
        let root = name.isEmpty ? path : path(name)
        return (FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? [])
            .sorted()
    }

    private func create(_ name: String) throws -> Int32 {
        let descriptor = open(path(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SupportError.last("open \(path(name))") }
        return descriptor
    }
}

/// The bytes of the file at `path`.
package func fileBytes(_ path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SupportError.last("open \(path)") }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    readAll(descriptor) { bytes.append(contentsOf: $0) }
    return bytes
}

/// Reads to the end or to the first error, and passes the bytes to `take` as they come.
func readAll(_ descriptor: Int32, into take: (UnsafeRawBufferPointer) -> Void) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return }
        take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
}

/// Writes all of `bytes`; throws when nobody reads them.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws {
    try bytes.withUnsafeBytes { buffer in
        var rest = UnsafeRawBufferPointer(rebasing: buffer[...])
        while !rest.isEmpty {
            let count = write(descriptor, rest.baseAddress, rest.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw SupportError.last("write")
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }
}
