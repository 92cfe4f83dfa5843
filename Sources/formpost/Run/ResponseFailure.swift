import FormUpload

/// Why a complete response is no success.
enum ResponseFailure {
    /// The final status does not count as a success.
    case status
    /// The server answered 2xx before it had the whole body.
    case bodyCutShort
    /// The response has not got what `--expect` demands.
    case unexpected(UnmetExpectation)
}

/// Whether a response counts as a success.
extension Settings.Output {
    /// Returns why a complete response is no success; `nil` for a success.
    func failure(of response: UploadResponse, _ answer: AnswerReader?) -> ResponseFailure? {
        guard accepts(response.head.status) else { return .status }
        if response.isSuccess, !response.tookWholeBody { return .bodyCutShort }
        return answer?.unmet.map { .unexpected($0) }
    }

    /// Whether this final status counts as a success.
    func accepts(_ status: Int) -> Bool { badStatus == .accepted || isTaken(by: status) }

    /// Whether the final status says that the server has taken the request. A status that only
    /// `--no-fail` accepts does not.
    func isTaken(by status: Int) -> Bool {
        expectedStatuses?.contains(status) ?? (200..<300).contains(status)
    }
}
