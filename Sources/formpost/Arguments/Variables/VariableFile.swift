import FormEncoding
import Foundation

/// A regular file behind a variable, or a range of its bytes.
struct VariableFile: Hashable, Sendable {
    /// In bytes, as curl limits expanded text.
    static let longestContent = 10_000_000

    var path: ByteString
    /// Inclusive offsets; `nil` for the whole file.
    var range: ClosedRange<Int64>?
}

/// A file of which a digest or a length was taken, in the state that it had then.
struct HashedFile: Equatable, Sendable {
    let path: ByteString
    let snapshot: FileSnapshot

    /// Throws if the file has changed since.
    func check() throws(VariableProblem) {
        let now: FileSnapshot
        do throws(Errno) { now = try FileSnapshot(ofPath: path) } catch {
            throw .unreadable(path, errno: error.rawValue)
        }
        try compare(with: now)
    }

    fileprivate func compare(with now: FileSnapshot) throws(VariableProblem) {
        do throws(BodyError) { try snapshot.compare(with: now, path: path) } catch {
            throw .changed(path)
        }
    }
}

extension VariableFile {
    /// Passes the bytes to `body`, some at a time.
    func read(
        until limit: TimeLimit?, _ body: (UnsafeRawBufferPointer) throws(VariableProblem) -> Void
    ) throws(VariableProblem) -> HashedFile {
        let file = try open()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        var offset = range?.lowerBound ?? 0
        let last = range?.upperBound ?? .max
        while offset <= last {
            if let limit, limit.isReached {
                throw .timedOut(InputTimeout(path: path, limit: limit.duration))
            }
            let room = Int(min(Int64(buffer.count - 1), last - offset) + 1)
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<room])
            let count = try reading { () throws(Errno) in
                try SystemCalls.read(file.descriptor.number, at: offset, into: part)
            }
            if count == 0 { break }
            try body(UnsafeRawBufferPointer(rebasing: part[..<count]))
            offset += Int64(count)
        }
        let hashed = HashedFile(path: path, snapshot: file.snapshot)
        try hashed.compare(
            with: try reading { () throws(Errno) in
                try FileSnapshot(of: file.descriptor.number)
            })
        return hashed
    }

    /// The bytes, if they are not too many to be text.
    func content(until limit: TimeLimit?) throws(VariableProblem) -> [UInt8] {
        var content: [UInt8] = []
        _ = try read(until: limit) { (bytes) throws(VariableProblem) in
            guard content.count + bytes.count <= Self.longestContent else {
                throw .unreadable(path, errno: Errno.tooLarge.rawValue)
            }
            content += bytes
        }
        return content
    }

    func digest(
        _ digest: Digest, until limit: TimeLimit?
    ) throws(VariableProblem) -> (bytes: [UInt8], file: HashedFile) {
        guard let state = digest.begin() else { throw .noLibrary(digest) }
        let hashed = try read(until: limit) { (bytes) throws(VariableProblem) in
            state.update(bytes)
        }
        return (state.finish(), hashed)
    }

    /// How many bytes there are.
    func size(until limit: TimeLimit?) throws(VariableProblem) -> (Int64, HashedFile) {
        let file = try open()
        var size = file.snapshot.size
        if size == 0 {
            // Files of /proc report 0 but have content.
            _ = try VariableFile(path: path).read(until: limit) { size += Int64($0.count) }
        }
        if let range {
            size = max(0, min(size - 1, range.upperBound) - range.lowerBound + 1)
        }
        return (size, HashedFile(path: path, snapshot: file.snapshot))
    }

    /// When the file was last written, in seconds since 1970.
    func modified() throws(VariableProblem) -> Int64 {
        try reading { () throws(Errno) in try FileSnapshot(ofPath: path) }.modifiedSeconds
    }

    /// Whether the file can be read more than once. Throws for a directory.
    func isRegular() throws(VariableProblem) -> Bool {
        let kind = try reading { () throws(Errno) in try FileSnapshot(ofPath: path).kind }
        guard kind != .directory else {
            throw .unreadable(path, errno: Errno.isDirectory.rawValue)
        }
        return kind == .regular || kind == .blockDevice
    }

    private func open() throws(VariableProblem) -> (
        descriptor: OpenDescriptor, snapshot: FileSnapshot
    ) {
        try reading { () throws(Errno) in
            // stat first: opening a FIFO blocks until it has a writer.
            let kind = try FileSnapshot(ofPath: path).kind
            guard kind != .directory else { throw .isDirectory }
            guard kind == .regular || kind == .blockDevice else { throw .notSeekable }
            let descriptor = try SystemCalls.open(path)
            return (descriptor, try FileSnapshot(of: descriptor.number))
        }
    }

    private func reading<Result>(
        _ body: () throws(Errno) -> Result
    ) throws(VariableProblem) -> Result {
        do throws(Errno) { return try body() } catch {
            throw .unreadable(path, errno: error.rawValue)
        }
    }
}

extension Errno {
    fileprivate static let tooLarge = Errno(EFBIG)
    fileprivate static let notSeekable = Errno(ESPIPE)
}
