import TestSupport
import Testing

/// Servers of `--resumable` that read no more, or say nothing more. For what else they may do see Scenarios/resumption.txt.
@Suite struct MisbehaviorTests {
    /// The time limit is that of one attempt.
    @Test func aServerThatReadsAndIsSilent() async throws {
        let files = try SampleFiles(size: 20_000)
        let content = try await SampleUpload.form.content(in: files)
        let server = try ResumableServer(
            ResumableBehavior().with {
                $0.cuts = [5000]
                $0.cut = [.drain]
            })
        try await SampleUpload.form.command(
            resumed + ["--retry", "2", "-m", "2"], in: files, server.url
        ).run().expect(.whole)
        #expect(try server.uploads.filter(\.isComplete).map(Content.init) == [content])
    }

    /// A server that does not read on: the upload goes on over another connection.
    @Test(arguments: ["--stall-timeout", "-m"])
    func aStall(option: String) async throws {
        let stop = Gate()
        defer { stop.open() }
        let files = try SampleFiles(size: 8 << 20)
        let content = try await SampleUpload.form.content(in: files)
        let server = try ResumableServer(
            ResumableBehavior().with {
                $0.cuts = [1 << 20]
                $0.cut = [.wait(stop)]
            }, receiveBuffer: 64 << 10)
        let (_, result) = try await withLongerLimits {
            try await SampleUpload.form.command(
                resumed + ["--retry", "3", option, $0], in: files, server.url
            ).run()
        } until: {
            $0.exitStatus == 0
        }
        result.expect(.whole)
        #expect(server.methods.prefix(3) == ["POST", "HEAD", "PATCH"])
        let isSame = try Content(#require(server.uploads.last)) == content
        #expect(isSame, "other bytes arrived")
    }
}
