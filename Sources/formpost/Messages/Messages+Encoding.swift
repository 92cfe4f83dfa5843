import FormEncoding
import Foundation

/// Sentences about files and forms that cannot be read or encoded.
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

    static func notBoundary(_ value: ByteString) -> String {
        "\(quoted(value)) is not a boundary: 1 to 70 letters, digits, blanks and '()+_,-./:=?, and no "
            + "blank at the end"
    }
}
