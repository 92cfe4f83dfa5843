import Foundation
import TestSupport
import Testing

/// Requests that are made when their turn comes: all but the first few hundred.
@Suite(.serialized)
struct LaterRequestTests {
    private static let names = (100..<400).map { "\($0)" }
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        for name in Self.names { try directory.file(name, "content " + name) }
        try directory.file("list", Self.names.joined(separator: "\n"))
    }

    private func formpost(
        _ arguments: [String], list: String = ""
    ) async throws -> CommandResult {
        try await Command.formpost(arguments: arguments).with {
            $0.workingDirectory = directory.path
            $0.stdin = .bytes(list)
        }.run()
    }

    /// A server fails every seventh: the rest arrives, and each failure is named. Answers and failures come
    /// whole and in the order of the requests.
    @Test(arguments: [[], ["-Z"]])
    func haveNamesAndVariablesOfTheirOwn(options: [String]) async throws {
        let server = try LoopbackServer { request in
            .respond(request.number % 7 == 0 ? 500 : 200, body: request.header("X-Name") ?? "")
        }
        let result = try await formpost(
            options + [
                "--each", "f=<list", "--expand-header", "X-Name: {{each}}", "--expand-header",
                "Place: {{index}} of {{count}}", "--expand-url", server.url + "{{each}}",
            ])
        #expect(result.exitStatus == 22)
        #expect(result.stdoutText == Self.names.joined())
        let requests = try await server.requests(300)
        let sent = try requests.map {
            [
                $0.target, $0.header("X-Name") ?? "", $0.header("Place") ?? "",
                try $0.form().part("f")?.bodyText ?? "",
            ]
        }
        let expected = Self.names.enumerated().map { index, name in
            ["/" + name, name, "\(index + 1) of 300", "content " + name]
        }
        #expect((options.isEmpty ? sent : sent.sorted { $0[1] < $1[1] }) == expected)
        let failed = requests.filter { $0.number % 7 == 0 }.compactMap { $0.header("X-Name") }
            .sorted()
        let lines = result.stderrText.split(separator: "\n").map(String.init)
        #expect(
            lines.filter { $0.hasPrefix("formpost: ") }
                == failed.map {
                    "formpost: (22) \($0): the server answered 500 Internal Server Error"
                })
        let first = failed.prefix(5).map { "\($0): 500" }.joined(separator: ", ")
        #expect(lines.last == "258 uploaded, 42 failed (\(first) and 37 more)")
    }

    @Test func mayHaveLostTheirFile() async throws {
        let server = try LoopbackServer(
            script: .closure { [directory] request in
                if request.number == 1 {
                    try? FileManager.default.removeItem(atPath: directory.path("399"))
                }
                return .respond()
            })
        let result = try await formpost([
            "-s", "--each", "f=<list", "-w", "%{exitcode} %{errormsg}\\n", server.url,
        ])
        #expect(result.exitStatus == 26)
        let lines = result.stdoutText.split(separator: "\n")
        #expect(lines.count == 300)
        #expect(
            lines.filter { !$0.hasPrefix("0") } == [
                "26 cannot read 399: No such file or directory (did you mean 199?)"
            ])
        #expect(try await server.requests(299).count == 299)
    }

    /// The total is known before the first request, and right at the end.
    @Test func areExpected() async throws {
        let server = try LoopbackServer(.respond())
        let result = try await formpost([
            "-s", "--each", "f=<list", "--progress", "json", server.url,
        ])
        let sent = try await server.requests(300).reduce(0) { $0 + $1.body.count }
        let summary = try #require(result.stderrText.split(separator: "\n").last)
        #expect(summary.contains(#""sent":\#(sent),"total":\#(sent),"#), "\(summary) \(sent)")
    }

    /// A list of 200,000 paths takes little more than its paths.
    @Test func mayBeMany() async throws {
        let result = try await formpost(
            ["-sS", "--fail-early", "--each", "f=<-", try DeadPort.refusing().url],
            list: String(repeating: "100\n", count: 200_000))
        #expect(result.exitStatus == 7)
        #expect(result.peakMemory < 96 << 20, "\(result.peakMemory >> 20) MiB")
    }
}
