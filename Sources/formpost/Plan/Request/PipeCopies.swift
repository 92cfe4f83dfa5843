import CProcess
import FormEncoding
import Foundation

/// The contents of FIFOs and of standard input that libcurl would read itself, without a time limit:
/// logins and cookies. Each is read once, into memory and not to a disk, and libcurl gets the path of
/// the copy.
final class PipeCopies: Sendable {
    private let copies = Guarded<[ByteString: OpenDescriptor]>([:])

    /// The path of the copy, or the path itself if it does not lead to a FIFO, or if the system has no
    /// files in memory. With `standardInput` the path `-` stands for that descriptor.
    func path(
        of file: InputFile, standardInput: Int32?, until limit: TimeLimit?
    ) throws(UsageError) -> ByteString {
        let isInput = file.isStandardInput && standardInput != nil
        guard isInput || file.path.isFIFO else { return file.path }
        return try copies.withLock { copies throws(UsageError) in
            if let copy = copies[file.path] { return Self.path(of: copy) }
            guard let copy = Self.make() else { return file.path }
            let content = try SmallFile.read(
                file, standardInput: standardInput ?? -1, until: limit, size: SmallFile.listLimit)
            do throws(WriteError) { try content.write(to: copy.number) } catch {
                throw .unreadableFile(file, errno: error.errno)
            }
            copies[file.path] = copy
            return Self.path(of: copy)
        }
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
