import FormEncoding
import FormUpload

/// Writes the fields of a form as curl's `-F` and `--form-string`.
///
/// Each is made from the parsed field, so that it has what formpost sends: text that curl would cut or
/// trim is quoted, and media types that curl does not know are given.
struct CurlForm {
    /// `--form-escape`
    let usesBackslashes: Bool

    /// The option and its value.
    func field(
        _ argument: FormArgument<PartParameters>, _ resolved: FormArgument<PartAttributes>,
        _ secrets: inout SecretVariables
    ) -> CurlField {
        var field = CurlField(name: argument.name, usesBackslashes: usesBackslashes)
        switch (argument.content, resolved.content) {
        case (.text(let text, let parameters), .text(_, let attributes)):
            let type = missingType(
                attributes, parameters, filename: parameters.filename?.value, path: nil)
            field.addText(
                text, named: argument.name, isLiteral: argument.field.isLiteral,
                parameters.forCurl(type), &secrets)
        case (.files(let files), .files(let others)):
            for (file, other) in zip(files, others) {
                let path = file.isStandardInput ? nil : file.path
                let filename =
                    other.attributes.filename
                    ?? (path == nil ? "-" : file.path.lastPathComponent)
                let type = missingType(
                    other.attributes, file.attributes, filename: filename, path: path)
                field.addFile(.path(file.path), file.attributes.forCurl(type), &secrets)
            }
        case (.contents(let file), _):
            field.addContents(of: .path(file.path), file.attributes.forCurl(nil), &secrets)
        case (.open(let parameters), _): field.open(parameters.forCurl(nil), &secrets)
        default: field.close()
        }
        return field
    }

    /// The type that formpost gives a part, and curl does not.
    private func missingType(
        _ attributes: PartAttributes, _ parameters: PartParameters, filename: ByteString?,
        path: ByteString?
    ) -> ByteString? {
        guard parameters.type == nil,
            let type = attributes.contentType(filename: filename, path: path),
            type != MediaType.byCurl(filename: filename, path: path)
        else { return nil }
        return type.value
    }
}

extension PartParameters {
    fileprivate func forCurl(_ missingType: ByteString?) -> CurlField.Parameters {
        CurlField.Parameters(
            type: type?.value ?? missingType, filename: filename?.value, encoder: encoder?.value,
            headers: headers.map { header in
                switch header {
                case .file(let path): .file(path.value)
                case .line(let line): .line(line.value)
                }
            })
    }
}
