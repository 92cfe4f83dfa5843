import FormEncoding

extension FormError {
    /// curl's number.
    var exitStatus: Int32 {
        switch self {
        case .negativeLength, .tooLong: 26
        case .input(let error): error.exitStatus
        default: 2
        }
    }
}

extension BodyError {
    /// curl's number: 26 for input that cannot be read or has changed.
    var exitStatus: Int32 {
        switch self {
        case .boundaryInContent: 2
        case .cannotWrite, .outputIsInput: 23
        case .notReplayable: 65
        case .timedOut: 28
        default: 26
        }
    }
}
