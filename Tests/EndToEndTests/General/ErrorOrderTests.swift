import TestSupport
import Testing

/// Which of two wrong things in one line is told: the one that is found at the earlier stage, or of one
/// stage the one that was typed first.
struct ErrorOrderTests {
    /// In the order in which they are found. Scenarios pin the sentences.
    static let stages: [[String]] = [
        // What the line says by itself, and the files that are part of it.
        [
            "--bogus", "--silent=1", "-m x", "--retry 1x", "--limit-rate x", "-X ?[", "-H colon",
            "--expect-status abc", "--capture x", "--proto-redir bad", "--url @missing",
            "-K missing",
            "-K bad", "--variable v@missing", "--variable ?", "--expand-form a={{unset}}",
            "--bearer-env UNSET", "--parallel-max 0", "--max-filesize x", "--resolve a",
        ],
        // What the options of a whole operation say together.
        ["--each f=@*.nothing"], ["-d c"], ["-w %{bogus}"],
        // The files of all operations.
        ["-F f=@file -D file"], ["--stderr no-s/x"], ["--journal no-j/x"],
        // The request: its form's grammar, its URL, the files that it reads.
        ["-F ab", "-F name=John;Doe", "--form-string ab"],
        ["--url http//h/x", "--url http://h:99999/", "--url ftp://h/"], ["-c no-c/x"],
        ["--netrc-file missing"], ["-F a=@- -F b=@-"], ["-F =(;type=multipart/mixed"],
        ["-F a=b;headers=@missing"],
        ["-F f=@", "-F f=@missing", "-F f=@dir", "-F a=b;encoder=bogus"],
        ["--tus"],
        // What is written.
        ["-D no-d/x"], ["--trace no-t/x"], ["-o no-o/x"],
    ]

    /// Pairs that are an error of their own.
    static let combined: Set = [
        ["-d c", "--form-string ab"], ["-d c", "--each f=@*.nothing"],
        ["-D no-d/x", "-F f=@file -D file"], ["--tus", "-F f=@file -D file"],
        ["--tus", "--journal no-j/x"],
    ]

    /// Errors of the first stage about files: one that needs no file is told before.
    static let missing: Set = ["--url @missing", "-K missing", "--variable v@missing"]
    /// Errors that are looked for only as long as all files could be read.
    static let inputs: Set = [
        "-K bad", "--variable ?", "--expand-form a={{unset}}", "--bearer-env UNSET",
    ]

    private struct Report: Equatable {
        var status: Int32?
        var sentence: String?
    }

    @Test func theEarlierStageIsTold() async throws {
        let directory = try TemporaryDirectory()
        _ = try directory.file("bad", "bogus = 1\n")
        _ = try directory.file("file", "x")
        try directory.directory("dir")
        let path = directory.path
        let dead = try DeadPort.refusing()
        let url = "http://127.0.0.1:\(dead.port)/"
        @Sendable func report(_ errors: [String]) async throws -> Report {
            let words = errors.flatMap { $0.split(separator: " ").map(String.init) }
            let result = try await Command.formpost(arguments: words + ["-F", "z=1", url])
                .with { $0.workingDirectory = path }.run()
            #expect(result.stdout == [] && result.leftovers == [])
            return Report(
                status: result.exitStatus,
                sentence: result.stderrText.split(separator: "\n").first.map(String.init))
        }
        let errors = Self.stages.enumerated().flatMap { stage, errors in
            errors.map { (stage: stage, words: $0) }
        }
        var alone: [String: Report] = [:]
        for error in errors {
            let report = try await report([error.words])
            #expect(report.status != 0 && report.status != 7, "\(error.words): \(report)")
            alone[error.words] = report
        }
        var pairs = errors.flatMap { first in errors.map { (first, $0) } }
        pairs.removeAll { first, second in
            first.words == second.words
                || Self.combined.contains { Set($0) == [first.words, second.words] }
        }
        for (first, second) in Exhaustive.rows(pairs) {
            let isUsage =
                Self.missing.contains(first.words) && second.stage == 0
                && !Self.missing.union(Self.inputs).contains(second.words)
            let told = isUsage || second.stage < first.stage ? second : first
            let report = try await report([first.words, second.words])
            #expect(report == alone[told.words], "\(first.words) \(second.words)")
        }
    }
}
