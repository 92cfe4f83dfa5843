import FormEncoding

extension UploadRequest {
    /// Whether the body is sent in chunks: its length is not known, or the user asks for it.
    package var isChunked: Bool {
        guard let body else { return false }
        return body.contentLength == nil || headers.contains(where: \.asksForChunks)
    }

    /// Whether the body is sent without `Expect: 100-continue`: as in curl, up to 1 MiB of known
    /// length.
    var hasSmallBody: Bool { body?.contentLength.map { $0 <= 1 << 20 } ?? false }

    /// Throws if a header field of the user contradicts the length or coding of the body: a server
    /// would read bytes of the body as another request, or wait for more (RFC 9112 §6.3, §11.2).
    func checkFraming() throws(UploadError) {
        let own = headers.filter(\.isFraming)
        let sentWith: String
        if isChunked {
            sentWith = HeaderField.chunked
        } else {
            sentWith = "Content-Length: \(body?.contentLength ?? 0)"
        }
        var isSaid = false
        for field in own {
            let fits =
                switch field.value {
                case .text: !isSaid && field.says(sentWith)
                case .empty: false
                case .removed: field.isNamed("Content-Length") == isChunked
                }
            guard fits else { throw .contradictsBody(field.line, sentWith: sentWith) }
            if case .text = field.value { isSaid = true }
        }
    }
}

extension EncodedBody? {
    /// In bytes: 0 without a body, `nil` if it is not known before it is sent.
    package var length: Int64? { self == nil ? 0 : self?.contentLength }
}

extension HeaderField {
    fileprivate static let chunked = "Transfer-Encoding: chunked"

    /// Whether the field gives the length of a body or marks its end.
    var isFraming: Bool { isNamed("Content-Length") || isNamed("Transfer-Encoding") }

    fileprivate var asksForChunks: Bool { says(Self.chunked) }

    /// Whether it is this line, ignoring case and the blanks before the value.
    fileprivate func says(_ line: String) -> Bool {
        guard case .text(let text) = value else { return false }
        return "\(name): \(text)".lowercased() == line.lowercased()
    }
}
