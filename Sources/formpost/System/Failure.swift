/// A failure as the user sees it: an exit status and a sentence.
struct Failure: FailureCause, Equatable {
    let status: Int32
    let text: String

    init(_ status: Int32, _ text: String) { (self.status, self.text) = (status, text) }

    static func usage(_ text: String) -> Failure { Failure(ExitStatus.usage, text) }

    var failure: Failure { self }

    /// Returns the failure with more words at the end of its sentence.
    func adding(_ more: String) -> Failure { Failure(status, text + more) }
}

/// An error with an exit status and a sentence of its own.
protocol FailureCause: Error {
    var failure: Failure { get }
}

/// Runs `body`, and throws its error as a failure.
func failing<Result, Cause: FailureCause>(
    _ body: () throws(Cause) -> Result
) throws(Failure) -> Result {
    do throws(Cause) {
        return try body()
    } catch {
        throw error.failure
    }
}
