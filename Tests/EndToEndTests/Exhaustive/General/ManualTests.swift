import TestSupport
import Testing

/// The manual page under the programs that read one.
@Suite struct ManualTests {
    private let directory: TemporaryDirectory
    private let page: String

    init() async throws {
        directory = try TemporaryDirectory()
        let result = try await Command.formpost("--generate", "man").run()
        #expect(result.exitStatus == 0)
        page = try directory.file("formpost.1", result.stdout)
    }

    private func run(_ name: String, _ arguments: String...) async throws -> Outcome {
        try await Command("/usr/bin/env", arguments: [name] + arguments)
            .with { $0.environment["LC_ALL"] = "C" }.run().outcome
    }

    @Test(.enabled(if: Command.isInstalled("mandoc"), "mandoc is not installed"))
    func mandocHasNothingToSay() async throws {
        #expect(try await run("mandoc", "-T", "lint", page) == Outcome(0))
    }

    @Test(.enabled(if: Command.isInstalled("groff"), "groff is not installed"))
    func groffHasNothingToSay() async throws {
        #expect(try await run("groff", "-ww", "-man", "-z", page) == Outcome(0))
    }

    @Test(.enabled(if: Command.isInstalled("groff"), "groff is not installed"))
    func noWordIsBroken() async throws {
        let shown = try await run("groff", "-man", "-Tascii", "-P-cbou", "-rLL=78n", page)
        #expect(shown.exit == 0)
        let lines = shown.stdout.split(separator: "\n")
        #expect(lines.count > 1000)
        for line in lines { #expect(line.firstMatch(of: /[A-Za-z]-$/) == nil, "\(line)") }
    }

    @Test(.enabled(if: Command.isInstalled("man"), "man is not installed"))
    func manShowsIt() async throws {
        let shown = try await run("man", "-l", page)
        // On minimized systems `man` only prints that manuals are missing.
        guard !shown.stdout.contains("has been minimized") else { return }
        #expect(shown.exit == 0 && shown.stderr.isEmpty)
        #expect(shown.stdout.contains("formpost - upload forms and files by HTTP"))
        #expect(shown.stdout.contains("-F, --form name=content"))
    }
}
