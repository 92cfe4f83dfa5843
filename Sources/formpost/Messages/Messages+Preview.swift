import FormEncoding
import FormUpload

/// Sentences about what is shown instead of being sent, and about files that are looked at first.
extension Messages {
    static let dryRunWithoutLength =
        "--dry-run reads no standard input and no pipe: --dump-body alone writes the body"

    static let dryRunWithoutChunks =
        "--dry-run does not show a body in chunks, whose sizes only sending makes: --dump-body alone "
        + "writes the body"

    static func dryRunWithoutInput(_ option: String) -> String {
        "--dry-run reads no standard input, and \(option) would: put it into a file"
    }

    static func dryRunLacks(_ option: String) -> String {
        "--dry-run does not show what \(option) takes from its file"
    }

    static let dryRunBeforeChallenge =
        "--dry-run does not know the server's challenge, and shows no Authorization"

    static let dryRunWithoutProxy =
        "--dry-run shows the request as it goes to the server, not to the proxy"

    /// Why a request is not sent; of a URL in curl's words.
    static func refusal(_ error: UploadError, url: ByteString) -> Failure {
        switch error {
        case .malformedURL:
            (
                ExitStatus.malformedURL,
                invalidURL(url)
            )
        case .unsupportedScheme(let scheme):
            (
                ExitStatus.unsupportedScheme,
                "\(quotedURL(url)) cannot be used: Protocol \"\(shown(scheme))\" not available, "
                    + "only http and https"
            )
        default: failure(error, url: url)
        }
    }

    static func noCookies(_ path: ByteString, _ number: Int32) -> String {
        "-b: no cookie is sent from the file \(self.path(path)): \(reason(number)) (a cookie is written "
            + "name=value)"
    }

    static func badAuthorities(_ path: ByteString, _ fact: TLSFileCheck.Fact) -> String {
        "--cacert: cannot use \(self.path(path)): \(text(fact))"
    }

    static func badCertificate(_ path: ByteString, _ fact: TLSFileCheck.Fact) -> String {
        "--cert: cannot use \(self.path(path)): \(text(fact))"
    }

    static func badKey(_ path: ByteString, _ fact: TLSFileCheck.Fact) -> String {
        "--key: cannot use \(self.path(path)): \(text(fact))"
    }

    private static func text(_ fact: TLSFileCheck.Fact) -> String {
        switch fact {
        case .unreadable(let number): reason(number)
        case .notPEM: "it contains no PEM data"
        }
    }
}
