import Foundation
import TestSupport
import Testing

/// `--journal-content`, and journals of which no entry fits.
@Suite(.serialized)
struct JournalContentTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        for checkout in ["a", "b"] {
            try directory.directory(checkout)
            for number in 1...3 { try directory.file("\(checkout)/\(number)", "content \(number)") }
        }
    }

    private func run(
        _ url: String, in checkout: String, _ options: String...
    ) async throws -> CommandResult {
        try await Command.formpost(
            arguments: ["--journal", "../journal", "--each", "f=@[1-3]", "-o", "/dev/null"]
                + options + [url]
        ).with { $0.workingDirectory = directory.path(checkout) }.run()
    }

    private static let noFit =
        "formpost: warning: no entry of ../journal fits: the files have other paths, sizes or times "
        + "(--journal-content compares contents)\n"

    /// The second checkout has other absolute paths and times.
    @Test func fitsAFreshCheckout() async throws {
        let server = try LoopbackServer(.respond())
        let first = try await run(server.url, in: "a", "--journal-content")
        #expect(first.stderrText.hasSuffix("3 uploaded\n"))
        let second = try await run(server.url, in: "b", "--journal-content")
        #expect(second.outcome.stderr == "0 uploaded, 3 skipped (already in ../journal)\n")
        try directory.file("b/2", "content X")
        let third = try await run(server.url, in: "b", "--journal-content")
        #expect(
            third.outcome.stderr
                == "2: 200, 201 bytes\n1 uploaded, 2 skipped (already in ../journal)\n")
        #expect(server.requests.count == 4)
    }

    /// A path may be written in several ways.
    @Test func dotsInAPathDoNotCount() async throws {
        let server = try LoopbackServer(.respond())
        for (path, end) in [
            ("a/1", "1 uploaded\n"), ("./a/1", "0 uploaded, 1 skipped (already in journal)\n"),
            ("a//./1", "0 uploaded, 1 skipped (already in journal)\n"), ("b/1", "1 uploaded\n"),
        ] {
            let result = try await Command.formpost(
                "--journal", "journal", "--journal-content", "--each", "f=<-", server.url
            ).with {
                $0.workingDirectory = directory.path
                $0.stdin = .bytes(path + "\n")
            }.run()
            #expect(result.stderrText.hasSuffix(end), "\(path): \(result)")
        }
    }

    @Test func withoutItTheCommandSaysThatNothingFits() async throws {
        let server = try LoopbackServer(.respond())
        let first = try await run(server.url, in: "a")
        #expect(!first.stderrText.contains("warning"))
        let second = try await run(server.url, in: "b")
        #expect(second.exitStatus == 0)
        #expect(second.stderrText.contains(Self.noFit))
        #expect(second.stderrText.hasSuffix("3 uploaded\n"))
        let third = try await run(server.url, in: "b")
        #expect(third.outcome.stderr == "0 uploaded, 3 skipped (already in ../journal)\n")
        let other = try await run(server.url + "other", in: "b")
        #expect(other.stderrText.contains("no entry of ../journal fits: all are for other URLs\n"))
    }

    /// Entries of both kinds are in one file, and each kind fits its own call.
    @Test func bothKindsAreInOneFile() async throws {
        let server = try LoopbackServer(.respond())
        _ = try await run(server.url, in: "a")
        let second = try await run(server.url, in: "a", "--journal-content")
        #expect(
            second.stderrText.contains(
                "no entry of ../journal fits: the files have other paths or contents\n"))
        for options in [[], ["--journal-content"]] {
            let again = try await Command.formpost(
                arguments: ["--journal", "../journal", "--each", "f=@[1-3]"] + options
                    + [server.url]
            ).with { $0.workingDirectory = directory.path("a") }.run()
            #expect(again.outcome.stderr == "0 uploaded, 3 skipped (already in ../journal)\n")
        }
        #expect(server.requests.count == 6)
    }

    private static let refused: [(options: [String], text: String)] = [
        (
            ["--journal-content"],
            "--journal-content needs a journal: add --journal FILE"
        ),
        (
            ["--journal-content", "--journal", "../journal", "--allow-growth"],
            "--journal-content and --allow-growth exclude each other: a growing file has no digest"
        ),
    ]

    @Test(arguments: refused)
    func isRefused(options: [String], text: String) async throws {
        let result = try await Command.formpost(
            arguments: options + ["--each", "f=@[1-3]", "http://127.0.0.1:9/"]
        ).with { $0.workingDirectory = directory.path("a") }.run()
        #expect(result.outcome == Outcome(2, stderr: "formpost: (2) \(text)\n"))
    }
}
