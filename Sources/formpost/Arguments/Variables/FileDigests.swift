import FormEncoding
import FormUpload

/// The digests of files that a run has computed. A request may be made several times, and its file is read for
/// the first of them only.
final class FileDigests: Sendable {
    private struct Key: Hashable {
        let file: VariableFile
        let digest: Digest
    }

    private let known = Guarded<[Key: (bytes: [UInt8], file: HashedFile)]>([:])

    /// Returns the digest of a file; reads the file if that is new or has changed since it was read.
    func digest(
        _ digest: Digest, of file: VariableFile, until limit: TimeLimit?
    ) throws(VariableProblem) -> (bytes: [UInt8], file: HashedFile) {
        let key = Key(file: file, digest: digest)
        if let found = known.withLock({ $0[key] }), (try? found.file.check()) != nil {
            return found
        }
        let read = try file.digest(digest, until: limit)
        known.withLock { $0[key] = read }
        return read
    }
}

extension FileDigests: Equatable {
    /// Settings that differ only in the digests computed so far are equal.
    static func == (first: FileDigests, second: FileDigests) -> Bool { true }
}
