import Foundation
import TestSupport
import Testing

@testable import formpost

/// The command without a process of its own: arguments in, an exit status out.
@Suite(.serialized)
struct InProcessTests {
    private func run(_ arguments: [String], input: String) async throws -> Outcome {
        let directory = try TemporaryDirectory()
        let files = [
            open(try directory.file("in", input), O_RDONLY | O_CLOEXEC),
            open(directory.path("out"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600),
            open(directory.path("err"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600),
        ]
        defer { for file in files { close(file) } }
        let status = await Formpost.run(
            arguments: arguments.map { .init($0) }, environment: [:],
            console: Console(input: files[0], output: files[1], error: files[2]))
        return Outcome(
            status, stdout: String(decoding: try directory.contents(of: "out"), as: UTF8.self),
            stderr: String(decoding: try directory.contents(of: "err"), as: UTF8.self))
    }

    /// Several at once do not disturb each other.
    @Test func uploadsManyAtOnce() async throws {
        let server = try LoopbackServer { _ in
            [
                .readBody,
                .choose {
                    [.respond(200, body: (try? $0.form().part("f")?.bodyText) ?? "no form")]
                },
            ]
        }
        let url = server.url
        try await withThrowingTaskGroup(of: (Int, Outcome).self) { group in
            for number in 1...10 {
                group.addTask { (number, try await run(["-F", "f=@-", url], input: "\(number)")) }
            }
            for try await (number, outcome) in group {
                #expect(outcome == Outcome(0, stdout: "\(number)", stderr: "HTTP/1.1 200 OK\n"))
            }
        }
        #expect(server.requests.count == 10)
    }

    @Test func fails() async throws {
        let outcome = try await run(["-F", "f=@missing.c", "http://127.0.0.1:1/"], input: "")
        let text = "formpost: (26) cannot read missing.c: No such file or directory\n"
        #expect(outcome == Outcome(26, stderr: text))
    }
}
