import Foundation

/// A lock on a range of bytes of an open file.
///
/// It belongs to the open file, not to the process (F_OFD_SETLK): it ends when the file is closed, also by
/// `kill -9`, and it holds between machines where the file system keeps locks, as NFS does. The bytes need
/// not exist.
struct RangeLock {
    enum Kind {
        case shared, exclusive, none
    }

    let start: Int64
    let length: Int64

    /// Locks or unlocks the range of a file that is open for reading and writing. Returns 0 or the error's
    /// number; without `waits` that is `EAGAIN` if another open file has the lock.
    func set(_ kind: Kind, of descriptor: Int32, waits: Bool = false) -> Int32 {
        var range = flock()
        range.l_type = Int16(kind.type)
        range.l_whence = Int16(SEEK_SET)
        (range.l_start, range.l_len) = (off_t(start), off_t(length))
        while fcntl(descriptor, waits ? Self.setAndWait : Self.set, &range) != 0 {
            switch errno {
            case EINTR: continue
            case EACCES: return EAGAIN
            case let number: return number
            }
        }
        return 0
    }

    #if os(Linux)
        // Swift does not import F_OFD_SETLK and F_OFD_SETLKW.
        private static let set: Int32 = 37
        private static let setAndWait: Int32 = 38
    #else
        private static let set: Int32 = 90
        private static let setAndWait: Int32 = 91
    #endif
}

extension RangeLock.Kind {
    fileprivate var type: Int {
        switch self {
        case .shared: Int(F_RDLCK)
        case .exclusive: Int(F_WRLCK)
        case .none: Int(F_UNLCK)
        }
    }
}
