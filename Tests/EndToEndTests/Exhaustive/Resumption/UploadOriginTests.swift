import Foundation
import TestSupport
import Testing

/// Where the upload resource may be, and what is sent there.
@Suite struct UploadOriginTests {
    private let files: SampleFiles
    private static let credentials = [
        "-u", "me:secret", "-H", "X-Api-Key: k", "-b", "session=s", "-H", "X-One: 1",
        "-H", "Idempotency-Key: k",
    ]

    init() throws { files = try SampleFiles(size: 20_000) }

    private func upload(
        _ options: [String], to url: String
    ) async throws -> CommandResult {
        try await SampleUpload.form.command(resumed + options, in: files, url).run()
    }

    private func expectCredentials(_ request: RecordedRequest, _ areThere: Bool) {
        for name in ["Authorization", "X-Api-Key", "Cookie"] {
            #expect((request.header(name) != nil) == areThere, "\(name) in \(request.headText)")
        }
    }

    /// At the same origin the credentials are needed. Another port is another origin; `--location-trusted`
    /// allows it, as with redirects.
    @Test(arguments: [false, true], [false, true])
    func anOrigin(isOther: Bool, isTrusted: Bool) async throws {
        let uploads = try ResumableServer(ResumableBehavior().with { $0.cuts = [5000] })
        let other = try ResumableServer(
            ResumableBehavior().with { $0.origin = String(uploads.url.dropLast()) },
            sharingWith: uploads)
        let options = Self.credentials + (isTrusted ? ["--location-trusted"] : [])
        try await upload(options, to: (isOther ? other : uploads).url).expect(.whole)
        let requests = other.requests + uploads.requests
        #expect(requests.map(\.method) == ["POST", "HEAD", "PATCH"])
        #expect(other.requests.count == (isOther ? 1 : 0))
        for request in requests {
            let isAllowed = request.method == "POST" || isTrusted || !isOther
            expectCredentials(request, isAllowed)
            #expect(request.header("X-One") == "1")
            if !isAllowed { #expect(request.header("Idempotency-Key") == nil) }
        }
        #expect(other.violations == [] && uploads.violations == [])
    }

    /// By tus the same holds, for all content goes to the upload's URL.
    @Test func anotherOriginByTus() async throws {
        let other = try LoopbackServer { request in
            request.method == "HEAD"
                ? .respond(200, headers: ["Upload-Offset": "0", "Tus-Resumable": "1.0.0"])
                : .respond(204, headers: ["Upload-Offset": "20000", "Tus-Resumable": "1.0.0"])
        }
        let server = try TusServer(
            TusBehavior().with {
                $0.extensions = ["creation"]
                $0.origin = String(other.url.dropLast())
            })
        let result = try await Command.formpost(
            arguments: ["-sS", "--tus"] + Self.credentials + ["-T", "data", server.url]
        ).with { [files] in $0.workingDirectory = files.directory.path }.run()
        result.expect(.whole)
        let requests = other.requests
        #expect(requests.contains { $0.method == "PATCH" && $0.body.count == 20_000 })
        for request in requests { expectCredentials(request, false) }
    }

    /// The upload resource of an `https` upload is not asked for in clear.
    @Test(.enabled(if: TLSOptions.isAvailable, "no OpenSSL"))
    func neverInClear() async throws {
        let uploads = try ResumableServer()
        let server = try ResumableServer(
            ResumableBehavior().with { $0.origin = String(uploads.url.dropLast()) },
            tls: TLSOptions(), sharingWith: uploads)
        let result = try await upload(["-k"], to: server.url)
        result.expect(Ending(exit: 1, message: "cannot be used"))
        #expect(uploads.requests.isEmpty)
        for upload in uploads.uploads { #expect(!result.stderrText.contains(upload.path)) }
    }

    /// The URL is a secret: it is not in traces, messages or progress.
    @Test(arguments: [["-v"], ["-v", "--trace-time"], ["-i"]])
    func theURLIsMasked(options: [String]) async throws {
        let server = try ResumableServer(ResumableBehavior().with { $0.cuts = [5000] })
        let arguments = ["--resumable", "--retry", "1", "--retry-delay", "0.01"] + options
        let result = try await SampleUpload.form.command(arguments, in: files, server.url).run()
        #expect(result.exitStatus == 0, "\(result)")
        let path = try #require(server.uploads.first?.path)
        #expect(!result.stderrText.contains(path), "\(result)")
        #expect(!result.stdoutText.contains(path), "\(result)")
    }
}
