import Foundation
import TestSupport
import Testing

@testable import formpost

/// The command without a process of its own: arguments in, an exit status out.
@Suite(.serialized)
struct InProcessTests {
    private func run(
        _ arguments: [String], input: String = "/dev/null"
    ) async throws -> Outcome {
        let directory = try TemporaryDirectory()
        let files = [
            open(input, O_RDONLY | O_CLOEXEC),
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

    @Test func uploads() async throws {
        let server = try LoopbackServer(.respond(body: "stored\n"))
        let directory = try TemporaryDirectory()
        let input = try directory.file("input", "piped")
        let outcome = try await run(["-F", "a=b", "-F", "f=@-", server.url], input: input)
        #expect(outcome == Outcome(0, stdout: "stored\n", stderr: "HTTP/1.1 200 OK\n"))
        let form = try await server.request().form()
        #expect(form.parts.map(\.bodyText) == ["b", "piped"])
    }

    @Test func fails() async throws {
        let outcome = try await run(["-F", "f=@missing.c", "http://127.0.0.1:1/"])
        #expect(
            outcome
                == Outcome(
                    26,
                    stderr: "formpost: (26) cannot read missing.c: No such file or directory\n"))
    }

    /// Several at once do not disturb each other.
    @Test func uploadsManyAtOnce() async throws {
        let server = try LoopbackServer { request in
            [.readBody, .choose { [.respond(200, body: $0.header("X-Number") ?? "")] }]
        }
        let url = server.url
        try await withThrowingTaskGroup(of: (Int, Outcome).self) { group in
            for number in 1...10 {
                group.addTask {
                    (number, try await run(["-s", "-H", "X-Number: \(number)", "-F", "a=b", url]))
                }
            }
            for try await (number, outcome) in group {
                #expect(outcome == Outcome(0, stdout: "\(number)"))
            }
        }
        #expect(server.requests.count == 10)
    }
}
