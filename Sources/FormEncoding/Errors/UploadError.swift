import Foundation

/// Why a form or a request cannot be made, or why an upload has failed.
///
///     do {
///         reply = try await uploader.send(request)
///     } catch where error.code == .cannotConnect {
///         tryLater()
///     }
public struct UploadError: Error, Sendable {
    /// What went wrong. Later versions have more codes: a `switch` needs a `default`.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name of the code, such as `timedOut`.
        public let description: String
        /// Whether another attempt may succeed later.
        package let isTemporary: Bool

        package init(_ name: String, isTemporary: Bool = false) {
            (description, self.isTemporary) = (name, isTemporary)
        }
    }

    /// How many bytes of the body were sent.
    public let bytesSent: Int64
    /// Whether the server may have the whole request, although its response is lost or no success: then the same
    /// request would perhaps be taken twice.
    public let mayHaveBeenReceived: Bool
    /// The facts, for the command.
    package let fault: any Fault
    /// Whether the request was sent with retries.
    private let isRetried: Bool

    package init(
        _ fault: any Fault, bytesSent: Int64 = 0, mayHaveBeenReceived: Bool = false,
        isRetried: Bool = false
    ) {
        (self.fault, self.bytesSent, self.isRetried) = (fault, bytesSent, isRetried)
        self.mayHaveBeenReceived = mayHaveBeenReceived
    }

    /// An error for the tests of an app.
    public init(_ code: Code, bytesSent: Int64 = 0, mayHaveBeenReceived: Bool = false) {
        self.init(
            CodeAlone(code: code), bytesSent: bytesSent, mayHaveBeenReceived: mayHaveBeenReceived)
    }

    /// What went wrong.
    public var code: Code { fault.code }

    /// Whether the same request may succeed later: after a time-out, a lost connection, or a server that is busy.
    public var isTemporary: Bool { fault.isTemporary }

    /// The cause: an error of the app itself, or the system's for a file.
    public var underlyingError: (any Error)? { fault.underlyingError }
}

extension UploadError: LocalizedError, Described {
    /// What happened, without credentials of URLs and values of header fields. An error of the app keeps its sentence.
    public var errorDescription: String? { summary }

    package var summary: String { fault.text(.plain).sentence }

    /// What the app's developer can do, where something can be done.
    public var recoverySuggestion: String? {
        if let remedy = fault.text(.plain).remedy { return remedy }
        guard isTemporary else { return nil }
        if mayHaveBeenReceived {
            return
                "ask the server whether it has the upload; with an Idempotency-Key it can be sent again"
        }
        if isRetried { return nil }
        return "retry.maximum \(fault.isSentAgain ? "" : "with retry.alsoAfter ")sends it again"
    }
}

extension UploadError.Code {
    /// A value of a form, a request or the options cannot be sent: it is not what it has to be, or has a line break.
    public static let invalidValue = Self("invalidValue")
    /// A file cannot be found or read, or has no size, as a pipe.
    public static let cannotOpenFile = Self("cannotOpenFile")
    /// A file cannot be written, or there is no space for a copy.
    public static let cannotWriteToFile = Self("cannotWriteToFile")
    /// A file has changed since it was measured: the server did not get a whole body.
    public static let fileChanged = Self("fileChanged")
    /// A stream has more or fewer bytes than it announced.
    public static let wrongLength = Self("wrongLength")
    /// A stream that can be read only once would have to be read again.
    public static let notReplayable = Self("notReplayable")
    /// A function that blocks cannot read an asynchronous sequence; an `Uploader` can.
    public static let needsUploader = Self("needsUploader")
    /// A stream or a function of the app threw `underlyingError`.
    public static let appError = Self("appError")
    /// The task was cancelled.
    public static let cancelled = Self("cancelled")
}

package protocol Fault: Error, Sendable {
    var code: UploadError.Code { get }
    var isTemporary: Bool { get }
    /// Whether `retry.maximum` alone sends the request again, if it is temporary.
    var isSentAgain: Bool { get }
    var underlyingError: (any Error)? { get }
    func text(_ words: Wording) -> ErrorText
}

extension Fault {
    package var isTemporary: Bool { code.isTemporary }
    package var isSentAgain: Bool { true }
    package var underlyingError: (any Error)? { nil }
}

private struct CodeAlone: Fault {
    let code: UploadError.Code

    func text(_ words: Wording) -> ErrorText { ErrorText(code.description) }
}

/// Runs `body` for an app, which gets its failure as an `UploadError`.
package func reporting<Result, Failure: Fault>(
    _ body: () throws(Failure) -> Result
) throws(UploadError) -> Result {
    do throws(Failure) {
        return try body()
    } catch {
        throw UploadError(error)
    }
}

extension Error {
    /// The sentence of an app's error: its own, if it has one.
    package var sentence: String { (self as? any LocalizedError)?.errorDescription ?? "\(self)" }
}
