import FormEncoding
import FormUpload

/// Sentences about `--dry-run`, and about errors found before connecting.
extension Messages {
    static let readingTerminal = "reading standard input, Ctrl-D ends it"

    static let lengthToCome = "(known when the input has been read)"

    static let dryRunWithoutLength =
        "--dry-run reads no standard input and no pipe: --dump-body alone writes the body"

    static let dryRunWithoutChunks =
        "--dry-run does not show a body in chunks, whose sizes only sending makes: --dump-body alone "
        + "writes the body"

    static func dryRunWithoutInput(_ use: OptionUse) -> String {
        "--dry-run reads no standard input, but \(reader(use)) would: name a file instead"
    }

    static func dryRunLacks(_ option: String) -> String {
        "--dry-run does not show what \(option) takes from its file"
    }

    static func curlLacks(_ option: String) -> String {
        "--curl leaves out \(option): curl has nothing like it"
    }

    static func curlCuts(_ file: InputFile) -> String {
        "--curl \(file.option): curl before 8.7.0 sends less of \(path(file.path)): it drops the rest of "
            + "a line after a CR or NUL"
    }

    static let dryRunBeforeChallenge =
        "--dry-run does not know the server's challenge, and shows no Authorization"

    static let dryRunWithoutProxy =
        "--dry-run shows the request as it goes to the server, not to the proxy"

    static let dryRunWithoutHTTP2 =
        "--dry-run shows the request as HTTP/1.1 has it, without what asks for HTTP/2"

    /// Why a request is not sent.
    static func refusal(_ error: UploadError, url: ByteString, _ route: ProxyRoute) -> String {
        switch error {
        case .malformedURL: invalidURL(url)
        case .unsupportedScheme(let scheme) where !isSupported(scheme):
            "\(quotedURL(url)) cannot be used: Protocol \"\(shown(scheme))\" not available, "
                + "only http and https"
        default: text(error, url: url, route)
        }
    }

    static func noCookies(_ path: ByteString, of option: String, _ number: Int32) -> String {
        "\(option): no cookie is sent from the file \(self.path(path)): \(reason(number)) (a cookie is written "
            + "name=value)"
    }

    // libcurl's own words, as for failures during the transfer.

    static func badAuthorities(
        _ path: ByteString, of name: String, _ fact: TLSFileCheck.Fact
    ) -> String {
        "error setting certificate file: \(self.path(path)): \(text(fact)) (\(name))"
    }

    static func badCertificate(_ path: ByteString, _ fact: TLSFileCheck.Fact) -> String {
        fact == .noKey
            ? "\(self.path(path)) has a certificate and no private key: --key file names the key"
            : "could not load PEM client certificate from \(self.path(path)): \(text(fact)) (--cert)"
    }

    static func badKey(_ path: ByteString, _ fact: TLSFileCheck.Fact) -> String {
        "unable to set private key file: \(self.path(path)): \(text(fact)) (--key)"
    }

    private static func text(_ fact: TLSFileCheck.Fact) -> String {
        switch fact {
        case .unreadable(let number): reason(number)
        case .notPEM, .noKey: "it contains no PEM data"
        }
    }
}
