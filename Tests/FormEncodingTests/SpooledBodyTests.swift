import Foundation
import Testing

@testable import FormEncoding

@Suite struct SpooledBodyTests {
    private static func sent(_ text: String) -> String {
        wire("B", part(#"form-data; name="a""#, body: text))
    }

    private func body(_ text: String = "streamed") throws -> EncodedBody {
        let stream = ByteStream(isReplayable: false) { Dribble(Array(text.utf8)) }
        return try MultipartForm(parts: [.stream("a", stream)], boundary: Boundary("B")).body()
    }

    /// In memory up to the limit, in a file above it.
    @Test(arguments: [0, 1])
    func memoryOrFile(missing: Int) throws {
        let expected = Self.sent("streamed")
        let count = expected.utf8.count
        let copy = try body().spooled(SpoolOptions(memoryLimit: count - missing))
        #expect(copy.contentType?.description == "multipart/form-data; boundary=B")
        #expect(copy.contentLength == Int64(count))
        #expect(copy.isReplayable)
        let isInFile = copy.sections.contains { section in
            if case .file = section.source { true } else { false }
        }
        #expect(isInFile == (missing == 1))
        #expect(try copy.text == expected)
        #expect(try copy.text == expected)
    }

    @Test func isNotAffectedByItsFiles() throws {
        let scratch = try Scratch()
        let path = try scratch.write("before", to: "f")
        let copy = try MultipartForm(
            parts: [FormPart(name: "a", content: .file(path))], boundary: Boundary("B")
        ).body().spooled(SpoolOptions())
        scratch.remove("f")
        #expect(try copy.text == Self.sent("before"))
    }

    @Test func failures() throws {
        let scratch = try Scratch()
        let full = BodyFault.spoolLimitExceeded(path: "form", limit: 9)
        #expect(throws: full) {
            try body().spooled(SpoolOptions(maximumSize: 9))
        }
        let missing = BodyFault.cannotSpool(
            path: "form", size: 2, directory: scratch["none"], errno: ENOENT)
        let stream = ByteStream { Dribble([1, 2]) }
        #expect(throws: missing) {
            try EncodedBody([.stream(stream)]).spooled(
                SpoolOptions(memoryLimit: 1, directory: scratch["none"]))
        }
    }
}

extension EncodedBody {
    fileprivate func spooled(_ options: SpoolOptions) throws(BodyFault) -> EncodedBody {
        try copy(options, from: makeReader())
    }
}
