import Foundation
import TestSupport
import Testing

/// What a journal has of resumable uploads that are complete, and what excludes them.
@Suite struct JournaledUploadTests {
    private let files: SampleFiles

    init() throws { files = try SampleFiles(size: 20_000) }

    private func run(
        _ options: [String], _ server: ResumableServer, form: [String] = SampleUpload.form.arguments
    ) async throws -> CommandResult {
        try await Command.formpost(arguments: ["-sS"] + options + form + [server.url])
            .with { [files] in $0.workingDirectory = files.directory.path }.run()
    }

    /// A form that a server has taken is not sent again, unless it is another one.
    @Test func aCompleteFormIsSkipped() async throws {
        let server = try ResumableServer()
        let options = ["--resumable", "--journal", "journal"]
        #expect(try await run(options, server).outcome == Outcome(0, stdout: "stored\n"))
        // The file is the same, though its status has changed.
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: files.directory.path("data"))
        #expect(try await run(options, server).outcome == Outcome(0))
        #expect(server.uploads.count == 1)
        let other = try await run(options, server, form: ["-F", "a=c", "-F", "f=@data"])
        #expect(other.outcome == Outcome(0, stdout: "stored\n"))
        try files.directory.patternFile("data", size: 20_001)
        #expect(try await run(options, server).outcome == Outcome(0, stdout: "stored\n"))
        #expect(server.uploads.count == 3)
    }

    /// Of an upload that begins anew only the last answer is shown.
    @Test func aRefusalThatBeginsAnew() async throws {
        let server = try ResumableServer(
            ResumableBehavior().with {
                $0.cuts = [5000]
                $0.script = { situation in
                    switch situation.operation {
                    case .offsetRetrieval where situation.number == 1: .respond(503)
                    case .append: .respond(404, body: "gone\n")
                    default: nil
                    }
                }
            })
        let options = ["--resumable", "--journal", "journal"]
        #expect(try await run(options, server).exitStatus == 22)
        #expect(try await run(options, server).outcome == Outcome(0, stdout: "stored\n"))
        #expect(server.methods == ["POST", "HEAD", "HEAD", "PATCH", "POST"])
    }

    /// A server that is busy has the upload still, also behind a portal or a broken gateway: a later call goes on with
    /// it.
    @Test(arguments: [(500, 22), (503, 22), (429, 22), (302, 22), (400, 22), (200, Int32(8))])
    func aBusyServerLosesNothing(status: Int, exit: Int32) async throws {
        let isFree = Gate()
        let server = try ResumableServer(
            ResumableBehavior().with {
                $0.cuts = [5000]
                $0.script = { situation in
                    situation.operation == .offsetRetrieval && !isFree.isOpen
                        ? .respond(status) : nil
                }
            })
        let options = [
            "--resumable", "--journal", "journal", "--retry", "1", "--retry-delay", "0.01",
        ]
        for _ in 1...2 { #expect(try await run(options, server).exitStatus == exit) }
        isFree.open()
        #expect(try await run(options, server).outcome.stdout == "stored\n")
        #expect(server.uploads.count == 1)
        #expect(server.uploads.first?.isComplete == true)
    }

    /// How the journal may have been changed since an upload was interrupted.
    private static let changes = [
        ("", "", "going on at"),
        (
            "http://127.0.0.1:[0-9]+/uploads", "http://127.0.0.1:9/uploads",
            "the journal has an address at http://127.0.0.1:9, which the server has not named"
        ),
        (#""offset":[0-9]+"#, #""offset":-1"#, "the journal does not fit the request"),
        (#""length":[0-9]+"#, #""length":1"#, "the journal does not fit the request"),
    ]

    /// An address at another origin is used if the server has named it.
    @Test(arguments: changes)
    func aChangedJournal(from: String, to: String, message: String) async throws {
        let isFree = Gate()
        let uploads = try ResumableServer(
            ResumableBehavior().with {
                $0.cuts = [5000]
                $0.script = { situation in
                    situation.operation == .offsetRetrieval && !isFree.isOpen ? .respond(503) : nil
                }
            })
        let server = try ResumableServer(
            ResumableBehavior().with { $0.origin = String(uploads.url.dropLast()) },
            sharingWith: uploads)
        let options = ["--resumable", "--journal", "journal"]
        #expect(try await run(options, server).exitStatus == 22)
        isFree.open()
        if !from.isEmpty {
            let text = String(decoding: try files.directory.contents(of: "journal"), as: UTF8.self)
            let changed = text.replacingOccurrences(of: from, with: to, options: .regularExpression)
            #expect(changed != text)
            try files.directory.file("journal", changed)
        }
        let result = try await run(["--no-silent", "--no-progress-meter"] + options, server)
        #expect(result.exitStatus == 0 && result.stdoutText == "stored\n", "\(result)")
        #expect(result.stderrText.contains(message), "\(result)")
        #expect(server.uploads.count == (from.isEmpty ? 1 : 2))
    }

    /// Where the address of the upload is redirected to is a secret, too.
    @Test func aRedirectedAddressIsMasked() async throws {
        let server = try ResumableServer(
            ResumableBehavior().with {
                $0.cuts = [5000]
                $0.script = { situation in
                    situation.operation == .offsetRetrieval
                        ? Answer([.respond(307, headers: ["Location": "/uploads/elsewhere-5ecret"])]
                        )
                        : nil
                }
            })
        let result = try await run(
            ["-L", "-v", "--resumable", "--retry", "1", "--retry-delay", "0.01"], server)
        #expect(result.exitStatus != 0)
        #expect(!result.stderrText.contains("elsewhere-5ecret"), "\(result)")
    }
}
