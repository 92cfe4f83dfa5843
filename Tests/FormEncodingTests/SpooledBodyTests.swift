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
    func memoryOrFile(missing: Int) async throws {
        let expected = Self.sent("streamed")
        let count = expected.utf8.count
        let copy = try await body().spooled(memoryLimit: count - missing)
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

    @Test func isNotAffectedByItsFiles() async throws {
        let scratch = try Scratch()
        let path = try scratch.write("before", to: "f")
        let copy = try await MultipartForm(
            parts: [FormPart(name: "a", content: .file(path))], boundary: Boundary("B")
        ).body().spooled()
        scratch.remove("f")
        #expect(try copy.text == Self.sent("before"))
    }
}
