import FormUpload

/// Why a complete response is no success.
enum ResponseFailure {
    /// The final status does not count as a success.
    case status
    /// The server answered 2xx before it had the whole body.
    case bodyCutShort
}

/// Whether a response counts as a success.
extension Settings.Output {
    /// Returns why a complete response is no success; `nil` for a success.
    func failure(of response: UploadResponse) -> ResponseFailure? {
        guard accepts(response.head.status) else { return .status }
        return response.isSuccess && !response.tookWholeBody ? .bodyCutShort : nil
    }

    /// Whether this final status counts as a success.
    func accepts(_ status: Int) -> Bool { badStatus == .accepted || isTaken(by: status) }

    /// Whether the final status says that the server has taken the request. A status that only
    /// `--no-fail` accepts does not.
    func isTaken(by status: Int) -> Bool {
        expectedStatuses?.contains(status) ?? (200..<300).contains(status)
    }
}
