import Testing

@testable import FormEncoding

@Suite struct BoundaryTests {
    @Test(arguments: [
        "x", "0", "a b", "'()+_,-./:=?", "Bound-1_2.3", String(repeating: "x", count: 70),
    ])
    func valid(text: String) throws {
        #expect(try Boundary(ByteString(text)).value == ByteString(text))
    }

    @Test(arguments: [
        "", " ", "a ", "a\r\n", "a\0b", "a\"b", "a;b", "a@b", "a\\b", "a*b", "ü", "a\tb",
        String(repeating: "x", count: 71),
    ])
    func invalid(text: String) {
        #expect(throws: BodyFault.invalidBoundary(ByteString(text))) {
            try Boundary(ByteString(text))
        }
    }

    @Test func randomIsRecognisableAndSafe() {
        let values = (0..<200).map { _ in Boundary.random().value.description }
        #expect(Set(values).count == 200)
        for value in values {
            #expect(value.hasPrefix("formpost-"))
            #expect(value.utf8.count == 9 + 32)
            #expect(value.utf8.allSatisfy { "formpost-0123456789abcdef".utf8.contains($0) })
        }
    }

    @Test func randomIsKnownAgain() throws {
        #expect(try Boundary.again(Boundary.random().value).isRandom)
        for end in ["x", String(repeating: "x", count: 32), String(repeating: "a", count: 33)] {
            #expect(try !Boundary.again("formpost-" + ByteString(end)).isRandom)
        }
    }

    /// Quotes only where RFC 2045 §5.1 demands them: several servers do not take them off.
    @Test(arguments: [
        ("a-b_c.d+e'f", "multipart/form-data; boundary=a-b_c.d+e'f"),
        ("a b", "multipart/form-data; boundary=\"a b\""),
        ("a=b", "multipart/form-data; boundary=\"a=b\""),
        ("(:/,?)", "multipart/form-data; boundary=\"(:/,?)\""),
    ])
    func quotedWhereNeeded(text: String, contentType: String) throws {
        let form = MultipartForm(parts: [], boundary: try Boundary(ByteString(text)))
        #expect(try form.body().contentType?.description == contentType)
    }
}
