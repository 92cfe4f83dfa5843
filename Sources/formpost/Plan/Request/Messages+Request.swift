import FormEncoding
import FormUpload

/// Sentences about how the body is sent: a form's boundary, its media type, the method.
extension Messages {
    /// With `-X` a request without content may be meant, and where some of its URLs have a file of `-T`,
    /// not all of them do.
    static func nothingToUpload(_ line: OperationLine) -> String {
        if let file = line.settings.data.files.first {
            return "\(file.option) is there for one URL, and nothing to upload for the next: write "
                + "\(file.option) file for each"
        }
        let method = line.settings.request.method.map { "; for an empty \(shown($0)) write -d ''" }
        return "nothing to upload: add a field with -F name=value or a file with -F name=@file; "
            + "-d sends data, and -T a file" + (method ?? "")
            + (line.endsWithQuery
                ? "; an unquoted '&' in a URL ends the command: put quotes around the URL" : "")
    }

    static func twoBoundaries(
        _ first: Boundary, of option: String, _ second: Boundary, of header: String
    ) -> String {
        "two boundaries: \(quoted(first.value)) of \(option), \(quoted(second.value)) of \(header) "
            + "'Content-Type': leave one out"
    }

    /// A warning: the body is a form whatever the header says.
    static func foreignType(_ type: MediaType, _ option: String) -> String {
        "\(option): the form is sent as \(quoted(type.value)): servers expect multipart/form-data"
    }

    /// A warning of a header that takes the place of the form's own.
    static func boundaryNotSent(_ option: String) -> String {
        "\(option) 'Content-Type': the form's boundary is not sent, without which servers cannot read "
            + "it: leave the option out"
    }

    /// A warning of a method that is sent as it was written; `nil`: it is a usual one for a body.
    static func doubtfulMethod(_ method: ByteString, insteadOf usual: ByteString) -> String? {
        let name = shown(method)
        let upper = name.uppercased()
        if name != upper, methods.contains(upper) {
            return "methods are case-sensitive: '\(name)' is not '\(upper)'"
        }
        guard name == "GET" || name == "HEAD" else { return nil }
        return
            "most servers ignore the body of a \(name) request: leave the option out to send a "
            + shown(usual)
    }

    // Warnings of a form that `header` announces and is none.

    static func noBoundary(_ header: String) -> String {
        "\(header): multipart/form-data without a boundary, which no server can read; -F makes a form"
    }

    static func noForm(_ header: String) -> String {
        "\(header): the body is not multipart/form-data; -F makes a form"
    }

    static func escapedLineEnds(_ option: String) -> String {
        #"\#(option): the form has \r\n as text in place of line ends: quote it with $'…'"#
    }

    static func uselessFormOption(_ option: String) -> String {
        "\(option) is about forms, which -F makes: leave it out"
    }

    /// HTTP/1.0 with a body of unknown length.
    static func noChunks(_ line: OperationLine) -> String {
        let settings = line.settings
        let remedy =
            if settings.form.isChunked {
                "leave out \(line.name(of: "chunked"))"
            } else if settings.isChunked {
                "leave out \(line.name(of: "header")) 'Transfer-Encoding: chunked'"
            } else {
                "\(settings.data.file?.option ?? "-T") needs a file, not a pipe"
            }
        return "\(line.name(of: "http1.0")) sends no body of unknown length: \(remedy)"
    }

    private static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

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

    static func noCookies(_ path: ByteString, of option: String, _ number: Int32) -> String {
        "\(option): no cookie is sent from the file \(self.path(path)): \(reason(number)) (a cookie is written "
            + "name=value)"
    }

    /// The noun for a body.
    static func noun(_ content: BodyContent) -> String {
        switch content {
        case .form: "the form"
        case .file: "the file"
        case .pairs, .json, .other: "the data"
        }
    }

    static func passwordQuestion(_ user: ByteString, _ host: String) -> String {
        "Password of \(shown(user)) for \(host): "
    }

    static func proxyPasswordQuestion(_ user: ByteString) -> String {
        "Password of \(shown(user)) for the proxy: "
    }

    static func noTerminal(for user: ByteString, of option: String) -> String {
        "no password for user \(quoted(user)), and no terminal to ask on: "
            + "write \(option) user:password"
    }

    static func noPassword(of user: ByteString, _ option: String) -> String {
        "no password for user \(quoted(user)) was typed: for an empty one write \(option) user:"
    }

    static let queryTooLong = "the data for the URL is longer than 1 MiB: leave out -G"

    static let blankInQuery =
        "the data for the URL has a blank or a line end in it: --data-urlencode encodes it"

    static let textForURLEncoding = " (for text with an '@' write name=text or =text)"

    static func notJSON(_ option: String) -> String {
        "\(option): the body is not JSON: names and texts need double quotes, as in '{\"a\":\"b\"}'"
    }

    static func textIsFileName(_ option: String, _ text: ByteString) -> String {
        "\(option) sends the text \(quoted(text)); \(option) @\(shown(text)) would send the file"
    }

    static func twoContentTypes(
        _ first: ByteString, _ second: ByteString, of option: String
    ) -> String {
        "two types of \(option) 'Content-Type': \(quoted(first)), \(quoted(second)): leave one out"
    }

    static func leftOut(_ count: Int64) -> String {
        "\(count) line ends and NUL bytes of files are left out; --data-binary keeps them"
    }

    static func notOneFile(_ option: String) -> String {
        "\(option) uploads one file, as it is: -T FILE, or one -F name=@FILE, with texts for its metadata"
    }

    static func notMetadata(_ name: ByteString, _ option: String) -> String {
        "\(option): \(quoted(name)) cannot name metadata: a name is there once, without blanks and commas"
    }

    static func longMetadata(_ name: ByteString, _ option: String, _ most: Int) -> String {
        "\(option): the text of \(quoted(name)) is longer than metadata may be (\(most) bytes)"
    }

    static func dryRunOfAnother(_ option: String) -> String {
        "\(option) sends another request than the one that is shown"
    }
}
