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
        }
    }
}
