import FormEncoding
import Foundation

/// The files that this process is about to send, each claimed by a lock on one byte of the journal far
/// behind its end, so that of several commands with one journal one sends the file.
///
/// The byte's place is a hash of the file and the URL. Two files with the same place only wait for each
/// other.
final class UploadLocks: @unchecked Sendable {  // `places` is behind `lock`
    /// Where claims begin; entries end before.
    static let start: Int64 = 1 << 62

    private let file: OpenDescriptor
    private let lock = NSLock()
    /// Claimed by this process: the locks of the kernel hold against other processes only.
    private var places: Set<Int64> = []

    init(_ file: OpenDescriptor) { self.file = file }

    /// Returns `nil` if another request has claimed the file, in this process or another one.
    func claim(_ file: JournaledFile, url: JournalURL) throws(Errno) -> UploadLock? {
        try claim([
            file.path, ByteString(file.state.text), url.shown, ByteString(url.digest ?? ""),
        ])
    }

    /// As `claim(_:url:)`, for what these texts identify.
    func claim(_ texts: [ByteString]) throws(Errno) -> UploadLock? {
        let place = Self.place(of: texts)
        guard lock.withLock({ places.insert(place).inserted }) else { return nil }
        let number = RangeLock(start: place, length: 1).set(.exclusive, of: self.file.number)
        if number == 0 { return UploadLock(place: place, claims: self) }
        lock.withLock { _ = places.remove(place) }
        guard number == EAGAIN else { throw Errno(number) }
        return nil
    }

    fileprivate func release(_ place: Int64) {
        _ = RangeLock(start: place, length: 1).set(.none, of: file.number)
        lock.withLock { _ = places.remove(place) }
    }

    private static func place(of texts: [ByteString]) -> Int64 {
        // FNV-1a, of 64 bits; all processes need the same hash.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for text in texts {
            for byte in text.bytes + [0] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
        return start + Int64(hash % UInt64(start))
    }
}

/// The right to send a file, until it is released or the process ends.
struct UploadLock: Sendable {
    fileprivate let place: Int64
    fileprivate let claims: UploadLocks

    func release() { claims.release(place) }
}

/// How long a request has waited for another command that is sending its file.
struct LockWait: Sendable {
    private static let first = Duration.milliseconds(20)
    private static let longest = Duration.milliseconds(500)
    /// After this time the user is informed.
    private static let patience = Duration.seconds(1)

    private let began = ContinuousClock.now
    private let limit: TimeLimit?
    private var pause = first

    /// `limit` is the time limit of the request.
    init(until limit: TimeLimit?) { self.limit = limit }

    var isOver: Bool { limit?.isReached ?? false }
    var isLong: Bool { ContinuousClock.now - began > Self.patience }

    /// Waits a little. The end of a claim cannot be awaited.
    func wait() async { try? await Task.sleep(for: pause) }

    /// The next wait, which is longer.
    var longer: LockWait {
        var wait = self
        wait.pause = min(pause * 2, Self.longest)
        return wait
    }
}
