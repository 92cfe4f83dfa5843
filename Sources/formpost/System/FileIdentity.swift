import FormEncoding
import Foundation

/// The identity of a file, the same for all its names.
enum FileIdentity: Hashable, Sendable {
    case file(device: UInt64, inode: UInt64)
    /// A file that does not exist, in an existing directory.
    case entry(device: UInt64, inode: UInt64, name: [UInt8])
    /// A file whose directory does not exist.
    case path(ByteString)

    /// `nil` if it is not a regular file: devices and FIFOs may have several users.
    init?(path: ByteString) {
        do throws(Errno) {
            // A link to an open file (`/dev/fd/3`) leads to that.
            self.init(try FileSnapshot(ofPath: path))
            return
        } catch {
            guard error.rawValue == ENOENT else { return nil }
        }
        // Without /proc.
        if let number = path.descriptorNumber {
            self.init(descriptor: number)
            return
        }
        let target = path.followingLinks
        guard let directory = target.directoryPath.file else {
            self = .path(target.absolute)
            return
        }
        let name = Array(target.bytes.dropFirst(target.directory.count))
        self = .entry(device: directory.device, inode: directory.inode, name: name)
    }

    /// Returns the path of the regular file behind a descriptor; `nil` if no other process could
    /// find the file by it: it was deleted, or the system does not tell.
    static func path(of descriptor: Int32) -> ByteString? {
        let path = ByteString("/proc/self/fd/\(descriptor)").followingLinks
        guard path.descriptorNumber == nil, let identity = FileIdentity(descriptor: descriptor),
            identity == FileIdentity(path: path)
        else { return nil }
        return path
    }

    init?(descriptor: Int32) {
        guard let file = try? FileSnapshot(of: descriptor) else { return nil }
        self.init(file)
    }

    private init?(_ file: FileSnapshot) {
        guard file.kind == .regular else { return nil }
        self = .file(device: file.device, inode: file.inode)
    }
}

extension ByteString {
    /// The absolute path without `.` and `..`, for a file whose directory does not exist.
    fileprivate var absolute: ByteString {
        var path = bytes
        if path.first != UInt8(ascii: "/"), let directory = getcwd(nil, 0) {
            path = ByteString(cString: directory).bytes + [UInt8(ascii: "/")] + path
            free(directory)
        }
        var names: [ArraySlice<UInt8>] = []
        for name in path.split(separator: UInt8(ascii: "/")) where name != [UInt8(ascii: ".")] {
            if name.elementsEqual("..".utf8) { _ = names.popLast() } else { names.append(name) }
        }
        return ByteString(bytes: names.flatMap { [UInt8(ascii: "/")] + $0 })
    }
}
