import TestSupport
import Testing

/// Connections that are cut at each third byte of a short upload: pieces of an encoding and delimiters are cut in two.
/// `make adversary` cuts each line of all requests and answers.
@Suite struct CutTests {
    @Test(arguments: SampleUpload.all, [nil, 50])
    func isWholeAfterEach(upload: SampleUpload, size: Int?) async throws {
        let files = try SampleFiles(size: 400)
        let content = try await upload.content(in: files)
        let server = try ResumableServer(
            ResumableBehavior().with { $0.cuts = Array(stride(from: 1, to: content.length, by: 3)) }
        )
        let options = size.map { ["--append-size", "\($0)"] } ?? []
        try await upload.command(resumed + options, in: files, server.url).run().expect(.whole)
        #expect(server.violations == [])
        #expect(server.cutsLeft == [])
        #expect(server.uploads.filter(\.isComplete).count == 1)
        #expect(try Content(#require(server.uploads.last)) == content)
    }
}
