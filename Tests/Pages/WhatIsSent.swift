import FormEncoding
import Foundation

/// The code of the page 'What is sent', with the public interface only.
enum WhatIsSent {
    static func form(_ path: String) throws -> MultipartForm {
        // page: WhatIsSent
        var note = FormPart.text("note", "Two words")
        note.headers = [try PartHeader("X-Language: en")]
        let form = try MultipartForm(
            parts: [
                .text("title", "Summer"),
                .file("picture", path: path, filename: "a \"b\".png"),
                note,
            ], boundary: "limit")
        // end
        return form
    }

    static func nested() throws -> MultipartForm {
        // page: WhatIsSent
        let pictures = try MultipartForm(
            parts: [
                .data("a", Data("first".utf8), filename: "1.txt"),
                .data("b", Data("second".utf8), filename: "2.txt"),
            ], boundary: "inner")
        let form = try MultipartForm(parts: [.form("pictures", pictures)], boundary: "outer")
        // end
        return form
    }

    static func urlEncoded() -> String {
        // page: WhatIsSent
        let text = URLEncodedForm([("q", "a b&c"), ("name", "Zoë")]).serialized
        // end
        return text
    }
}
