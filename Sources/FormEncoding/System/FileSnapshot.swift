import Foundation

/// The state of a file when its length was announced, to compare with the state when it is sent.
package struct FileSnapshot: Sendable, Hashable {
    package enum Kind: Sendable {
        case regular, directory, blockDevice
        /// A FIFO, or a pipe without a name.
        case fifo
        /// A character device other than `/dev/null`; a terminal is one.
        case endlessDevice
        /// A socket, or `/dev/null`.
        case other
    }

    package var kind: Kind
    package var device: UInt64
    package var inode: UInt64
    package var size: Int64
    package var modifiedSeconds: Int64
    package var modifiedNanoseconds: Int64
    /// When the content or the status was last changed, in nanoseconds since 1970: no program can set it.
    package var changed: Int64

    package init(of descriptor: Int32) throws(Errno) {
        var information = stat()
        guard fstat(descriptor, &information) == 0 else { throw .last }
        self.init(information)
        if kind == .blockDevice { size = try SystemCalls.end(of: descriptor) }
    }

    /// The file at a path, following links. Does not open it, since a FIFO's writer would notice; a
    /// block device therefore has no size.
    package init(ofPath path: ByteString) throws(Errno) {
        var information = stat()
        _ = try SystemCalls.withPath(path) { Int(stat($0, &information)) }
        self.init(information)
    }

    package init(_ information: stat) {
        kind =
            switch information.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .directory
            case S_IFBLK: .blockDevice
            case S_IFIFO: .fifo
            case S_IFCHR where !Self.isNull(information): .endlessDevice
            default: .other
            }
        device = UInt64(truncatingIfNeeded: information.st_dev)
        inode = UInt64(truncatingIfNeeded: information.st_ino)
        size = Int64(information.st_size)
        modifiedSeconds = Int64(information.st_mtim.tv_sec)
        modifiedNanoseconds = Int64(information.st_mtim.tv_nsec)
        let changeTime = information.st_ctim
        changed = Int64(changeTime.tv_sec) &* 1_000_000_000 &+ Int64(changeTime.tv_nsec)
    }

    private static func isNull(_ information: stat) -> Bool {
        var null = stat()
        return stat("/dev/null", &null) == 0 && null.st_rdev == information.st_rdev
    }

    /// Compares the kind, too: inode numbers are reused.
    func isSameFile(as other: FileSnapshot) -> Bool {
        device == other.device && inode == other.inode && kind == other.kind
    }

    /// How the file at `path` has changed between this snapshot and a later one; nil if it has not.
    ///
    /// Does not compare the link count: an open file that is unlinked or replaced by a rename keeps
    /// its content.
    package func change(to now: FileSnapshot, of path: ByteString) -> BodyFault? {
        if !isSameFile(as: now) { return .fileReplaced(path: path) }
        if size != now.size {
            return .fileResized(path: path, announced: size, actual: now.size)
        }
        let isModified =
            (modifiedSeconds, modifiedNanoseconds)
            != (now.modifiedSeconds, now.modifiedNanoseconds)
        return isModified ? .fileModified(path: path) : nil
    }
}

#if canImport(Darwin)
    extension stat {
        var st_mtim: timespec { st_mtimespec }
        var st_ctim: timespec { st_ctimespec }
    }
#endif
