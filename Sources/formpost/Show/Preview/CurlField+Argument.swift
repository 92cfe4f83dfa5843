import FormEncoding
import FormUpload

extension CurlField {
    /// The field of a parsed `-F` or `--form-string`, with the media types that formpost gives its
    /// parts and curl does not.
    init(_ argument: FormArgument<PartParameters>, _ resolved: FormArgument<PartAttributes>) {
        let content: Content =
            switch (argument.content, resolved.content) {
            case (.text(let text, let parameters), .text(_, let attributes)):
                .text(
                    text, ofPart: argument.name, isLiteral: argument.field.isLiteral,
                    parameters.forCurl(attributes))
            case (.files(let files), .files(let others)):
                .files(
                    zip(files, others).map { file, other in
                        let path = file.isStandardInput ? nil : file.path
                        let ownName = path == nil ? "-" : file.path.lastPathComponent
                        let parameters = file.attributes.forCurl(
                            other.attributes, nameOfFile: ownName, path: path)
                        return (.path(file.path), parameters)
                    })
            case (.contents(let file), _):
                .contents(of: .path(file.path), file.attributes.forCurl())
            case (.open(let parameters), _): .open(parameters.forCurl())
            default: .close
            }
        self.init(name: argument.name, content)
    }
}

extension PartParameters {
    /// The parameters for curl. A part without `attributes` has no type of its own.
    fileprivate func forCurl(
        _ attributes: PartAttributes? = nil, nameOfFile: ByteString? = nil, path: ByteString? = nil
    ) -> CurlField.Parameters {
        let name = filename?.value ?? nameOfFile
        let ours = attributes?.contentType(filename: name, path: path)
        let missing = ours == MediaType.byCurl(filename: name, path: path) ? nil : ours?.value
        return CurlField.Parameters(
            type: type?.value ?? missing, filename: filename?.value, encoder: encoder?.value,
            headers: headers.map { header in
                switch header {
                case .file(let path): .file(path.value)
                case .line(let line): .line(line.value)
                }
            })
    }
}
