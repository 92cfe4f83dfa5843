import Foundation
import TestSupport
import Testing

/// `--dry-run` for a person: the head of the request, and a table of the parts.
@Suite(.serialized)
struct DryRunScreenTests {
    private func screen(
        _ arguments: [any RawBytes], columns: Int
    ) async throws -> (lines: [String], screen: Screen) {
        let terminal = try Terminal(columns: columns)
        let result = try await Command.formpost(
            arguments: ["--dry-run", "--boundary", "B"] + arguments + ["http://h.test/x"]
        ).on(terminal).run()
        #expect(result.exitStatus == 0)
        let screen = Screen(try await terminal.everything(), columns: columns)
        return (screen.lines, screen)
    }

    @Test func showsHeadAndParts() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("img.png", "12345")
        let (lines, screen) = try await screen(
            [
                "-u", "me:secret", "-F", "title=Größe", "-F", "f=@\(file);filename=語.png",
                "-F", "in=<-", "-F", "=(;type=multipart/mixed", "-F", "n=1", "-F", "=)",
            ], columns: 120)
        #expect(screen.surprises == [] && screen.wraps == 0)
        let blank = try #require(lines.firstIndex(of: ""))
        #expect(lines.first == "POST /x HTTP/1.1")
        #expect(lines[..<blank].contains("Authorization: [masked]"))
        // It is what an upload would read first.
        #expect(
            lines[..<blank].contains("Content-Length: (known when the input has been read)"))
        #expect(!lines[..<blank].contains("Transfer-Encoding: chunked"))
        #expect(
            Array(lines[(blank + 1)...]) == [
                "name   filename  type             size      from",
                "title                             7 bytes   the command line",
                "f      語.png    image/png        5 bytes   \(file)",
                "in                                unknown   standard input",
                "                 multipart/mixed  65 bytes  the parts below",
                "  n                               1 byte    the command line",
            ])
    }

    /// In a log as on a terminal, with lines of any length; several requests are apart.
    @Test func isTheSameInAPipe() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("img.png", "12345")
        let name = String(repeating: "n", count: 40)
        let result = try await Command.formpost(
            "--dry-run", "--boundary", "B", "-A", "", "-u", "me:s3cret", "-F", "\(name)=s3cret",
            "-F", "f=@\(file)", "-F", "in=<-", "http://h.test/x?token=s3cret", "--next", "-A", "",
            "-d", "a=b", "http://h.test/y"
        ).with { $0.stdin = .pipe }.run()
        let gap = String(repeating: " ", count: 40)
        #expect(
            result.outcome
                == Outcome(
                    0,
                    stdout: """
                        POST /x?token=[masked] HTTP/1.1
                        Host: h.test
                        Authorization: [masked]
                        Accept: */*
                        Content-Type: multipart/form-data; boundary=B
                        Content-Length: (known when the input has been read)
                        Expect: 100-continue

                        name\(gap.dropFirst(4))  filename  type       size     from
                        \(name)                       6 bytes  the command line
                        f\(gap.dropFirst(1))  img.png   image/png  5 bytes  \(file)
                        in\(gap.dropFirst(2))                       unknown  standard input

                        POST /y HTTP/1.1
                        Host: h.test
                        Accept: */*
                        Content-Type: application/x-www-form-urlencoded
                        Content-Length: 3

                        size     from
                        3 bytes  the command line

                        """))
    }

    @Test(arguments: [["--chunked"], ["-H", "Transfer-Encoding: chunked"]])
    func showsChunksThatAreAskedFor(options: [String]) async throws {
        let (lines, _) = try await screen(options + ["-F", "in=<-"], columns: 120)
        #expect(lines.contains("Transfer-Encoding: chunked"))
        #expect(!lines.contains { $0.hasPrefix("Content-Length:") })
    }

    /// Long cells are cut; control characters are shown.
    @Test(arguments: [200, 80, 60, 50])
    func fits(columns: Int) async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("f", "x")
        let (lines, screen) = try await screen(
            [
                "-s", "-H", "X-A: \u{1B}[2J", "-H", "Host: h", "-H", "User-Agent:",
                "-H", "Content-Type:",
                "-F", "\(String(repeating: "n", count: 60))=v",
                "-F", "e\u{301}=@\(file);filename=\u{1B}]0_title\u{7}\u{202E}.png;type=a/b",
                "-F", "a\u{9B}b=v",
            ], columns: columns)
        #expect(screen.surprises == [], "\(lines)")
        #expect(screen.wraps == 0, "\(lines)")
        #expect(lines.contains(#"X-A: \x1b[2J"#))
        let table = lines.drop { !$0.hasPrefix("name") }
        #expect(table.count == 4)
        // The columns begin where their titles do.
        let start = try #require(table.first?.firstRange(of: "from")?.lowerBound)
        let offset = table.first?.distance(from: table.first?.startIndex ?? start, to: start)
        for line in table.dropFirst() {
            #expect(line.dropFirst((offset ?? 0) - 1).first == " ", "\(line)")
            #expect(line.dropFirst(offset ?? 0).first != " ", "\(line)")
        }
    }
}
