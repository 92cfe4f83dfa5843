import CProcess
import FormEncoding
import Foundation

/// The contents of FIFOs and of standard input that libcurl would read itself, without a time limit:
/// logins and cookies. Each is read once, into memory and not to a disk, and libcurl gets the path of
/// the copy.
final class PipeCopies: @unchecked Sendable {  // `copies` is behind `lock`
    private let lock = NSLock()
    private var copies: [ByteString: OpenDescriptor] = [:]

    /// The path of the copy, or the path itself if it does not lead to a FIFO, cannot be read, or the
    /// system has no files in memory. With `standardInput` the path `-` stands for that descriptor.
    func path(
        of path: ByteString, standardInput: Int32?, until limit: TimeLimit?
    ) throws(UsageError) -> ByteString {
        let input = path == "-" ? standardInput : nil
        guard input != nil || path.isFIFO else { return path }
        return try lock.withLock { () -> Result<ByteString, UsageError> in
            if let copy = copies[path] { return .success(Self.path(of: copy)) }
            guard let copy = Self.make() else { return .success(path) }
            do throws(InputError) {
                let size = SmallFile.listLimit
                let content =
                    if let input {
                        try SmallFile.read(descriptor: input, until: limit, size: size)
                    } else {
                        try SmallFile.read(path, until: limit, size: size)
                    }
                try? content.write(to: copy.number)
            } catch {
                if case .timedOut(let timeout) = error { return .failure(.inputTimedOut(timeout)) }
                return .success(path)
            }
            copies[path] = copy
            return .success(Self.path(of: copy))
        }.get()
    }

    private static func path(of copy: OpenDescriptor) -> ByteString {
        ByteString("/proc/self/fd/\(copy.number)")
    }

    /// An empty file in memory; `nil` without one, or without /proc, by which libcurl opens it.
    private static func make() -> OpenDescriptor? {
        let number = cprocess_memory_file()
        guard number >= 0 else { return nil }
        let copy = OpenDescriptor(owning: number)
        return access(path(of: copy).cString, R_OK) == 0 ? copy : nil
    }
}
