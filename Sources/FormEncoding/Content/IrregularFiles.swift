import Foundation

/// How to read an input that has no size: a pipe, a character device, a file of `/proc`.
package enum IrregularFiles: Sendable, Hashable {
    /// Read to its end before anything is sent, so that the length is known and the body can be
    /// sent again. Blocks until the writer closes a pipe.
    ///
    /// Throws `.spoolLimitExceeded`, `.cannotSpool`, or `.endless` for a device such as `/dev/zero`
    /// if there is no maximum.
    case spool(maximumSize: Int64? = nil)
    /// Read while it is sent. The length is unknown, and there is no second attempt.
    case stream
    /// Not read; throws `.notRegularFile`.
    case refuse
    /// As `others` for these paths and for files of `/proc`. A pipe or a device with another path
    /// has taken the place of a regular file: `.cannotRead`, since its writer may never come.
    indirect case known(Set<ByteString>, others: IrregularFiles)

    /// A source for the input that `open` opens; `path` names it in errors.
    func source(
        _ path: ByteString, _ onRead: InputObserver?,
        open: @escaping @Sendable () throws(Errno) -> LiveInput
    ) throws(BodyFault) -> ByteSource {
        switch self {
        case .spool(let maximumSize):
            let input = try reading(path, open)
            if maximumSize == nil, input.isEndless { throw .endless(path: path) }
            return try .spooled(
                path, maximumSize: maximumSize, onRead: onRead, input.read(into:))
        case .stream:
            return .stream(.once { try reading(path, open) })
        case .refuse:
            throw .notRegularFile(path: path)
        case .known(let paths, let others) where paths.contains(path):
            return try others.source(path, onRead, open: open)
        case .known(_, let others):
            // Looked at twice: a stream is opened when the head of the request has been sent.
            let kind = try reading(path) { () throws(Errno) in try FileSnapshot(ofPath: path).kind }
            guard kind == .regular else { throw .cannotRead(path: path, errno: ESTALE) }
            return try others.source(path, onRead) { () throws(Errno) in
                let input = try open()
                guard input.kind == .regular else { throw .isReplaced }
                return input
            }
        }
    }
}
