import TestSupport
import Testing

/// `Upload-Limit`: what a server lets a client send.
@Suite struct UploadLimitTests {
    private let files: SampleFiles

    init() throws { files = try SampleFiles(size: 20_000) }

    private func run(
        _ options: [String] = [], _ change: (inout ResumableBehavior) -> Void
    ) async throws -> (result: CommandResult, server: ResumableServer) {
        let server = try ResumableServer(ResumableBehavior().with(change))
        let result = try await SampleUpload.form.command(
            resumed + options, in: files, server.url
        ).run()
        return (result, server)
    }

    private func expectWhole(_ server: ResumableServer) async throws {
        let upload = try #require(server.uploads.last)
        #expect(try Content(upload) == (try await SampleUpload.form.content(in: files)))
        #expect(upload.isComplete)
        #expect(server.violations == [])
    }

    /// A form that is larger than one request may be is sent in several, once the limit is known.
    @Test func maximumAppendSize() async throws {
        let (result, server) = try await run {
            $0.limits = "max-append-size=4096"
            $0.cuts = [3000]
        }
        result.expect(.whole)
        try await expectWhole(server)
        #expect(server.requests.dropFirst().allSatisfy { $0.body.count <= 4096 })
    }

    /// Too large a request is answered with 413; the limits that come with it are kept.
    @Test(arguments: [UploadOperation.creation, .append])
    func limitsOfA413(operation: UploadOperation) async throws {
        let (result, server) = try await run { behavior in
            if operation == .append { behavior.cuts = [1000] }
            behavior.script = { situation in
                guard situation.operation == operation,
                    Self.length(situation.request) > 4096
                else { return nil }
                return .early(
                    413,
                    headers: [
                        "Upload-Limit": "max-append-size=4096", "Upload-Complete": "?0",
                        "Connection": "close",
                    ])
            }
        }
        result.expect(.whole)
        try await expectWhole(server)
    }

    private static func length(_ request: RecordedRequest) -> Int64 {
        if case .contentLength(let length) = request.framing { length } else { .max }
    }

    /// `--append-size` gives way to the server's least, the last part excepted.
    @Test func minimumAppendSize() async throws {
        let (result, server) = try await run(["--append-size", "1000"]) {
            $0.limits = "min-append-size=8192"
        }
        result.expect(.whole)
        try await expectWhole(server)
    }

    @Test func minimumAboveMaximum() async throws {
        let (result, server) = try await run(["--append-size", "1000"]) {
            $0.limits = "min-append-size=8192, max-append-size=4096"
        }
        result.expect(.minimumAppend)
        #expect(server.uploads.allSatisfy { !$0.isComplete })
    }

    /// The upload can never be whole: it is given up at once, and cancelled.
    @Test func maximumSize() async throws {
        let (result, server) = try await run {
            $0.limits = "max-size=10000"
            $0.script = { situation in
                guard situation.operation == .creation else { return nil }
                return Answer(
                    Array(situation.standard.steps.prefix(1)) + [.readBytes(1000), .drain])
            }
        }
        result.expect(.maximumSize)
        #expect(server.methods == ["POST", "HEAD", "DELETE"])
        #expect(server.uploads.first?.isGone == true)
    }

    /// A proxy that drops 1xx: the URL comes with the answer to a part, or to no content at all.
    @Test func withoutInterimResponses() async throws {
        let (result, server) = try await run(["--append-size", "6000"]) {
            $0.announcements = []
            $0.cuts = [9000]
        }
        result.expect(.whole)
        try await expectWhole(server)
        let creation = server.requests.first { $0.method == "POST" }
        #expect(creation?.header("Upload-Complete") == "?0")
    }
}
