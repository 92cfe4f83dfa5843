import FormEncoding
import Foundation

/// The right to send an upload, until it is released or the process ends: a lock on one byte of the journal far
/// beyond its end, so that of several commands with one journal one sends the file.
///
/// The byte's place is a hash of what is sent. Two uploads with the same place only wait for each other.
struct UploadLock: Sendable {
    /// Where the bytes of uploads begin; entries end before.
    static let start: Int64 = 1 << 62

    private let place: Int64
    private let file: OpenDescriptor
    /// The places that this process holds: the locks of the kernel hold against other processes only.
    private let held: Guarded<Set<Int64>>

    /// `nil` if another request, in this process or another one, has the lock.
    init?(
        _ entry: JournalEntry, in file: OpenDescriptor, _ held: Guarded<Set<Int64>>
    ) throws(Errno) {
        let texts =
            entry.file.map { [$0.path, ByteString(entry.place.key)] }
            ?? [ByteString(entry.request ?? "")]
        // FNV-1a, of 64 bits; all processes need the same hash.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for text in texts {
            for byte in text.bytes + [0] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
        place = Self.start + Int64(hash % UInt64(Self.start))
        (self.file, self.held) = (file, held)
        guard held.withLock({ [place] in $0.insert(place).inserted }) else { return nil }
        let number = file.lock(F_WRLCK, from: place, count: 1)
        guard number != 0 else { return }
        held.withLock { [place] in _ = $0.remove(place) }
        guard number == EAGAIN else { throw Errno(number) }
        return nil
    }

    func release() {
        _ = file.lock(F_UNLCK, from: place, count: 1)
        held.withLock { _ = $0.remove(place) }
    }
}

extension OpenDescriptor {
    /// Locks or unlocks (`F_RDLCK`, `F_WRLCK`, `F_UNLCK`) a range of bytes, which need not exist, of a file that is open for reading and writing.
    /// Returns 0 or the error's number; without `waits` that is `EAGAIN` if another open file has the lock.
    ///
    /// The lock belongs to the open file, not to the process (F_OFD_SETLK): it ends when the file is closed, also
    /// by `kill -9`, and it holds between machines where the file system keeps locks, as NFS does.
    func lock(_ kind: Int32, from start: Int64, count: Int64, waits: Bool = false) -> Int32 {
        var range = flock()
        (range.l_type, range.l_whence) = (Int16(kind), Int16(SEEK_SET))
        (range.l_start, range.l_len) = (off_t(start), off_t(count))
        // Swift does not import F_OFD_SETLK, nor F_OFD_SETLKW, which is the next number.
        #if os(Linux)
            let command: Int32 = 37
        #else
            let command: Int32 = 90
        #endif
        while fcntl(number, waits ? command + 1 : command, &range) != 0 {
            switch errno {
            case EINTR: continue
            case EACCES: return EAGAIN
            case let number: return number
            }
        }
        return 0
    }
}
