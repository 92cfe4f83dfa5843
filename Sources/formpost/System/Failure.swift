/// A failure as the user sees it: an exit status and a sentence.
struct Failure: FailureCause, Equatable {
    let status: Int32
    private let sentence: @Sendable () -> String
    /// Whether the sentence begins with a place in a configuration file.
    var isPlaced = false

    /// The sentence. It is made when it is shown: by then the options that name secrets have been read.
    var text: String { sentence() }

    init(_ status: Int32, _ text: String) { self.init(late: status, text) }

    init(late status: Int32, _ text: @autoclosure @escaping @Sendable () -> String) {
        (self.status, sentence) = (status, text)
    }

    static func usage(_ text: @autoclosure @escaping @Sendable () -> String) -> Failure {
        Failure(late: ExitStatus.usage, text())
    }

    /// An input that cannot be read.
    static func unreadable(_ text: @autoclosure @escaping @Sendable () -> String) -> Failure {
        Failure(late: ExitStatus.cannotRead, text())
    }

    var failure: Failure { self }

    /// Returns the failure with more words at the end of its sentence.
    func adding(_ more: String) -> Failure { Failure(late: status, text + more) }

    /// Returns the failure with the option that it is about in front of its sentence.
    func of(_ option: String) -> Failure { Failure(late: status, "\(option): \(text)") }

    static func == (first: Failure, second: Failure) -> Bool {
        (first.status, first.text) == (second.status, second.text)
    }
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

/// Runs `body`, and puts the option in front of the sentence of its failure.
func failing<Result>(
    of option: String, _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    do throws(Failure) { return try body() } catch { throw error.of(option) }
}

/// The exit statuses: curl's numbers (curl(1), EXIT CODES), and 128 plus the number of a signal.
enum ExitStatus {
    static let success: Int32 = 0
    static let usage: Int32 = 2
    static let malformedURL: Int32 = 3
    static let unsupportedScheme: Int32 = 1
    static let notAvailable: Int32 = 4
    /// A response without what `--capture` takes from it, or one whose length is not clear.
    static let badReply: Int32 = 8
    /// The response ends before it is complete.
    static let responseCut: Int32 = 18
    /// The final status is not one that counts as a success.
    static let badStatus: Int32 = 22
    static let cannotWrite: Int32 = 23
    static let cannotRead: Int32 = 26
    static let timedOut: Int32 = 28
    static let unknownEncoder: Int32 = 43
    static let tooManyRedirects: Int32 = 47
    /// Also for a 2xx that came before the whole body was sent.
    static let cannotSend: Int32 = 55
    static let clientCertificate: Int32 = 58
    /// The response is longer than `--max-filesize`.
    static let tooLarge: Int32 = 63
    static let cannotReplay: Int32 = 65
    static let authorities: Int32 = 77
    static let revocations: Int32 = 82
    static let wrongKey: Int32 = 90

    private static let table = TextReader.rows(Texts.exitStatuses, columns: 3)

    static let meanings: [TextReader.Entry] = table.map { ($0[0], $0[2]) }

    /// The final status of the server if that was the failure, or else `timed out` or the like.
    static func shortReason(_ status: Int32, answer: Int?) -> String {
        if status == badStatus, let answer { return "\(answer)" }
        let reason = table.first { $0[0] == "\(status)" }?[1]
        // The server has the file.
        let success = status == cannotWrite ? answer.flatMap { $0 / 100 == 2 ? $0 : nil } : nil
        return (success.map { "\($0), " } ?? "") + (reason ?? "error \(status)")
    }

    static let others = "Any other status means the same as in `curl`(1)."
}
