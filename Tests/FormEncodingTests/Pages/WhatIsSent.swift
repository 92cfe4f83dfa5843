import FormEncoding

/// The code of the page 'What is sent', with the public interface only.
enum WhatIsSent {
    static func form(_ path: ByteString) throws -> MultipartForm {
        // page: WhatIsSent
        let form = MultipartForm(
            parts: [
                .text("title", "Summer"),
                .file("picture", path: path, filename: "a \"b\".png"),
                FormPart(
                    name: "note", headers: [try PartHeader("X-Language: en")],
                    transferEncoding: .base64, content: .bytes("Two words")),
            ], boundary: try Boundary("limit"))
        // end
        return form
    }

    static func bytes(of form: MultipartForm) throws -> [UInt8] {
        // page: WhatIsSent
        let body = try form.encoded()
        let reader = body.makeReader()
        defer { reader.close() }

        var bytes: [UInt8] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
        defer { buffer.deallocate() }
        while case let count = try reader.read(into: buffer), count > 0 {
            bytes += buffer[..<count]
        }
        // end
        return bytes
    }

    static func nested() throws -> MultipartForm {
        // page: WhatIsSent
        let pictures = MultipartForm(
            parts: [
                FormPart(name: nil, filename: "1.txt", content: .bytes("first")),
                FormPart(name: nil, filename: "2.txt", content: .bytes("second")),
            ], boundary: try Boundary("inner"))
        let form = MultipartForm(
            parts: [FormPart(name: "pictures", content: .form(pictures))],
            boundary: try Boundary("outer"))
        // end
        return form
    }

    static func urlEncoded() -> ByteString {
        // page: WhatIsSent
        let text = URLEncodedForm([.init("q", "a b&c"), .init("name", "Zoë")]).serialized
        // end
        return text
    }
}
