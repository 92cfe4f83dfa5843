import FormEncoding

/// Sentences about how the body is sent: a form's boundary, its media type, the method.
extension Messages {
    /// With `-X` a request without content may be meant, and where some of its URLs have a file of `-T`,
    /// not all of them do.
    static func nothingToUpload(_ settings: Settings) -> String {
        if let file = settings.data.files.first {
            return "\(file.option) is there for one URL, and nothing to upload for the next: write "
                + "\(file.option) file for each"
        }
        let method = settings.request.method.map { "; for an empty \(shown($0)) write -d ''" }
        return "nothing to upload: add a field with -F name=value or a file with -F name=@file; "
            + "-d sends data, and -T a file" + (method ?? "")
            + (settings.endsWithQuery
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

    /// A warning of a form that `header` announces and is none.
    static func text(_ fault: FormFault, _ header: String) -> String {
        switch fault {
        case .noBoundary:
            "\(header): multipart/form-data without a boundary, which no server can read; -F makes a form"
        case .noForm:
            "\(header): the body is not multipart/form-data; -F makes a form"
        case .escapedLineEnds(let option):
            #"\#(option): the form has \r\n as text in place of line ends: quote it with $'…'"#
        }
    }

    static func uselessFormOption(_ option: String) -> String {
        "\(option) is about forms, which -F makes: leave it out"
    }

    /// HTTP/1.0 with a body of unknown length.
    static func noChunks(_ settings: Settings) -> String {
        let remedy =
            if settings.form.isChunked {
                "leave out \(settings.name(of: "chunked"))"
            } else if settings.isChunked {
                "leave out \(settings.name(of: "header")) 'Transfer-Encoding: chunked'"
            } else {
                "\(settings.data.file?.option ?? "-T") needs a file, not a pipe"
            }
        return "\(settings.name(of: "http1.0")) sends no body of unknown length: \(remedy)"
    }

    private static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
}
