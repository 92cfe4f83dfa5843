import FormEncoding

/// Parts of bytes that need not be UTF-8.
extension FormPart {
    static func text(_ name: ByteString, _ value: ByteString) -> FormPart {
        FormPart(name: name, content: .bytes(value))
    }

    static func data(
        _ name: ByteString, _ bytes: ByteString, filename: ByteString? = nil,
        contentType: MediaType? = nil
    ) -> FormPart {
        FormPart(
            name: name, filename: filename, contentType: contentType, content: .bytes(bytes))
    }
}

extension MultipartForm {
    init(parts: [FormPart], mediaType: MediaType? = nil, escaping: NameEscaping = .percent) {
        self.init(parts: parts, boundary: .random(), mediaType: mediaType, escaping: escaping)
    }
}
