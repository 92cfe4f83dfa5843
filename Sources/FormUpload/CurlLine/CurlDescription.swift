import FormEncoding

/// A request as a command line of curl, for a person to read and to run, and what the line lacks.
///
/// The line is for sh, bash and zsh. If nothing is missing, curl 7.88.1 sends the same request, with
/// a boundary of its own.
package struct CurlDescription: Sendable, Hashable {
    /// The command line, without a line end. It is one line unless a value has line ends.
    package let line: String
    /// The values to supply before the line can be run, and the differences that curl makes.
    package let missing: [Missing]

    /// Why the line alone does not send the same request.
    package enum Missing: Sendable, Hashable {
        /// A credential: the shell variable in its place has to be set to it.
        case secret(variable: String)
        /// The content of a part, or the whole body if there is none: the shell variable has to be
        /// set to the path of a file with it. So it is for the app's streams, for open files, for
        /// bytes with a NUL, which no argument can hold, and for more than 64 KiB of them.
        case content(PartReference?, variable: String)
        /// curl writes the headers of this part in another order, adds a `Content-Type` that the
        /// part does not have, or leaves out a field that it does not allow there.
        case headers(PartReference)
        /// The form has a boundary of the app's choice, and curl makes its own.
        case boundary(Boundary)
        /// curl sends the body in chunks, because it does not compute the length of quoted-printable
        /// content.
        case length
        /// curl has nothing like this value of the request or of its options.
        case field(UploadField.Kind)
    }
}

extension CurlDescription: CustomStringConvertible {
    /// The command line.
    package var description: String { line }
}

extension CurlDescription.Missing {
    package var text: String {
        switch self {
        case .secret(let variable): "set \(variable) to the credential"
        case .content(let part, let variable):
            "set \(variable) to the path of a file with \(part.map(Wording.plain.name) ?? "the body")"
        case .headers(let part): "curl writes other headers for \(Wording.plain.name(of: part))"
        case .boundary(let boundary): "curl chooses another boundary than \(boundary.value)"
        case .length: "curl sends the body in chunks"
        case .field(let field): "curl has no option for this: \(UploadField(field))"
        }
    }
}

extension UploadRequest {
    /// This request as a command line of curl, for a person to read and to run. A comment follows it for
    /// each value that has to be supplied first, and for each difference that curl makes.
    ///
    /// Shell variables stand for credentials and for content that no argument can hold; `showsSecrets`
    /// writes the credentials out. No input is read. Throws if the request cannot be sent.
    public func curlCommand(
        options: UploadOptions = UploadOptions(), showsSecrets: Bool = false
    ) throws(UploadError) -> String {
        let description = try curlDescription(options: options, showsSecrets: showsSecrets)
        return ([description.line] + description.missing.map { "# \($0.text)" })
            .joined(separator: "\n")
    }

    /// This request as a command line of curl: URL, method, header fields and body, and from
    /// `options` what curl has an option for; not the limit `stall`, which curl lacks, nor `wire`
    /// events.
    ///
    /// A form is written as `-F` and `--form-string`, each quoted as curl needs it, if its body was
    /// made by `MultipartForm.encoded`; a copy of the body by `spooled()` is bytes. Other bodies are
    /// written as `-d`, `--data-raw`, `--data-binary` or `-T`.
    ///
    /// Shell variables stand for credentials: those of the URL, of header fields that
    /// `options.redirects.credentials` names, and of fields of such names in a form, in URL-encoded
    /// data and in JSON. With `showsSecrets` they are written out. No input is read.
    ///
    /// Throws if the request cannot be sent.
    package func curlDescription(
        options: UploadOptions = UploadOptions(), showsSecrets: Bool = false
    ) throws(UploadError) -> CurlDescription {
        let credentials = options.redirects.credentials
        let names = SecretNames(headers: credentials, fields: credentials)
        var writer = CurlWriter(SecretVariables(names, showsSecrets: showsSecrets))
        writer.write(self, options, head: try head(options: options))
        return writer.description
    }
}
