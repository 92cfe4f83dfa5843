/// What counts as a success.
extension Settings.Output {
    /// Whether this final status is no failure.
    func accepts(_ status: Int) -> Bool { badStatus == .accepted || isSuccess(status) }

    /// Whether the final status says that the server has taken the request. A status that only
    /// `--no-fail` accepts does not.
    func isSuccess(_ status: Int) -> Bool {
        expectedStatuses?.contains(status) ?? (200..<300).contains(status)
    }
}
