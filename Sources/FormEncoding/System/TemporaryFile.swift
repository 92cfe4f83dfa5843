import Foundation

/// A file without a name, with mode 0600, that exists as long as its descriptor is open.
package enum TemporaryFile {
    package static func open(in directory: ByteString) throws(Errno) -> OpenDescriptor {
        #if os(Linux)
            // One that never has a name, if the system and the file system support that.
            let flags = SystemCalls.nameless | O_RDWR
            do throws(Errno) {
                return try SystemCalls.open(directory, flags: flags, mode: 0o600)
            } catch {
                guard [EOPNOTSUPP, EISDIR, EINVAL].contains(error.rawValue) else { throw error }
            }
        #endif
        return try makeUnlinked(in: directory)
    }

    package static var directory: ByteString {
        guard let value = getenv("TMPDIR"), value.pointee != 0 else { return "/tmp" }
        return ByteString(cString: value)
    }

    static func makeUnlinked(in directory: ByteString) throws(Errno) -> OpenDescriptor {
        guard !directory.contains(0) else { throw .invalidArgument }
        var template = (directory + "/formpost-XXXXXX".utf8).cString
        let number = mkstemp(&template)
        guard number >= 0 else { throw .last }
        let descriptor = OpenDescriptor(owning: number)
        unlink(template)
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        return descriptor
    }
}
