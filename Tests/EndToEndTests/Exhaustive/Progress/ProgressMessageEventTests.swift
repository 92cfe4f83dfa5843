import Foundation
import TestSupport
import Testing

/// `--progress json` on standard error: each sentence is an event, and nothing else is there.
@Suite(.serialized)
struct ProgressMessageEventTests {
    private let directory: TemporaryDirectory
    private let server: LoopbackServer

    init() throws {
        directory = try TemporaryDirectory()
        server = try LoopbackServer { _ in .respond(404, body: "no") }
    }

    /// `options`, then the level, the exit status and the beginning of the text of each message.
    private static let rows: [(options: [String], messages: [(String, Int?, String)])] = [
        ([], [("error", 22, "the server answered 404 Not Found")]),
        (
            ["--cookie", "nowhere.txt"],
            [
                ("warning", nil, "--cookie: no cookie is sent from the file nowhere.txt"),
                ("error", 22, "the server answered 404"),
            ]
        ),
        (["--nonsense"], [("error", 2, "unknown option '--nonsense'")]),
        (["-F", "f=@nowhere"], [("error", 26, "-F: cannot read nowhere")]),
        (["-K", "nowhere"], [("error", 26, "cannot read the configuration file nowhere")]),
        (
            ["--no-fail", "-w", "%{stderr}code %{http_code}\n"],
            [("write-out", nil, "code 404\n")]
        ),
        (["--no-fail"], []),
        (["-s"], []),
        (["-sS"], [("error", 22, "the server answered 404")]),
        (
            ["--retry", "1", "--retry-delay", "0.01", "--retry-all-errors"],
            [
                ("note", nil, "the server answered 404 Not Found; trying again in 0.01 s"),
                ("error", 22, "the server answered 404"),
            ]
        ),
    ]

    @Test(arguments: rows.indices) func sentencesAreEvents(index: Int) async throws {
        let row = Self.rows[index]
        let result = try await Command.formpost(
            arguments: ["--progress", "json", "-F", "a=b", server.url] + row.options
        ).with { $0.workingDirectory = directory.path }.run()
        let messages = try StreamEntry.all(in: result.stderrText).filter { $0.event == "message" }
        #expect(messages.count == row.messages.count, "\(result.stderrText)")
        for (message, expected) in zip(messages, row.messages) {
            #expect(message.level == expected.0 && message.exit == expected.1)
            #expect(message.text?.hasPrefix(expected.2) == true, "\(message)")
        }
    }

    /// The option may stand behind what is wrong with the command line.
    @Test(arguments: [
        ["--nonsense", "--progress", "json"], ["-m", "soon", "-s", "--progress=json"],
        ["--progress", "json", "--nonsense"],
        ["--nonsense", "-K", "nowhere", "--progress", "json"],
    ])
    func errorsOfTheCommandLineAreEvents(options: [String]) async throws {
        let result = try await Command.formpost(
            arguments: options + ["-F", "a=b", server.url]
        ).run()
        let entries = try StreamEntry.all(in: result.stderrText)
        #expect(entries.first { $0.event == "message" }?.exit == 2, "\(result.stderrText)")
    }

    @Test(arguments: [["-v"], ["--trace-ascii", "%"], ["--trace", "%"]])
    func theWireIsEvents(options: [String]) async throws {
        let result = try await Command.formpost(
            arguments: ["--progress", "json", "--no-fail", "-F", "a=b", server.url] + options
        ).run()
        let wire = try StreamEntry.all(in: result.stderrText).filter { $0.level == "wire" }
        #expect(wire.contains { $0.text?.contains("POST / HTTP/1.1") == true }, "\(wire)")
        #expect(wire.contains { $0.text?.contains("HTTP/1.1 404") == true })
    }

    /// With a channel of its own, sentences stay text.
    @Test func elsewhereSentencesAreText() async throws {
        let path = directory.path("p")
        let result = try await Command.formpost(
            "--progress-to", path, "-F", "a=b", server.url
        ).run()
        #expect(result.stderrText == "formpost: (22) the server answered 404 Not Found\n")
        let text = String(decoding: try directory.contents(of: "p"), as: UTF8.self)
        #expect(try !StreamEntry.all(in: text).contains { $0.event == "message" })
    }
}
