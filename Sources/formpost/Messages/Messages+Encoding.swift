import FormEncoding
import Foundation

/// Sentences about files that cannot be read or written, and forms that cannot be encoded.
extension Messages {
    static func text(_ error: BodyFault) -> String {
        switch error {
        case .spoolLimitExceeded(let path, let limit):
            "\(input(path)) is longer than --max-spool (\(ByteCount.text(limit)))"
        case .streamLength(let announced, let actual):
            "the length of standard input is not that of Content-Length: "
                + ByteCount.difference(announced: announced, actual)
        case .invalidBoundary(let value): notBoundary(value)
        case .invalidHeader(let line): "\(quoted(line)) is not a header, such as X-Name: value"
        default: error.text(wording).sentence + remedy(error)
        }
    }

    private static func remedy(_ error: BodyFault) -> String {
        switch error {
        case .fileResized(_, let announced, let actual) where actual > announced:
            " (--allow-growth sends what it had at the start)"
        case .notSevenBit: "; use encoder=8bit, base64 or quoted-printable"
        case .endless: ": give --max-spool SIZE, or send it with --chunked"
        case .cannotSpool(_, _, _, let number) where [ENOSPC, EDQUOT].contains(number):
            ": set TMPDIR to a larger directory, or use --chunked"
        case .cannotSpool: ": set TMPDIR to a writable directory, or use --chunked"
        case .boundaryInContent, .boundaryConflict: ": choose another boundary"
        case .notReplayable: ": leave out --chunked"
        default: ""
        }
    }

    static func text(_ error: WriteError) -> String {
        var file = error.path.map { path($0) }
        if error.path == "-" { file = "to standard output" }
        if let file, error.errno == ETIMEDOUT { return "timed out: nothing reads \(file)" }
        var why = reason(error.errno)
        // Another file than at the start is not overwritten.
        if error.errno == ESTALE { why = "another file or a link now has its name" }
        if let file, error.path == TemporaryFile.directory, error.errno != EISDIR {
            return "cannot write a temporary file in \(file): \(why): set TMPDIR to another one"
        }
        return "cannot write \(file ?? "the response to standard output"): " + why
    }

    static func notBoundary(_ value: ByteString) -> String {
        "\(quoted(value)) is not a boundary: 1 to 70 letters, digits, blanks and '()+_,-./:=?, and no "
            + "blank at the end"
    }
}
