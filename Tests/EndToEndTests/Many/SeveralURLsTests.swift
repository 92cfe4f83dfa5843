import TestSupport
import Testing

/// Several requests in one call: URLs, `--next`, `-T` and `-o` for each.
@Suite(.serialized)
struct SeveralURLsTests {
    private func formpost(_ arguments: String...) async throws -> CommandResult {
        try await Command.formpost(arguments: arguments).run()
    }

    @Test func theFormGoesToEach() async throws {
        let server = try LoopbackServer(.respond(body: "1\n"), .respond(201, body: "2\n"))
        let result = try await formpost("-F", "a=b", server.url("/1"), server.url("/2"))
        #expect(
            result.outcome
                == Outcome(
                    0, stdout: "1\n2\n",
                    stderr: """
                        \(server.url("/1")): 200, 139 bytes
                        \(server.url("/2")): 201, 139 bytes
                        2 done

                        """))
        let requests = try await server.requests(2)
        #expect(requests.map(\.target) == ["/1", "/2"])
        for request in requests { #expect(try request.form().part("a")?.bodyText == "b") }
        #expect(requests.map(\.connection) == [1, 1], "the connection is kept")
    }

    @Test func standardInputGoesToEach() async throws {
        let server = try LoopbackServer(.respond(), .respond())
        let result = try await Command.formpost(
            "-s", "-F", "f=@-", server.url("/1"), server.url("/2")
        ).with { $0.stdin = .bytes("hello") }.run()
        #expect(result.outcome == Outcome(0))
        for request in try await server.requests(2) {
            #expect(try request.form().part("f")?.bodyText == "hello")
        }
    }

    /// The exit status is that of the first failure; the rest is sent all the same.
    @Test func aFailureIsNamed() async throws {
        let server = try LoopbackServer(.respond(413), .respond(500), .respond(body: "3"))
        let urls = ["/1", "/2", "/3"].map { server.url($0) }
        let result = try await Command.formpost(arguments: ["-F", "a=b"] + urls).run()
        #expect(
            result.outcome
                == Outcome(
                    22, stdout: "3",
                    stderr: """
                        formpost: (22) \(urls[0]): the server answered 413 Content Too Large
                        formpost: (22) \(urls[1]): the server answered 500 Internal Server Error
                        \(urls[2]): 200, 139 bytes
                        1 done, 2 failed (\(urls[0]): 413, \(urls[1]): 500)

                        """))
    }

    /// `--no-fail` makes no uploads of what the server has not taken.
    @Test func whatIsOnlyLetPassIsNamed() async throws {
        let server = try LoopbackServer(.respond(413), .respond(200))
        let urls = ["/1", "/2"].map { server.url($0) }
        let result = try await Command.formpost(
            arguments: ["--no-fail", "-F", "a=b"] + urls
        ).run()
        #expect(
            result.outcome
                == Outcome(
                    0,
                    stderr: """
                        \(urls[0]): 413, 139 bytes
                        \(urls[1]): 200, 139 bytes
                        1 done, 1 not accepted (\(urls[0]): 413)

                        """))
    }

    @Test func failEarlyStopsAtTheFirst() async throws {
        let server = try LoopbackServer(.respond(413), .respond())
        let result = try await formpost(
            "-sS", "--fail-early", "-F", "a=b", server.url("/1"), server.url("/2"))
        #expect(result.exitStatus == 22)
        #expect(server.requests.map(\.target) == ["/1"])
    }

    /// A file may begin with `--next`, also where something comes before it.
    @Test func aFileBeginsWithNext() async throws {
        let directory = try TemporaryDirectory()
        let server = try LoopbackServer(.respond(), .respond())
        let file = try directory.file(
            "c", "next\nform = c=d\nurl = \"\(server.url("/2"))\"\n")
        let result = try await formpost(
            "-s", "-F", "a=b", server.url("/1"), "-K", file)
        #expect(result.outcome == Outcome(0))
        #expect(try await server.requests(2).map(\.target) == ["/1", "/2"])
        let lost = try await formpost("-s", "-F", "a=b", "-K", file)
        #expect(
            lost.outcome == Outcome(2, stderr: "formpost: (2) \(file):1: no URL before --next\n"))
    }

    @Test func nextHasOptionsOfItsOwn() async throws {
        let server = try LoopbackServer(.respond(body: "1"), .respond(body: "2"))
        let result = try await formpost(
            "-F", "a=b", "-H", "X-One: 1", "-A", "x", server.url("/1"), "--next", "-d", "c=d",
            server.url("/2"), "-s")
        #expect(result.outcome == Outcome(0, stdout: "12"))
        let requests = try await server.requests(2)
        #expect(requests.map { $0.header("X-One") } == ["1", nil])
        #expect(requests.map { $0.header("User-Agent") == "x" } == [true, false])
        #expect(requests[1].body.text == "c=d")
    }

    /// Wherever they are.
    @Test(arguments: [true, false])
    func sharedOptionsCountForAll(isFirst: Bool) async throws {
        let server = try LoopbackServer(.respond(body: "1"), .respond(body: "2"))
        let (one, two) = (["-s"], [String]())
        let result = try await Command.formpost(
            arguments: (isFirst ? one : two) + ["-F", "a=b", server.url("/1"), "-:"]
                + (isFirst ? two : one) + ["-F", "a=b", server.url("/2")]
        ).run()
        #expect(result.outcome == Outcome(0, stdout: "12"))
    }

    /// A login, then an upload.
    @Test func cookiesAreKept() async throws {
        let server = try LoopbackServer(
            .respond(headers: ["Set-Cookie": "sid=42; Path=/"]), .respond(), .respond())
        let result = try await formpost(
            "-s", "-b", "", "-d", "user=anna", server.url("/login"), "--next", "-F", "a=b",
            server.url("/up"), server.url("/again"))
        #expect(result.outcome == Outcome(0))
        let cookies = try await server.requests(3).map { $0.header("Cookie") }
        #expect(cookies == [nil, "sid=42", "sid=42"])
    }

    /// As in curl, unless one of the requests keeps them.
    @Test func cookiesAreForgotten() async throws {
        let server = try LoopbackServer(
            .respond(headers: ["Set-Cookie": "sid=42; Path=/"]), .respond())
        let result = try await formpost("-s", "-F", "a=b", server.url("/1"), server.url("/2"))
        #expect(result.outcome == Outcome(0))
        #expect(try await server.requests(2).map { $0.header("Cookie") } == [nil, nil])
    }

    /// Of `-m` each request has all. Together they take longer, and each much less, so that a busy
    /// machine makes none late.
    @Test func theTimeLimitIsForEach() async throws {
        let server = try LoopbackServer(
            [.readBody, .pause(1.5), .respond(200, headers: ["Connection": "close"]), .close])
        let result = try await formpost("-sS", "-m", "5", "-F", "a=b", server.url("/[1-4]"))
        #expect(result.outcome == Outcome(0))
    }

    /// Two keys for two requests.
    @Test func keysAreForEach() async throws {
        let server = try LoopbackServer(.respond())
        let result = try await formpost(
            "-s", "--idempotency-key=1", "-F", "a=b", server.url("/1"), "--next",
            "--idempotency-key=2", "-F", "a=b", server.url("/2"))
        #expect(result.outcome == Outcome(0))
        let keys = try await server.requests(2).map { $0.header("Idempotency-Key") }
        #expect(keys == ["1", "2"])
    }

    @Test func cookiesAreSavedOnce() async throws {
        let directory = try TemporaryDirectory()
        let server = try LoopbackServer(
            .respond(headers: ["Set-Cookie": "one=1"]), .respond(headers: ["Set-Cookie": "two=2"]))
        let jar = directory.path("jar")
        let result = try await formpost(
            "-s", "-c", jar, "-F", "a=b", server.url("/1"), server.url("/2"))
        #expect(result.outcome == Outcome(0))
        let text = String(decoding: try fileBytes(jar), as: UTF8.self)
        #expect(text.contains("one\t1") && text.contains("two\t2"))
    }

    @Test func filesPairWithURLs() async throws {
        let directory = try TemporaryDirectory()
        let (a, b) = (try directory.file("a", "one"), try directory.file("b", "two"))
        let server = try LoopbackServer(.respond(body: "1"), .respond(body: "2"))
        let (one, two) = (directory.path("1"), directory.path("2"))
        let result = try await formpost(
            "-s", "-T", a, "-T", b, "-o", one, "-o", two, server.url("/"), server.url("/x/"))
        #expect(result.outcome == Outcome(0))
        let requests = try await server.requests(2)
        #expect(requests.map(\.target) == ["/a", "/x/b"])
        #expect(requests.map(\.body.text) == ["one", "two"])
        #expect(try fileBytes(one) == Array("1".utf8) && fileBytes(two) == Array("2".utf8))
    }

    @Test func writeOutIsForEach() async throws {
        let server = try LoopbackServer(.respond(), .respond(204))
        let result = try await formpost(
            "-s", "-w", "%{urlnum} %{http_code} %{num_connects}\\n", "-F", "a=b", server.url("/1"),
            server.url("/2"))
        #expect(result.outcome == Outcome(0, stdout: "0 200 1\n1 204 0\n"))
    }

    /// `--url @file` as in curl 8.13: blanks around, comments and empty lines do not count, and
    /// nothing is a pattern.
    @Test(arguments: [true, false])
    func areReadFromAFile(isStandardInput: Bool) async throws {
        let server = try LoopbackServer(.respond())
        let list =
            "# all\n\n  \(server.url("/1")) \r\n\(server.url("/{2}"))\n#\n\(server.url("/3"))"
        let directory = try TemporaryDirectory()
        let path = try directory.file("urls", list)
        let result = try await Command.formpost(
            "-s", "-F", "a=b", "--url", isStandardInput ? "@-" : "@" + path
        ).with { $0.stdin = isStandardInput ? .bytes(list) : .none }.run()
        #expect(result.outcome == Outcome(0))
        #expect(try await server.requests(3).map(\.target) == ["/1", "/{2}", "/3"])
    }

    private static let refusals: [(arguments: [String], status: Int32, error: String)] = [
        (
            ["-F", "a=b", "http://h/", "--next", "-F", "a=b"], 2,
            "no URL given after -F: "
        ),
        (["--next", "http://h/"], 2, "no URL before --next"),
        (["-F", "a=b", "--url", "@/dev/null"], 2, "--url: '@/dev/null' has no URL in it"),
        (["-F", "a=b", "--url", "@/nonexistent"], 26, "--url: cannot read /nonexistent"),
        (["-F", "a=b", "http://h/", "--next", "http://h/2"], 2, "nothing to upload"),
        (["-T", "/dev/null", "http://h/", "http://h/2"], 2, "-T is there for one URL"),
        (
            ["-F", "a=b", "-o", "x", "http://h/", "--next", "-o", "./x", "-F", "a=b", "http://h/"],
            2, "-o x and -o ./x are the same file"
        ),
        (
            ["-F", "a=b", "http://h/", "--next", "-F", "f=@none", "http://h/"], 26,
            "cannot read none"
        ),
        (
            ["-F", "a=@-", "http://h/", "--next", "-d", "@-", "http://h/"], 2,
            "both read standard input, which can be read only once"
        ),
        (
            ["-d", "@-", "http://h/", "--next", "-d", "@-", "http://h/"], 2,
            "both read standard input, which can be read only once"
        ),
        (
            ["-T", "-", "http://h/x", "--next", "--variable", "x@-", "-d", "a", "http://h/"], 2,
            "both read standard input, which can be read only once"
        ),
        (["--rate", "0/s", "-F", "a=b", "http://h/"], 2, "--rate: '0/s' is not a rate"),
        (["--parallel-max", "0", "-F", "a=b", "http://h/"], 2, "--parallel-max: "),
    ]

    /// Nothing is sent, not even the requests before.
    @Test(arguments: refusals.indices)
    func isRefused(row: Int) async throws {
        let (arguments, status, error) = Self.refusals[row]
        let result = try await Command.formpost(arguments: arguments).run()
        #expect(result.exitStatus == status)
        #expect(result.stderrText.hasPrefix("formpost: (\(status)) "))
        #expect(result.stderrText.contains(error), "\(result.stderrText)")
    }
}
