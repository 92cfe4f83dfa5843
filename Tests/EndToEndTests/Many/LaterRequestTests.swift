import Foundation
import TestSupport
import Testing

/// Requests that are made when their turn comes: all but the first few hundred.
@Suite struct LaterRequestTests {
    private static let count = 300
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        let names = (1...Self.count).map { "\($0)" }
        for name in names { try directory.file(name, "file " + name) }
        try directory.file("list", names.joined(separator: "\n"))
    }

    private func formpost(_ arguments: String...) async throws -> CommandResult {
        try await Command.formpost(arguments: arguments).with {
            $0.workingDirectory = directory.path
        }.run()
    }

    @Test func areInOrder() async throws {
        let server = try LoopbackServer(.respond())
        let result = try await formpost("-s", "--each", "f=<list", "-F", "a=b", server.url)
        #expect(result.outcome == Outcome(0))
        let forms = try await server.requests(Self.count).map { try $0.form() }
        #expect(
            forms.map { $0.part("f")?.bodyText } == (1...Self.count).map { "file \($0)" })
        #expect(forms.allSatisfy { $0.part("a")?.bodyText == "b" })
    }

    @Test func haveVariablesOfTheirOwn() async throws {
        let server = try LoopbackServer(.respond())
        let result = try await formpost(
            "-s", "--each", "f=<list", "--expand-url", server.url + "{{each}}",
            "--expand-header", "Place: {{index}} of {{count}}")
        #expect(result.outcome == Outcome(0))
        let requests = try await server.requests(Self.count)
        #expect(requests.map(\.target) == (1...Self.count).map { "/\($0)" })
        #expect(
            requests.map { $0.header("Place") } == (1...Self.count).map { "\($0) of \(Self.count)" }
        )
    }

    /// A warning about all of them is one line.
    @Test func warnOnce() async throws {
        let server = try LoopbackServer(.respond())
        let result = try await formpost(
            "-sS", "--each", "f=<list", "-H", "Content-Type: multipart/mixed", server.url)
        #expect(result.exitStatus == 0)
        let lines = result.stderrText.split(separator: "\n")
        #expect(lines.count == 1, "\(lines.prefix(3))")
        #expect(result.stderrText.contains("warning"))
    }

    @Test func mayHaveLostTheirFile() async throws {
        let server = try LoopbackServer(
            script: .closure { [directory] request in
                if request.number == 1 {
                    try? FileManager.default.removeItem(atPath: directory.path("299"))
                }
                return .respond()
            })
        let result = try await formpost(
            "-s", "--each", "f=<list", "--progress", "json", "-w", "%{exitcode} %{errormsg}\\n",
            server.url)
        #expect(result.exitStatus == 26)
        let lines = result.stdoutText.split(separator: "\n")
        #expect(lines.count == Self.count)
        #expect(
            lines.filter { !$0.hasPrefix("0") } == [
                "26 cannot read 299: No such file or directory (did you mean 199?)"
            ])
        #expect(try await server.requests(Self.count - 1).count == Self.count - 1)
        let summary = try #require(result.stderrText.split(separator: "\n").last)
        #expect(summary.contains(#""done":300"#) && summary.contains(#""failed":1"#))
    }

    /// The total is known before the first request, and right at the end.
    @Test func areExpected() async throws {
        let server = try LoopbackServer(.respond())
        let result = try await formpost(
            "-s", "--each", "f=<list", "--progress", "json", server.url)
        let sent = try await server.requests(Self.count).reduce(0) { $0 + $1.body.count }
        let summary = try #require(result.stderrText.split(separator: "\n").last)
        #expect(summary.contains(#""sent":\#(sent)"#), "\(summary) \(sent)")
        #expect(summary.contains(#""total":\#(sent)"#), "\(summary) \(sent)")
    }

    /// A list of 200,000 paths takes little more than its paths.
    @Test func mayBeInALongList() async throws {
        let list = String(repeating: "1\n", count: 200_000)
        let result = try await Command.formpost(
            "-sS", "--fail-early", "--each", "f=<-", try DeadPort.refusing().url
        ).with {
            $0.workingDirectory = directory.path
            $0.stdin = .bytes(list)
        }.run()
        #expect(result.exitStatus == 7)
        #expect(result.peakMemory < 96 << 20, "\(result.peakMemory >> 20) MiB")
    }

    /// No pattern is too large.
    @Test func mayBeMillions() async throws {
        let result = try await Command.formpost(
            "-sS", "--fail-early", "-F", "a=b", try DeadPort.refusing().url + "[1-5000000]"
        ).run()
        #expect(result.exitStatus == 7)
        #expect(result.peakMemory < 128 << 20, "\(result.peakMemory >> 20) MiB")
    }
}
