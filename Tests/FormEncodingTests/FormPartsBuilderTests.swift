import FormEncoding
import TestSupport
import Testing

/// Forms written as literals and as parts between statements.
@Suite struct FormPartsBuilderTests {
    private func names(_ form: MultipartForm) -> [ByteString?] { form.parts.map(\.name) }

    @Test func literal() throws {
        var form: MultipartForm = [.text("a", "1"), .text("b", "2")]
        form.boundary = try Boundary("XY")
        #expect(
            try form.encoded().contentType
                == "multipart/form-data; boundary=XY")
        #expect(names(form) == ["a", "b"])
    }

    @Test(arguments: [true, false])
    func conditions(isPublic: Bool) throws {
        let form = MultipartForm(boundary: try Boundary("XY")) {
            FormPart.text("a", "1")
            if isPublic { FormPart.text("public", "yes") }
            if isPublic { FormPart.text("for", "all") } else { FormPart.text("for", "me") }
        }
        #expect(names(form) == (isPublic ? ["a", "public", "for"] : ["a", "for"]))
        #expect(form.boundary == (try Boundary("XY")))
    }

    @Test func loops() {
        let more = [FormPart.text("d", "4"), .text("e", "5")]
        let form = MultipartForm {
            for name in ["a", "b", "c"] as [ByteString] { FormPart.text(name, "") }
            more
        }
        #expect(names(form) == ["a", "b", "c", "d", "e"])
    }

    @Test func errorsPass() {
        struct Failure: Error {}
        func part() throws -> FormPart { throw Failure() }
        #expect(throws: Failure.self) { try MultipartForm { try part() } }
    }
}
