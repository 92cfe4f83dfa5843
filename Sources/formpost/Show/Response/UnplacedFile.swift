import FormEncoding
import Foundation

/// A file that is not in its place yet: without a name where the file system can do that, so that a
/// process that is killed while it receives leaves nothing, otherwise under a temporary name beside its
/// place.
struct UnplacedFile: Sendable {
    let name: TemporaryName
    let descriptor: Int32
    private let isNameless: Bool

    /// `nil` if it cannot be created; then `errno` says why.
    init?(_ name: TemporaryName, mode: mode_t) {
        self.name = name
        if let descriptor = Self.openNameless(for: name.target, mode) {
            (self.descriptor, isNameless) = (descriptor, true)
            return
        }
        descriptor = open(name.path.cString, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        isNameless = false
        guard descriptor >= 0 else { return nil }
    }

    /// Gives the file a name that nothing has; false, with `errno`, if that fails.
    func link(to path: ByteString) -> Bool {
        guard isNameless else { return Foundation.link(name.path.cString, path.cString) == 0 }
        let file = ByteString(Self.path(of: descriptor))
        return linkat(AT_FDCWD, file.cString, AT_FDCWD, path.cString, AT_SYMLINK_FOLLOW) == 0
    }

    /// Changes its temporary name, if it has one.
    func move(to path: ByteString) -> Bool {
        !isNameless && rename(name.path.cString, path.cString) == 0
    }

    /// Puts the file in its place, where an older one may be; false, with `errno`, if that fails.
    func replaceTarget() -> Bool {
        if isNameless {
            if link(to: name.target) { return true }
            // Only for a moment: no call replaces a file by one without a name.
            guard link(to: name.path) else { return false }
        }
        return rename(name.path.cString, name.target.cString) == 0
    }

    /// The file has another place now, or none.
    func removeName() { unlink(name.path.cString) }

    private static func path(of descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

    /// Also `nil` without /proc, by which the file would get its name.
    private static func openNameless(for target: ByteString, _ mode: mode_t) -> Int32? {
        #if os(Linux)
            let flags = SystemCalls.nameless | O_RDWR | O_CLOEXEC
            let descriptor = open(target.directoryPath.cString, flags, mode)
            guard descriptor >= 0 else { return nil }
            if access(path(of: descriptor), F_OK) == 0 { return descriptor }
            close(descriptor)
        #endif
        return nil
    }
}

/// A unique name in the same directory.
struct TemporaryName: Sendable {
    let target: ByteString
    let path: ByteString

    init(beside target: ByteString) {
        self.target = target
        // Not derived from the target's name, which could become too long.
        let name = ".formpost-" + String(UInt64.random(in: .min ... .max), radix: 36)
        path = ByteString(bytes: target.directory + Array(name.utf8))
    }
}
