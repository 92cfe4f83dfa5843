import Testing

@testable import FormEncoding

/// Contents and headers may not hold a boundary that is not random.
@Suite struct BoundarySearchTests {
    @Test func ownBoundaryMayNotBeInTheContent() throws {
        let boundary = try Boundary("XX")
        let label = PartReference(index: 1, name: "b")
        let long = String(repeating: "x", count: 100_000)
        for content in ["--XX", "a\r\n--XX--", "a\n--XXY", "--XX\r\n", long + "\r\n--XX"] {
            let form = MultipartForm(
                parts: [.text("a", "b"), .text("b", ByteString(content))], boundary: boundary)
            let error = BodyFault.boundaryInContent(boundary: boundary.value, part: label)
            #expect(throws: error) { try facts { try form.body() } }
        }
        for content in ["XX", "a --XX", "-XX", "--X\r\n", "--xx"] {
            let form = MultipartForm(
                parts: [.text("b", ByteString(content))], boundary: boundary)
            #expect(throws: Never.self) { try form.body() }
        }
        let form = MultipartForm(
            parts: [
                FormPart(
                    name: "a", headers: [try PartHeader(verbatim: "--XX: y")], content: .bytes(""))
            ],
            boundary: boundary)
        #expect(throws: BodyFault.invalidHeader("--XX: y")) { try facts { try form.body() } }
    }

    /// Found when the form is encoded, before anything is sent, and told of meanwhile. The boundary
    /// is found across chunks.
    @Test(arguments: [0, 3, 65_530, 65_536, 131_070])
    func ownBoundaryMayNotBeInAFile(offset: Int) throws {
        let boundary = try Boundary("XX")
        let scratch = try Scratch()
        let text = String(repeating: "a", count: offset) + "\r\n--XX\r\n"
        let path = try scratch.write(text, to: "f")
        let label = PartReference(index: 0, name: "f", filename: "f")
        let error = BodyFault.boundaryInContent(boundary: boundary.value, part: label)
        for encoding in [nil, ContentTransferEncoding.sevenBit, .quotedPrintable] {
            var form = MultipartForm(parts: [.file("f", path: path)], boundary: boundary)
            form.parts[0].transferEncoding = encoding
            #expect(throws: error) { try facts { try form.body() } }
            form.boundary = try Boundary("XY")
            let observed = Observed()
            _ = try EncodedBody([.form(form)], onRead: observed.note)
            #expect(observed.inputs == [path])
            #expect(observed.total == Int64(text.utf8.count))
        }
        // Lines of base64 hold no dash, and a file that is sent as it is needs no pass.
        for encoding in [nil, ContentTransferEncoding.base64] {
            let random = encoding == nil
            var form = MultipartForm(
                parts: [.file("f", path: path)], boundary: random ? .random() : boundary)
            form.parts[0].transferEncoding = encoding
            let observed = Observed()
            _ = try EncodedBody([.form(form)], onRead: observed.note).data()
            #expect(observed.inputs == [])
        }
    }

    /// A boundary that was chosen may be in a file, also if it looks like a random one.
    @Test func chosenBoundariesAreLookedFor() throws {
        let boundary = try Boundary("formpost-" + ByteString(String(repeating: "0", count: 32)))
        let form = MultipartForm(
            parts: [.text("a", "--formpost-" + ByteString(String(repeating: "0", count: 32)))],
            boundary: boundary)
        let label = PartReference(index: 0, name: "a")
        #expect(
            throws: BodyFault.boundaryInContent(boundary: boundary.value, part: label)
        ) { try facts { try form.body() } }
    }

    /// Content that is not read before sending is searched while it is sent.
    @Test(arguments: [1, 2, 3, 7, 4096])
    func ownBoundaryMayNotBeInAStream(size: Int) throws {
        let boundary = try Boundary("XX")
        let text = String(repeating: "a\r\n", count: 50) + "--XX\r\n"
        let stream = ByteStream { Dribble(Array(text.utf8)) }
        let form = MultipartForm(parts: [.stream("f", stream)], boundary: boundary)
        let reader = try form.body().makeReader()
        let label = PartReference(index: 0, name: "f")
        #expect(throws: BodyFault.boundaryInContent(boundary: boundary.value, part: label)) {
            try reader.readAll(by: size)
        }
    }
}

/// The calls of the observer.
final class Observed: @unchecked Sendable {  // used by one thread at a time
    private(set) var inputs: [ByteString] = []
    private(set) var total: Int64 = 0

    var note: InputObserver {
        { [self] total, label in
            if inputs.last != label { inputs.append(label) }
            self.total = total
        }
    }
}
