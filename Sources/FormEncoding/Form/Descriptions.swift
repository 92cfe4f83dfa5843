/// Descriptions without contents, which may be large, and secret.
extension EncodedBody: Described {
    package var summary: String {
        let type = contentType?.value.prefix { $0 != UInt8(ascii: ";") }
        return (type.map { "\(ByteString($0)), " } ?? "")
            + (contentLength.map { "\($0) bytes" } ?? "of unknown length")
    }
}

extension MultipartForm: Described {
    package var shown: KeyValuePairs<String, Any> { ["parts": parts] }
}

extension FormPart: Described {
    package var shown: KeyValuePairs<String, Any> {
        [
            "name": name ?? "nil", "filename": filename ?? "nil",
            "contentType": contentType?.description ?? "nil", "headers": headers,
            "content": content.summary,
        ]
    }
}

extension PartContent {
    fileprivate var summary: String {
        switch self {
        case .file(let path): "the file \(path)"
        case .source(.file(let file)): "the file \(file.path)"
        case .source(let source): source.length.map { "\($0) bytes" } ?? "of unknown length"
        case .form(let form): "\(form.parts.count) parts"
        case .rewritten(let content, _): content.summary
        }
    }
}

extension PartHeader: Described {
    package var shown: KeyValuePairs<String, Any> {
        ["name": ByteString(line.prefix { $0 != UInt8(ascii: ":") })]
    }
}

extension URLEncodedForm: Described {
    package var shown: KeyValuePairs<String, Any> { ["names": fields.map(\.name)] }
}
