import FormEncoding
import TestSupport
import Testing

@testable import FormUpload

/// A response of 401 with a challenge, after which URLSession never ends its task.
@Suite struct ChallengeTests {
    /// The transfer is gone with its end, and what it holds: the handler and the connection.
    @Test(arguments: [true, false])
    func leavesNothingBehind(usesHooks: Bool) async throws {
        let released = Gate()
        let server = try LoopbackServer(
            .respond(401, headers: ["WWW-Authenticate": "Basic realm=\"r\""], body: "no"))
        try await upload(to: server, Token(released), usesHooks: usesHooks)
        try await released.waitUntilOpen()
        #expect(try await server.endedConnections().count == 1)
    }

    private func upload(to server: LoopbackServer, _ token: Token, usesHooks: Bool) async throws {
        let upload = await Uploads.run(
            to: server.url, EncodedBody(bytes: "x"), UploadOptions(usesHooks: usesHooks)
        ) { _ in
            withExtendedLifetime(token) {}
        }
        #expect(upload.status == 401 && upload.body == "no")
    }
}
