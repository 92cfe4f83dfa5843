import FormEncoding

/// Bodies: forms field by field, others as data.
extension CurlWriter {
    /// More is not put into an argument: a system has a limit for all of them.
    private static var argumentLimit: Int { 64 << 10 }

    mutating func write(_ body: EncodedBody, hasOwnType: Bool, uploadsFile: Bool) {
        if let form = body.formForCurl {
            if !hasOwnType { write(typeOf: body, form) }
            if !form.boundary.isRandom { miss(.boundary(form.boundary)) }
            return write(form, isChunked: body.contentLength == nil)
        }
        if uploadsFile {
            if !hasOwnType, let type = body.contentType { add("-H", "Content-Type: " + type.value) }
            return add("-T", (body.filePath ?? "").forCurl)
        }
        if !hasOwnType, body.contentType != .urlEncodedForm {
            // Without a type curl would send that of a URL-encoded form.
            add("-H", body.contentType.map { "Content-Type: " + $0.value } ?? "Content-Type:")
        }
        if let text = body.plainBytes.flatMap(Self.argument) {
            let isPath = text.first == UInt8(ascii: "@")
            add(
                isPath ? "--data-raw" : "-d",
                secrets.word(text.bytes, hiding: secrets.names.secrets(inData: text.bytes))
            )
        } else if let path = body.filePath {
            add("--data-binary", "@" + path.forCurl)
        } else {
            let variable = secrets.newVariable(for: "body")
            miss(.content(nil, variable: variable))
            var word = ShellWord("@".utf8)
            word += ShellWord(variable: variable)
            add("--data-binary", word)
        }
    }

    /// The bytes as text that an argument can hold.
    static func argument(_ bytes: some Collection<UInt8>) -> ByteString? {
        guard bytes.count <= argumentLimit, !bytes.contains(0) else { return nil }
        return ByteString(bytes)
    }

    private mutating func write(typeOf body: EncodedBody, _ form: MultipartForm) {
        guard let type = body.contentType, let kept = withoutBoundary(type.value, of: form) else {
            return miss(.field(.contentType))
        }
        if kept != MediaType.formData.value { add("-H", "Content-Type: " + kept) }
    }
}

extension EncodedBody {
    /// The form that is written field by field: curl sends none without a field.
    var formForCurl: MultipartForm? {
        form.flatMap { $0.parts.isEmpty ? nil : $0 }
    }
}

extension ByteString {
    /// A path that curl does not take for standard input.
    var forCurl: ByteString { self == "-" || self == "." ? "./" + self : self }
}
