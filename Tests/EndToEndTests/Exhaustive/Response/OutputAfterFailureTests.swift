import TestSupport
import Testing

/// `-o` and a response that is whole, but no success: what the file holds afterwards.
@Suite(.serialized)
struct OutputAfterFailureTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        try directory.file("o", "older")
    }

    private func run(_ arguments: [String]) async throws -> CommandResult {
        let result = try await Command.formpost(arguments: ["-sS"] + arguments)
            .with { $0.workingDirectory = directory.path }.run()
        #expect(directory.entries().allSatisfy { ["o", "big"].contains($0) })
        return result
    }

    private func content() throws -> String {
        String(decoding: try directory.contents(of: "o"), as: UTF8.self)
    }

    @Test(arguments: [
        ([], 22, "error page"), (["--fail-with-body"], 22, "error page"),
        (["--no-remove-on-error"], 22, "error page"), (["--no-fail"], 0, "error page"),
        (["-f"], 22, "older"), (["--remove-on-error"], 22, "older"),
        (["--remove-on-error", "--no-fail"], 0, "error page"),
        (["--remove-on-error", "--expect-status", "500"], 0, "error page"),
    ])
    func isAnErrorPage(options: [String], exit: Int32, left: String) async throws {
        let server = try LoopbackServer(.respond(500, body: "error page"))
        let result = try await run(options + ["-o", "o", "-d", "a", server.url])
        let text = "formpost: (22) the server answered 500 Internal Server Error\n"
        #expect(result.outcome == Outcome(exit, stderr: exit == 0 ? "" : text))
        #expect(try content() == left)
    }

    @Test(.comparesWithCurl) func isAnErrorPageWithCurl() async throws {
        let server = try LoopbackServer(.respond(500, body: "error page"))
        let result = try await Command.curl(
            "-sS", "--fail-with-body", "-o", directory.path("o"), "-d", "a", server.url
        ).run()
        #expect(result.exitStatus == 22)
        #expect(try content() == "error page")
    }

    /// A 2xx before the whole body was sent.
    @Test(arguments: [([], "early"), (["--remove-on-error"], "older")])
    func isEarly(options: [String], left: String) async throws {
        try directory.sparseFile("big", size: 1 << 28)
        let server = try LoopbackServer(
            [
                .readBytes(1 << 20), .respond(200, headers: ["Connection": "close"], body: "early"),
                .drain,
            ], bodies: .count)
        let result = try await run(
            options + ["-H", "Expect:", "-o", "o", "-F", "f=@big", server.url])
        #expect(result.exitStatus == 55, "\(result)")
        #expect(try content() == left)
    }

    /// The file that was to be sent is not lost with the upload.
    @Test(
        arguments: [
            ([], 500, 22, "; o is an input, and was not replaced\n", "older"),
            (["--no-remove-on-error"], 404, 22, "; o is an input, and was not replaced\n", "older"),
            (["--no-fail"], 500, 0, "", "answer"), ([], 200, 0, "", "answer"),
        ] as [([String], Int, Int32, String, String)])
    func isTheInput(
        options: [String], status: Int, exit: Int32, end: String, left: String
    ) async throws {
        for input in [["-F", "f=@o"], ["-d", "@./o"], ["-F", "a=b", "-H", "@o"]] {
            try directory.file("o", input.contains("-H") ? "X-A: older" : "older")
            let server = try LoopbackServer(.respond(status, body: "answer"))
            let result = try await run(options + input + ["-o", "o", server.url])
            #expect(result.exitStatus == exit, "\(result)")
            #expect(result.stderrText.hasSuffix(end), "\(result)")
            #expect(try content().hasSuffix(left), "\(input)")
        }
    }

    @Test(arguments: [[], ["--no-remove-on-error"]])
    func isTheInputOfAResponseThatIsCutShort(options: [String]) async throws {
        let server = try LoopbackServer(.raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"))
        let result = try await run(options + ["-o", "o", "-F", "f=@o", server.url])
        #expect(result.exitStatus == 18)
        #expect(try content() == "older")
    }
}
