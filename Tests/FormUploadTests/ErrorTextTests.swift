import FormEncoding
import Foundation
import TestSupport
import Testing

@testable import FormUpload

/// The sentences of errors, which show no secrets.
@Suite struct ErrorTextTests {
    private static let busy = head(503, "Set-Cookie: hush")
    private static let progress = UploadProgress(total: 10)

    private static let errors: [any Fault] = [
        UploadFault.malformedURL("ht tp://user:hush@h/"),
        UploadFault.malformedURL("user:hush@h:x/"),
        UploadFault.malformedURL("http://h:x/?token=hush"),
        UploadFault.fragmentInURL("http://user:hush@h/?token=hush#hush"),
        UploadFault.redirectRefused(to: "http://u:hush@h/?sig=hush", .leavesTLS),
        UploadFault.transfer(code: 3, reason: "bad http://u:hush@h/", progress),
        UploadFault.cannotReplay(.status(busy)),
        UploadFault.cannotReplay(.malformedURL("http://u:hush@")),
        UploadFault.invalidText(.header("Authorization")),
        UploadFault.needsHooks(.header("Authorization")),
        BodyFault.invalidHeader("Authorization: hush\n"),
        UploadFault.unsuccessful(
            UploadReply(
                response: UploadResponse(
                    head: busy, bytesSent: 0, bodyLength: 0, isBodyComplete: true),
                body: Data("hush".utf8))),
    ]

    @Test(arguments: errors.indices)
    func haveNoSecrets(index: Int) {
        let error = UploadError(Self.errors[index])
        for text in [
            error.localizedDescription, "\(error)", "\([error])", error.recoverySuggestion ?? "",
        ] {
            #expect(!text.contains("hush"), "\(text)")
            #expect(!text.contains("error 6"), "\(text)")
        }
    }

    private static let limits: [(Int32, String, isAwaitingHead: Bool, LibcurlLimit?)] = [
        (27, "Out of memory", true, .line), (27, "Out of memory", false, nil),
        (100, "A value or data field grew too large", true, .line),
        (56, "Too large response headers: 315287 > 307200", true, .heads(307_200)),
        (56, "Too many response headers, 5000 is max", true, .heads(nil)),
        (
            56, "nghttp2_session_mem_recv() returned -905:Too many CONTINUATION frames", true,
            .heads(nil)
        ),
        (56, "nghttp2_session_mem_recv() returned -902:The user callback", false, nil),
        (56, "Out of memory in chunked-encoding", false, .trailer),
        (56, "CONNECT response too large", false, .proxyHead),
        (56, "Connection reset by peer", true, nil), (52, "Empty reply from server", true, nil),
    ]

    /// By the words of several versions of libcurl.
    @Test(arguments: limits)
    func limitsOfLibcurl(
        code: Int32, reason: String, isAwaitingHead: Bool, limit: LibcurlLimit?
    ) {
        let found = LibcurlLimit(code: code, reason: reason, isAwaitingHead: isAwaitingHead)
        #expect(found == limit)
    }

    /// As an app shows them, and as they are in an `NSError`.
    @Test func sayWhatHappenedAndWhatToDo() {
        let error: any Error = UploadError(
            UploadFault.noResponse(for: .seconds(300), Self.progress))
        let text = "no response for 300 s while connecting"
        #expect(error.localizedDescription == text && "\(error)" == text)
        #expect((error as NSError).localizedDescription == text)
        #expect(
            (error as NSError).localizedRecoverySuggestion
                == "raise limits.response, or have the server send 1xx responses meanwhile; it may have "
                + "the upload")
        let changed = UploadError(UploadFault.body(.fileModified(path: "f")))
        #expect("\(changed)" == "f was written to after it was measured")
        #expect(
            changed.recoverySuggestion == "body.spooled() makes a copy that does not change")
        let missing = UploadError(BodyFault.cannotRead(path: "f", errno: ENOENT))
        #expect("\(missing)" == "cannot read f: No such file or directory")
        #expect((missing.underlyingError as? POSIXError)?.code == .ENOENT)
    }

    private static func failure(_ code: Int32) -> UploadFault {
        .transfer(code: code, reason: "why", progress)
    }

    /// What a text is about, and the way out only where there is one.
    @Test func areTrue() {
        let rows: [(fault: UploadFault, sentence: String, suggestion: String?)] = [
            (.malformedURL("http://h/a b"), "the URL cannot be read", "%20"),
            (.malformedURL("http:"), "the URL cannot be read", "a host"),
            (.fragmentInURL("http://h/a#b"), "what follows the '#' of http://h/a", "write %23"),
            (.invalidText(.method), "only letters, digits", nil),
            (.invalidText(.option(.userPassword)), "login: a CR", nil),
            (.redirectRefused(to: "ftp://h/", .unsupported("ftp")), "ftp is neither http", nil),
            (.cannotReplay(.status(Self.busy)), "cannot be sent again", "closure"),
            (Self.failure(60), "why", nil), (Self.failure(77), "why", nil),
            (Self.failure(7), "why", "retry.maximum sends"),
            (Self.failure(56), "why", "retry.maximum with retry.alsoAfter sends"),
        ]
        for (fault, sentence, suggestion) in rows {
            let error = UploadError(fault)
            #expect("\(error)".contains(sentence))
            #expect(
                error.recoverySuggestion.map { $0.contains(suggestion ?? "\n") }
                    ?? (suggestion == nil), "\(fault)")
        }
        #expect(UploadError(Self.failure(7), isRetried: true).recoverySuggestion == nil)
    }

    @Test func areFoundByTheirCodes() {
        let codes: [(Int32, UploadError.Code)] = [
            (5, .proxy), (6, .cannotFindHost), (7, .cannotConnect), (28, .timedOut),
            (52, .connectionLost),
            (55, .connectionLost), (56, .connectionLost), (60, .untrustedServer),
            (58, .clientCertificate),
            (35, .secureConnectionFailed), (77, .cannotOpenFile), (27, .transferFailed),
        ]
        for (number, code) in codes { #expect(UploadError(Self.failure(number)).code == code) }
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
        #expect(error?.code == .timedOut && error?.bytesSent == 1)
        #expect(error?.mayHaveBeenReceived == true && error?.isTemporary == true)
        let steps: [Step] = [.respond(102), .pause(0.5)]
        let slow = try LoopbackServer(
            Answer([.readBody] + steps + steps + steps + [.respond(201)]))
        #expect(
            try await uploader.send(UploadRequest(url: slow.url, body: body)).status
                == 201)
    }
}
