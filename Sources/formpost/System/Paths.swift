import FormEncoding
import Foundation

extension ByteString {
    /// The path with its symbolic links followed; the file need not exist.
    var followingLinks: ByteString { links.last ?? self }

    /// As `followingLinks`, for a file of this identity; `nil` if that leads to another one: the text of
    /// a link of /proc does not name its file.
    func destination(of identity: FileIdentity) -> ByteString? {
        let path = followingLinks
        return FileIdentity(path: path) == identity ? path : nil
    }

    /// The descriptor of this process that the path names (`/dev/stdout`, `/dev/fd/3`). The file
    /// behind it must not be replaced, since other processes may have it open.
    var descriptorNumber: Int32? {
        for path in links {
            for directory in ["/dev/fd/", "/proc/self/fd/"]
            where path.bytes.starts(with: directory.utf8) {
                return Int32(path.description.dropFirst(directory.count))
            }
        }
        return nil
    }

    /// The path up to and including the last slash; empty if there is none.
    var directory: [UInt8] {
        bytes.lastIndex(of: UInt8(ascii: "/")).map { Array(bytes[...$0]) } ?? []
    }

    /// The directory as a path for system calls.
    var directoryPath: ByteString { directory.isEmpty ? "." : ByteString(bytes: directory) }

    func appending(component name: ByteString) -> ByteString {
        isEmpty || last == UInt8(ascii: "/") ? self + name : self + "/" + name
    }

    /// The path of the file whose name is nearest to that of a missing one, in the same directory.
    var nearestFile: ByteString? {
        let name = ByteString(dropFirst(directory.count)).description
        let names = try? Directory.names(in: directoryPath)
        let others = (names ?? []).compactMap { String(validating: $0.bytes, as: UTF8.self) }
            .filter { $0 != name }
        let nearest =
            others.first { $0.lowercased() == name.lowercased() }
            ?? Suggestion.nearest(to: name, among: others)
        return nearest.map { ByteString(directory) + ByteString($0) }
            .flatMap { $0.isFile ? $0 : nil }
    }

    /// The path without `.` and without slashes that change nothing: `a/b` of `./a//b`.
    var withoutDots: ByteString {
        let slash = UInt8(ascii: "/")
        let names = bytes.split(separator: slash).filter { $0 != [UInt8(ascii: ".")] }
        return ByteString(bytes: (first == slash ? [slash] : []) + names.joined(separator: [slash]))
    }

    /// The path, then the target of each symbolic link in turn.
    private var links: [ByteString] {
        var paths = [self]
        var buffer = [UInt8](repeating: 0, count: 4096)
        // 40 is the system's own limit.
        while paths.count <= 40, let path = paths.last,
            case let count = readlink(path.cString, &buffer, buffer.count), count > 0
        {
            let target = buffer[..<count]
            paths.append(
                ByteString(
                    bytes: (target.first == UInt8(ascii: "/") ? [] : path.directory) + target))
        }
        return paths
    }

    /// The state of the file, with all links followed; `nil` if it cannot be looked at.
    var file: FileSnapshot? { try? FileSnapshot(ofPath: self) }

    var isFile: Bool { file?.kind == .regular }

    var isDirectory: Bool { file?.kind == .directory }

    var isFIFO: Bool { file?.kind == .fifo }

    /// Whether the text is more likely the name of a file, with its `@` forgotten: a word that is also a
    /// file is more often a word. Shells make a FIFO or a socket of `<(…)`.
    var looksLikeFile: Bool {
        guard count < 4096, contains(where: "./".utf8.contains), let kind = file?.kind else {
            return false
        }
        return [.regular, .fifo].contains(kind) || kind == .other && descriptorNumber != nil
    }

    /// Returns the state of the file; throws `.cannotRead` if it is missing, unreadable or a directory.
    @discardableResult
    func checkReadable() throws(BodyFault) -> FileSnapshot {
        try reading(self) { () throws(Errno) in
            if contains(0) { throw Errno(ENOENT) }
            let file = try FileSnapshot(ofPath: self)
            if access(cString, R_OK) != 0 { throw .last }
            if file.kind == .directory { throw .isDirectory }
            return file
        }
    }

    /// Opens the file for writing, with additional `flags` of open(2).
    ///
    /// Paths such as `/dev/stderr` are duplicated, not opened: opening the file behind the descriptor would truncate
    /// it. A FIFO without a reader is waited for until the time limit (`ETIMEDOUT`), or for ever without one.
    ///
    /// At the start, symbolic links led to `destination`: one that has appeared since then is not followed (`ESTALE`).
    func openToWrite(
        at destination: ByteString? = nil, flags: Int32 = 0, until limit: TimeLimit?
    ) throws(WriteError) -> Int32 {
        let target = destination ?? self
        if let number = target.descriptorNumber {
            let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
            guard copy >= 0 else { throw WriteError(path: self, errno: errno) }
            return copy
        }
        let flags =
            flags | O_WRONLY | O_CLOEXEC | (limit == nil ? 0 : O_NONBLOCK)
            | (destination == nil ? 0 : O_NOFOLLOW)
        while true {
            let descriptor = open(target.cString, flags, 0o666)
            if descriptor >= 0 {
                let status = fcntl(descriptor, F_GETFL)
                _ = fcntl(descriptor, F_SETFL, status & ~O_NONBLOCK)
                return descriptor
            }
            guard let limit, errno == ENXIO, target.isFIFO else {
                let number = errno
                let hasAppeared =
                    number == ELOOP && destination.map { $0 != followingLinks } ?? false
                throw WriteError(path: self, errno: hasAppeared ? ESTALE : number)
            }
            guard !limit.isReached else { throw WriteError(path: self, errno: ETIMEDOUT) }
            usleep(20_000)
        }
    }

    /// Throws if nothing can be written at the path after the request: for a directory, for a closed
    /// descriptor, and without permission.
    func checkWritable() throws(WriteError) {
        do throws(Errno) {
            if let number = descriptorNumber {
                if fcntl(number, F_GETFD) < 0 { throw .last }
                return
            }
            if isDirectory { throw .isDirectory }
            guard access(cString, W_OK) != 0 else { return }
            guard errno == ENOENT, !isEmpty else { throw .last }
            if access(followingLinks.directoryPath.cString, W_OK) != 0 { throw .last }
        } catch {
            throw WriteError(path: self, errno: error.rawValue)
        }
    }
}

/// Looks into directories, by the bytes of their names.
enum Directory {
    /// The names in the directory at a path, without `.` and `..`, sorted by their bytes.
    static func names(in path: ByteString) throws(Errno) -> [ByteString] {
        guard !path.contains(0), let directory = opendir(path.cString) else { throw .last }
        defer { closedir(directory) }
        var names: [ByteString] = []
        while true {
            // The end of the directory leaves it as it is.
            errno = 0
            guard let entry = readdir(directory) else { break }
            // A copy of the entry would be longer than the entry may be.
            let name = UnsafeRawPointer(entry).advanced(by: nameOffset)
                .assumingMemoryBound(to: CChar.self)
            names.append(ByteString(cString: name))
        }
        guard errno == 0 else { throw .last }
        return names.filter { $0 != "." && $0 != ".." }.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Returns the kind of the file at a path, with all links followed; `nil` if there is none. A failure
    /// is something that cannot be looked at: a link to nowhere, a file in a closed directory.
    static func kind(of path: ByteString) -> Result<FileSnapshot.Kind, Errno>? {
        do throws(Errno) {
            return .success(try FileSnapshot(ofPath: path).kind)
        } catch {
            var status = stat()
            let isMissing =
                lstat(path.cString, &status) != 0 && (errno == ENOENT || errno == ENOTDIR)
            return isMissing ? nil : .failure(error)
        }
    }

    static func isLink(_ path: ByteString) -> Bool {
        var status = stat()
        return lstat(path.cString, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    private static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
}
