import Foundation

/// A measured range of a regular file or a block device, with a snapshot of the file.
package struct FileRange: Sendable, Equatable {
    /// The path, or the label of a file that was already open.
    package let path: ByteString
    package var offset: Int64
    /// In bytes.
    package var length: Int64
    package let snapshot: FileSnapshot
    /// The open file; nil where the path is to be opened (`opened`).
    package private(set) var descriptor: OpenDescriptor?
    /// Nil if it is an error that the file has become longer.
    var onGrowth: GrowthObserver?

    package static func == (one: FileRange, other: FileRange) -> Bool {
        one.path == other.path && one.offset == other.offset && one.length == other.length
            && one.snapshot == other.snapshot && one.descriptor === other.descriptor
    }
}

extension FileRange {
    /// The whole file at `path`; nil if it has no size: a pipe, a device, or a file of `/proc`.
    init?(path: ByteString) throws(BodyFault) {
        let found = try reading(path) { () throws(Errno) -> FileSnapshot? in
            // stat first: the writer of a FIFO would notice that it is opened.
            let kind = try FileSnapshot(ofPath: path).kind
            guard kind != .directory else { throw .isDirectory }
            guard kind == .regular || kind == .blockDevice else { return nil }
            let descriptor = try SystemCalls.openAtOnce(path)
            defer { withExtendedLifetime(descriptor) {} }
            return try Self.snapshotWithSize(descriptor.number)
        }
        guard let found else { return nil }
        self.init(path: path, offset: 0, length: found.size, snapshot: found, descriptor: nil)
    }

    /// The rest of the file behind `descriptor`, from its current offset on; nil if it has no size.
    init?(descriptor: Int32, label: ByteString) throws(BodyFault) {
        let found = try reading(label) { () throws(Errno) -> FileRange? in
            guard let snapshot = try Self.snapshotWithSize(descriptor) else { return nil }
            let offset = try SystemCalls.position(of: descriptor)
            return FileRange(
                path: label, offset: offset, length: max(0, snapshot.size - offset),
                snapshot: snapshot, descriptor: try SystemCalls.duplicate(descriptor))
        }
        guard let found else { return nil }
        self = found
    }

    /// Nil unless the file's size is correct: there is a last byte and none after it. Files of
    /// `/proc` report 0 but have content, those of `/sys` report 4096 but have one line.
    private static func snapshotWithSize(
        _ descriptor: Int32
    ) throws(Errno) -> FileSnapshot? {
        let snapshot = try FileSnapshot(of: descriptor)
        guard snapshot.kind != .directory else { throw .isDirectory }
        guard snapshot.kind == .regular || snapshot.kind == .blockDevice else { return nil }
        let isTrue =
            snapshot.size == 0
            ? try !SystemCalls.holdsByte(descriptor, at: 0)
            : try SystemCalls.holdsByte(descriptor, at: snapshot.size - 1)
        return isTrue ? snapshot : nil
    }

    package var wholePath: ByteString? {
        descriptor == nil && offset == 0 && length == snapshot.size && !path.contains(0)
            ? path : nil
    }

    /// The state of the open file, or of the one that is at the path now.
    func currentSnapshot() throws(BodyFault) -> FileSnapshot {
        try reading(path) { () throws(Errno) in
            guard let descriptor else { return try FileSnapshot(ofPath: path) }
            return try FileSnapshot(of: descriptor.number)
        }
    }

    /// The open file, which need not be the measured one (`check`).
    func opened() throws(BodyFault) -> FileRange {
        if descriptor != nil { return self }
        var file = self
        // A FIFO in its place must not be waited for.
        do throws(Errno) {
            file.descriptor = try SystemCalls.openAtOnce(path)
            return file
        } catch {
            // The file in its place may be a socket, or unreadable for this user.
            if let found = try? FileSnapshot(ofPath: path), !snapshot.isSameFile(as: found) {
                throw .fileReplaced(path: path)
            }
            throw .cannotRead(path: path, errno: error.rawValue)
        }
    }

    /// Runs `body` with the open file, and tells if it fails because that is not the measured one. A file that was not
    /// opened has no descriptor: -1, which reads nothing.
    func using<Result>(_ body: (Int32) throws(Errno) -> Result) throws(BodyFault) -> Result {
        do throws(BodyFault) {
            return try reading(path) { () throws(Errno) in try body(descriptor?.number ?? -1) }
        } catch {
            try check()
            throw error
        }
    }

    /// Throws if there are fewer or more bytes than were measured: `count` bytes of the range have
    /// been read, to its end, and `isLonger` tells that another one follows. Some file systems update
    /// the size late.
    func checkEnd(afterReading count: Int64, isLonger: Bool) throws(BodyFault) {
        let now = try check()
        if count < length { throw .fileResized(path: path, announced: length, actual: count) }
        let size = max(now.size, isLonger ? offset + length + 1 : 0)
        guard size > snapshot.size else { return }
        guard let onGrowth else {
            throw .fileResized(path: path, announced: snapshot.size, actual: size)
        }
        onGrowth(size - snapshot.size, path)
    }

    /// Throws if the file is not the measured one, has become shorter or, unless that is allowed,
    /// longer, or was written to.
    @discardableResult
    func check() throws(BodyFault) -> FileSnapshot {
        for _ in 0...20 {
            let now = try currentSnapshot()
            switch snapshot.change(to: now, of: path) {
            case nil: return now
            case .fileResized where onGrowth != nil && now.size > snapshot.size: return now
            // An append changes the time of modification before the size: wait a moment for the size.
            case .fileModified where onGrowth != nil: usleep(5000)
            case let change?: throw change
            }
        }
        throw .fileModified(path: path)
    }
}

/// Receives how many bytes a file has more than when it was measured, and the file's path or label.
/// It is called at the end of each pass over the file, perhaps from another thread.
package typealias GrowthObserver = @Sendable (_ surplus: Int64, _ label: ByteString) -> Void

/// Runs `body`, and reports its failure as one of reading `path`.
package func reading<Result>(
    _ path: ByteString, _ body: () throws(Errno) -> Result
) throws(BodyFault) -> Result {
    do throws(Errno) {
        return try body()
    } catch {
        throw .cannotRead(path: path, errno: error.rawValue)
    }
}
