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

    /// The file at a path. A pipe is waited for until the limit of time is reached.
    static func read(
        _ path: ByteString, until limit: TimeLimit? = nil
    ) throws(InputError) -> [UInt8] {
        guard !path.bytes.contains(0) else { throw .system(ENOENT) }
        return try read(LiveInput(path: path, until: limit))
    }

    /// What standard input has left.
    static func read(
        descriptor: Int32, until limit: TimeLimit? = nil
    ) throws(InputError) -> [UInt8] {
        try read(LiveInput(descriptor: descriptor, label: "-", until: limit))
    }

    private static func read(_ input: LiveInput) throws(InputError) -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        var content: [UInt8] = []
        while true {
            let count = try input.read(into: buffer)
            if count == 0 { return content }
            content += buffer[..<count]
            guard content.count <= limit else { throw .tooLarge }
        }
    }
}

extension InputError {
    static let tooLarge = InputError.system(EFBIG)
}
