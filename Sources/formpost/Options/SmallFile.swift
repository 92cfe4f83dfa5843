import FormEncoding

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that is read whole because it is small by nature: headers, a configuration.
enum SmallFile {
    /// More than this is no such file, and would not be read to its end: `/dev/zero`, say.
    static let limit = 1 << 20

    /// Whether there is something at a path that can be looked at.
    static func exists(_ path: ByteString) -> Bool {
        access(path.cString, F_OK) == 0
    }

    /// The file at a path.
    static func read(_ path: ByteString) throws(SystemError) -> [UInt8] {
        guard !path.bytes.contains(0) else { throw SystemError(number: ENOENT) }
        let name = path.cString
        let descriptor = try retrying { open(name, O_RDONLY | O_CLOEXEC) }
        defer { close(descriptor) }
        return try read(descriptor: descriptor)
    }

    /// What an open file has left, such as standard input.
    static func read(descriptor: Int32) throws(SystemError) -> [UInt8] {
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = try retrying { systemRead(descriptor, &buffer, buffer.count) }
            if count == 0 { return content }
            content += buffer[..<count]
            guard content.count <= limit else { throw .tooLarge }
        }
    }

    /// Calls again when a signal came between.
    private static func retrying<Result: BinaryInteger>(
        _ call: () -> Result
    ) throws(SystemError) -> Result {
        while true {
            let result = call()
            guard result < 0 else { return result }
            guard errno == EINTR else { throw SystemError(number: errno) }
        }
    }
}

/// What the system said to a call that failed: an errno.
struct SystemError: Error, Equatable, Sendable {
    var number: Int32

    static let isDirectory = SystemError(number: EISDIR)
    static let tooLarge = SystemError(number: EFBIG)
}

/// `read(2)`, whose name the methods of `SmallFile` hide.
private func systemRead(
    _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int
) -> Int {
    read(descriptor, buffer, count)
}
