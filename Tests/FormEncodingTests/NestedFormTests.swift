import Foundation
import Testing

@testable import FormEncoding

/// Bodies as curl 7.88.1 sends them, boundaries aside.
@Suite struct NestedFormTests {
    private func nested(_ parts: [FormPart], _ boundary: String = "N") throws -> PartContent {
        .form(MultipartForm(parts: parts, boundary: try Boundary(ByteString(boundary))))
    }

    @Test func ownTypeOfANestedForm() throws {
        var form = MultipartForm(parts: [], boundary: try Boundary("N"))
        form.mediaType = try MediaType("multipart/alternative")
        #expect(
            try MultipartForm.text([FormPart(name: "g", content: .form(form))])
                .contains("Content-Type: multipart/alternative; boundary=N\r\n"))
    }

    /// An inner boundary that begins with the outer one would end the outer part.
    @Test func boundariesMayNotClash() throws {
        for inner in ["B", "Bx", "B--"] {
            let group = FormPart(name: "g", content: try nested([], inner))
            let error = BodyFault.boundaryConflict(
                inner: ByteString(inner), outer: "B")
            #expect(throws: error) { try facts { try MultipartForm.text([group]) } }
        }
        #expect(throws: Never.self) {
            try MultipartForm.text([FormPart(name: "g", content: try nested([], "b"))])
        }
    }

    @Test func groupsAreNotEncoded() throws {
        for encoding in ContentTransferEncoding.allCases {
            let group = FormPart(name: "g", transferEncoding: encoding, content: try nested([]))
            if encoding == .binary || encoding == .eightBit {
                #expect(
                    try MultipartForm.text([group])
                        .contains("Content-Transfer-Encoding: \(encoding.rawValue)\r\n"))
            } else {
                #expect(throws: BodyFault.encodedGroup(encoding.rawValue)) {
                    try facts { try MultipartForm.text([group]) }
                }
            }
        }
    }

    /// On a stack as small as macOS gives to other threads than the first.
    @Test(
        arguments: [
            (MultipartForm.maximumDepth, nil), (MultipartForm.maximumDepth + 1, .nestedTooDeep),
        ] as [(Int, BodyFault?)])
    func depth(_ depth: Int, expected: BodyFault?) async {
        let error = await withCheckedContinuation { done in
            let thread = Thread {
                var form = MultipartForm(parts: [.text("a", "b")])
                for _ in 1..<depth {
                    form = MultipartForm(parts: [FormPart(name: "g", content: .form(form))])
                }
                do throws(UploadError) {
                    _ = try form.body()
                    done.resume(returning: BodyFault?.none)
                } catch {
                    done.resume(returning: error.fault as? BodyFault)
                }
            }
            thread.stackSize = 512 << 10
            thread.start()
        }
        #expect(error == expected)
    }

    @Test func partsAreCountedWhereTheyAreSent() throws {
        let group = FormPart(
            name: "g", content: try nested([.text("a", "1"), .data("", "2", filename: "f")]))
        var last = FormPart(name: nil, filename: "h", content: .bytes("3"))
        let inner = FormPart(
            name: nil, content: try nested([FormPart(name: nil, content: .bytes("4"))], "M"))
        last.name = nil
        let deep = FormPart(name: "d", content: try nested([last, inner]))
        let body = try MultipartForm(
            parts: [group, .text("z", "5"), deep], boundary: try Boundary("B")
        ).body()
        #expect(body.partCount == 5)
        #expect(
            body.sections.map(\.part) == [
                PartReference(index: 0, name: "a"),
                PartReference(index: 1, name: "", filename: "f"),
                PartReference(index: 2, name: "z"),
                PartReference(index: 3, name: "d", filename: "h"),
                PartReference(index: 4, name: "d"),
            ])
    }
}
