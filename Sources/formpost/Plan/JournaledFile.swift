import FormEncoding
import Foundation

/// A file as a journal knows it: it counts as another one when its size, its time or its content has changed.
struct JournaledFile: Hashable, Sendable {
    /// Absolute, so that a call from another directory finds it: links to directories are followed, a link to the
    /// file is not. With `--journal-content` it is as given but for `.` and surplus slashes, so that it is the
    /// same on another machine.
    var path: ByteString
    var size: Int64
    /// When it was modified, in nanoseconds since 1970; `nil` with `--journal-content`.
    var modified: Int64?
    /// The SHA-256 of its content, in hex; `nil` without `--journal-content`.
    var content: String?
    /// Its number and when its content or status was changed, in nanoseconds since 1970: known of the files of an
    /// upload that may go on, and without `--journal-content`.
    var inode: UInt64?
    var changed: Int64?

    /// What tells it from other files, in bytes. Its number and status do not: what is skipped may have others.
    var identity: ByteString {
        var bytes = path.bytes + [0]
        for number in [size, modified ?? 0] {
            withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
        }
        if let content { bytes.append(contentsOf: content.utf8) }
        return ByteString(bytes)
    }
}

extension JournaledFile {
    /// The file as it is known by its time; `nil` if it is not a regular file: the content of a pipe cannot
    /// be recognised. Throws if the system cannot name the file's directory: a later call would not find the entry.
    ///
    /// Make it before the body is measured: if the file changes later, its entry does not fit the new
    /// state, and the next call sends it again.
    init?(at path: ByteString) throws(Failure) {
        if path == "-" {
            self.init(behind: STDIN_FILENO)
            return
        }
        guard let file = path.file, file.kind == .regular else { return nil }
        guard let absolute = path.inRealDirectory else {
            throw .unreadable("--journal cannot name the directory of \(Messages.path(path))")
        }
        // What `/dev/stdin` leads to is another file in each call.
        let isDevice = ["/dev/", "/proc/"].contains { absolute.bytes.starts(with: $0.utf8) }
        if isDevice, let number = path.descriptorNumber {
            self.init(behind: number)
        } else {
            self.init(path: absolute, size: file.size, modified: file.modified)
        }
    }

    /// The regular file behind a descriptor; `nil` if a later call could not find it, or if only
    /// a part of it is left to be read.
    private init?(behind descriptor: Int32) {
        guard let path = FileIdentity.path(of: descriptor), lseek(descriptor, 0, SEEK_CUR) == 0,
            let file = try? FileSnapshot(of: descriptor)
        else { return nil }
        self.init(path: path, size: file.size, modified: file.modified)
    }

    /// The regular file at `path` as it is known by its content.
    ///
    /// Read it after the body is measured: a change between the two makes the upload fail.
    init(contentOf path: ByteString, until limit: TimeLimit?) throws(Failure) {
        let (digest, file) = try VariableFile(path: path).digest(.sha256, until: limit)
        self.init(
            path: path.withoutDots, size: file.snapshot.size,
            content: String(decoding: digest.hexadecimal, as: UTF8.self))
    }

    /// The file of the same path, known in the same way, as it is now.
    func asItIs() throws(Failure) -> JournaledFile {
        if content != nil { return try JournaledFile(contentOf: path, until: nil) }
        guard let snapshot = path.file else {
            throw BodyFault.cannotRead(path: path, errno: ENOENT).failure
        }
        var now = JournaledFile(path, snapshot)
        if inode == nil { (now.inode, now.changed) = (nil, nil) }
        return now
    }

    /// A file of a body that was measured, as it is known by its time.
    init(_ path: ByteString, _ snapshot: FileSnapshot) {
        self.init(
            path: path.inRealDirectory ?? path, size: snapshot.size, modified: snapshot.modified,
            inode: snapshot.inode, changed: snapshot.changed)
    }
}

extension FileSnapshot {
    /// In nanoseconds since 1970.
    fileprivate var modified: Int64 { modifiedSeconds &* 1_000_000_000 &+ modifiedNanoseconds }
}

extension ByteString {
    /// The path of a file as a journal has it, without `--journal-content` and with it.
    var journaled: [ByteString] { [inRealDirectory ?? self, withoutDots] }

    /// The absolute path, with the links of its directory followed; `nil` if the system cannot name that.
    fileprivate var inRealDirectory: ByteString? {
        guard let directory = realpath(directoryPath.cString, nil) else { return nil }
        defer { free(directory) }
        var path = ByteString(cString: directory).bytes
        if path.last != UInt8(ascii: "/") { path.append(UInt8(ascii: "/")) }
        path += bytes.dropFirst(self.directory.count)
        return ByteString(bytes: path)
    }
}
