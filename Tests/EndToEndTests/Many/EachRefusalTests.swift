import Foundation
import TestSupport
import Testing

/// `--each` with files or options that it cannot be used with.
@Suite(.serialized)
struct EachRefusalTests {
    private static let refusals: [(arguments: [String], status: Int32, error: String)] = [
        (["--each", "f=@*.none", "http://h/"], 26, "--each: there is no file for 'f=@*.none'"),
        (["--each", "f=@none", "http://h/"], 26, "cannot read none"),
        (["--each", "f=<none", "http://h/"], 26, "--each: cannot read none"),
        (["--each", "f=<empty", "http://h/"], 26, "--each: there is no file for 'f=<empty'"),
        (["--each", "f=<nul", "http://h/"], 2, "(--each-null)"),
        (
            ["--each", "f=<lines", "http://h/"], 26,
            "--each: cannot read none (line 3 of lines): No such file or directory"
        ),
        (
            ["--each-null", "--each", "f=<lines", "http://h/"], 26,
            "(entry 1 of lines): No such file or directory; --each-null is for paths that are ended "
        ),
        (["-T", "*.none", "http://h/"], 26, "; the patterns here are those of curl: {a,b}, [1-9]"),
        (
            ["--each", "f=@[1].txt", "http://h/"], 26,
            "--each: there is no file for 'f=@[1].txt'; for the file of that name write \\[1\\].txt"
        ),
        (
            ["--each", "f=@-;type=a/b", "http://h/"], 2,
            "--each: 'f=@-;type=a/b' would send standard input itself: write 'f=<-' to read paths"
        ),
        (
            ["--each", "f=@dir", "http://h/"], 26,
            "--each: cannot read dir: Is a directory; --each 'f=@dir/*' takes the files in it"
        ),
        (
            ["--each", "f=@{a,none,dir}", "--each", "f=<lines", "http://h/"], 26,
            "--each: cannot read 3 files: dir (Is a directory), none (No such file or directory), "
                + "none (line 3 of lines: No such file or directory)\n"
        ),
        (
            ["--each", "f=@links/*", "http://h/"], 26,
            "links/8 (No such file or directory), links/9 (No such file or directory) and 2 more\n"
        ),
        (
            ["--each", "f=@links/*", "http://h/"], 26,
            "--each: cannot read 12 files: links/0 (No such file or directory), links/1 (No "
        ),
        (
            ["--each", "f=@{a,b}", "-o", "#1.json", "http://h/"], 2,
            "it needs a name for each, as with --expand-output '{{each:stem}}.json' (#1 stands for a "
                + "pattern of the URL)"
        ),
        (
            ["--each", "f=*", "http://h/"], 2,
            "'f=*' is not name=@pattern, name=<list, @pattern or <list"
        ),
        (
            ["--each", "f", "http://h/"], 2,
            "'f' is not name=@pattern, name=<list, @pattern or <list"
        ),
        (["--each", "f=@", "http://h/"], 2, "is not name=@pattern, name=<list, @pattern or <list"),
        (
            ["--each", "f=@\"a", "http://h/"], 2,
            "is not name=@pattern, name=<list, @pattern or <list"
        ),
        (["--each", "f=@a", "--each", "g=@b", "http://h/"], 2, "--each has the names 'f' and 'g'"),
        (["--each", "f=@{a,b}", "-d", "x=y", "http://h/"], 2, "--each and -d make bodies"),
        (
            ["--each", "f=@{a,b}", "-o", "out", "http://h/"], 2,
            "the response of each request would overwrite -o out: it needs a name for each"
        ),
        (["--each", "f=@{a,b}", "-D", "a", "http://h/"], 2, "-D a would overwrite"),
        (["--each", "f=@{a,none}", "http://h/"], 26, "cannot read none"),
        (
            ["--each", "f=@{a,b}", "--dump-body", "-", "http://h/"], 2,
            "--dump-body writes one body"
        ),
        (["--each", "f=@{a,b}", "--idempotency-key=1", "http://h/"], 2, "--idempotency-key"),
        (["-F", "f=@a", "--journal", "j", "http://h/"], 2, "--journal notes the files of"),
        (["--expand-form", "f={{each}}", "http://h/"], 2, "--each"),
        (
            ["--each", "f=@{a,b}", "--expand-output", "x{{count}}", "http://h/"], 2,
            "the response of each request would overwrite --expand-output x2"
        ),
        (
            ["--each", "f=@{a,b}", "--expand-dump-header", "{{each}}", "http://h/"], 2,
            "would overwrite"
        ),
        (
            [
                "--each", "f=@{a,b}", "--variable", "o=%output{", "--expand-write-out",
                "{{o}}{{each}}}x", "http://h/",
            ], 2,
            "would overwrite"
        ),
        (["--each", "f=@{a,b}", "-F", "g=@-", "http://h/"], 2, "-F g=@- can be read only once"),
        (["--each", "f=@{a,b}", "-H", "@-", "http://h/"], 2, "-H @- can be read only once"),
        (["--each", "f=@{a,b}", "-F", "g=@fifo", "http://h/"], 2, "-F fifo can be read only once"),
        (["-T", "-", "http://h/[1-2]"], 2, "-T - can be read only once"),
        (["-T", "fifo", "http://h/[1-2]"], 2, "-T fifo can be read only once"),
        (["--each", "f=@a", "--expand-stderr", "{{each}}.log", "http://h/"], 2, "--expand-stderr"),
    ]

    /// Nothing is sent.
    @Test(arguments: refusals.indices)
    func isRefused(row: Int) async throws {
        let directory = try TemporaryDirectory()
        try directory.file("a", "1")
        try directory.file("b", "2")
        try directory.file("empty", "\n\n")
        #expect(mkfifo(directory.path("fifo"), 0o600) == 0)
        try directory.file("nul", "a\0b\0")
        try directory.file("lines", "a\n\nnone\n")
        try directory.file("[1].txt", "1")
        try directory.directory("dir")
        try directory.directory("links")
        for number in 0..<12 {
            let link = directory.path("links/\(String(number, radix: 16))")
            #expect(symlink("nowhere", link) == 0)
        }
        let (arguments, status, error) = Self.refusals[row]
        let result = try await Command.formpost(arguments: arguments)
            .with { $0.workingDirectory = directory.path }.run()
        #expect(result.exitStatus == status)
        #expect(result.stderrText.hasPrefix("formpost: (\(status)) "), "\(result.stderrText)")
        #expect(result.stderrText.contains(error), "\(result.stderrText)")
        #expect(try directory.contents(of: "a") == Array("1".utf8))
    }
}
