import FormEncoding
import Foundation
import TestSupport
import Testing

@testable import FormUpload

/// The sentences of errors, which show no secrets.
@Suite struct ErrorTextTests {
    private static let busy = head(503, "Set-Cookie: hush")
    private static let progress = UploadProgress(total: 10)

    private static let errors: [any Error] = [
        UploadError.malformedURL("ht tp://user:hush@h/"),
        UploadError.malformedURL("user:hush@h:x/"),
        UploadError.malformedURL("http://h:x/?token=hush"),
        UploadError.redirectRefused(to: "http://u:hush@h/?sig=hush", .leavesTLS),
        UploadError.transfer(code: 3, reason: "bad http://u:hush@h/", progress),
        UploadError.cannotReplay(.status(busy)),
        UploadError.cannotReplay(.failure(.malformedURL("http://u:hush@"))),
        UploadError.invalidText(UploadField(.header("Authorization"))),
        UploadError.needsHooks(UploadField(.header("Authorization"))),
        FormError.invalidHeader("Authorization: hush\n"),
        UploadError.unsuccessful(
            UploadReply(
                response: UploadResponse(
                    head: busy, bytesSent: 0, bodyLength: 0, isBodyComplete: true,
                    bytesReceived: 0, isToBeRetried: false), body: Data("hush".utf8))),
    ]

    @Test(arguments: errors.indices)
    func haveNoSecrets(index: Int) {
        let error = Self.errors[index]
        for text in [
            error.localizedDescription, "\(error)", String(reflecting: error), "\([error])",
        ] {
            #expect(!text.contains("hush"), "\(text)")
            #expect(!text.contains("error 6"), "\(text)")
        }
    }

    /// As an app shows them, and as they are in an `NSError`.
    @Test func sayWhatHappenedAndWhatToDo() {
        let error: any Error = UploadError.noResponse(for: .seconds(300), Self.progress)
        let text =
            "no answer for 300 s while connecting; the server may have the upload; one that needs "
            + "longer sends 1xx responses, or raise limits.response"
        #expect(error.localizedDescription == text)
        #expect((error as NSError).localizedDescription == text)
        #expect("\(error)" == text)
        #expect(
            "\(UploadError.body(.fileModified(path: "f")))"
                == "f was written to while it was being sent; the upload was aborted; "
                + "body.spooled() makes a copy that does not change")
        #expect(
            "\(FormError.input(.cannotRead(path: "f", errno: ENOENT)))"
                == "cannot read f: No such file or directory")
    }

    /// A server that says nothing does not keep the upload for ever; one that says that it is at work does.
    @Test(.timeLimit(.minutes(5)))
    func aServerThatIsSilentIsLeft() async throws {
        let options = UploadOptions { $0.limits.response = .seconds(1) }
        let uploader = Uploader(options: options)
        let silent = try LoopbackServer([.readBody, .drain])
        let body = EncodedBody(bytes: "x")
        let error = await #expect(throws: UploadError.self) {
            try await uploader.send(UploadRequest(url: silent.url, body: body))
        }
        #expect(error.has { if case .noResponse(for: .seconds(1), _) = $0 { true } else { false } })
        let steps: [Step] = [.respond(102), .pause(0.5)]
        let slow = try LoopbackServer(
            Answer([.readBody] + steps + steps + steps + [.respond(201)]))
        #expect(
            try await uploader.send(UploadRequest(url: slow.url, body: body)).status
                == 201)
    }
}
