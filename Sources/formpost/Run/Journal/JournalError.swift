import FormEncoding

/// Why a journal cannot be used, or an upload not be recorded.
enum JournalError: Error, Equatable, Sendable {
    case cannotRead(path: ByteString, errno: Int32)
    /// A pipe or a device, which cannot be read again.
    case notRegular(path: ByteString)
    case damaged(path: ByteString, JournalDamage)
    /// Another process kept the file locked until the time limit.
    case locked(path: ByteString)
    /// Another request was sending the file until the time limit.
    case claimed
    case write(WriteError)
}

extension JournalError {
    var exitStatus: Int32 {
        switch self {
        case .cannotRead, .notRegular, .damaged: ExitStatus.cannotRead
        case .locked, .claimed: ExitStatus.timedOut
        case .write: ExitStatus.cannotWrite
        }
    }
}
