import FormEncoding
import FormUpload

extension FormBuilder {
    /// The fields for curl, with the media types that formpost gives its parts and curl does not; those of
    /// each field together.
    var curlFields: [[CurlField]] {
        var all = fields.map { _ in [CurlField]() }
        /// The files of a part that has several.
        var files: [(source: CurlField.Source, parameters: CurlField.Parameters)]?
        var name: ByteString?
        for (item, part) in zip(items, parts) {
            let parameters = item.parametersForCurl(part)
            let content: CurlField.Content
            switch item.content {
            case .text(let text):
                content = .text(
                    text, ofPart: item.name, isLiteral: fields[item.field].isLiteral, parameters)
            case .file(let path):
                if files != nil {
                    files?.append((.path(path), parameters))
                    continue
                }
                content = .files([(.path(path), parameters)])
            case .contents(let path): content = .contents(of: .path(path), parameters)
            case .group: content = .open(parameters)
            case .files:
                (files, name) = ([], item.name)
                continue
            case .end:
                content = files.map { .files($0) } ?? .close
            case .unlisted: continue
            }
            all[item.field].append(CurlField(name: files == nil ? item.name : name, content))
            files = nil
        }
        return all
    }
}

extension FormBuilder.Item {
    fileprivate func parametersForCurl(_ part: FormPart) -> CurlField.Parameters {
        var type = parameters.type?.bytes
        switch content {
        case .text, .file:
            let own = part.contentType
            let path = path == "-" ? nil : path
            if type == nil, own != .byCurl(filename: part.filename, path: path) {
                type = own?.value
            }
        default: break
        }
        return CurlField.Parameters(
            type: type, filename: parameters.filename?.bytes, encoder: parameters.encoder?.bytes,
            headers: parameters.headers.map { isFile, word in
                isFile ? .file(word.bytes) : .line(word.bytes)
            })
    }
}
