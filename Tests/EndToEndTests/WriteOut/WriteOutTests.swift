import TestSupport
import Testing

/// The variables of `-w`, equal to curl's except for times.
@Suite(.serialized)
struct WriteOutTests {
    /// Variables that do not depend on the boundary, the clock or a port.
    private static let settled = [
        "content_type", "http_code", "http_connect", "http_version", "local_ip", "method",
        "num_certs", "num_connects", "num_headers", "num_redirects", "proxy_ssl_verify_result",
        "redirect_url", "referer", "remote_ip", "remote_port", "response_code", "scheme",
        "size_download", "size_header", "ssl_verify_result", "time_appconnect", "url",
        "url_effective", "urlnum", "filename_effective",
    ]

    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var options: [String] = []
        var target = "/"
        var answers: [Answer]
        /// Variables that differ.
        var hidden: [String] = []
        /// The exit status of curl; formpost's is 22 if the status is not a success.
        var exit: Int32 = 0
        var ours: Int32?

        var testDescription: String { name }
    }

    private static let moved = Answer.respond(
        307, headers: ["Location": "x?a=b", "Connection": "close"], body: "moved")
    private static let ok = Answer.respond(
        headers: ["Content-Type": "text/plain; charset=x", "X-A": "1", "x-a": "2"], body: "body")

    /// Variables that only libcurl knows, if it was not waited for.
    private static let unwaited = [
        "local_ip", "remote_ip", "remote_port", "num_connects", "scheme",
    ]

    private static let rows = [
        Row(name: "success", answers: [ok]),
        Row(name: "no body", answers: [.respond(204)]),
        Row(name: "target", target: "/a/b?c=%20#d", answers: [ok]),
        Row(name: "method, referer", options: ["-X", "PUT", "-e", "http://x/y"], answers: [ok]),
        Row(name: "file", options: ["-o", "/dev/null"], answers: [ok]),
        Row(name: "404", answers: [.respond(404, body: "no")], ours: 22),
        Row(
            name: "404 -f", options: ["-f", "-o", "/dev/null"],
            answers: [.respond(404, body: "no")], hidden: ["size_download"], exit: 22),
        Row(name: "redirect", target: "/d/e", answers: [moved], ours: 22),
        Row(name: "redirects", options: ["-L"], target: "/d/e", answers: [moved, moved, ok]),
        Row(
            name: "too many redirects", options: ["-L", "--max-redirs", "1", "-o", "/dev/null"],
            answers: [moved], hidden: ["redirect_url", "size_download", "num_headers"], exit: 47),
        Row(
            name: "redirect to GET", options: ["-L"],
            answers: [
                .respond(303, headers: ["Location": "/g", "Connection": "close"]), ok,
            ]),
        Row(
            name: "informational",
            answers: [.raw("HTTP/1.1 103 E\r\nA: b\r\n\r\nHTTP/1.1 200 OK\r\nC: d\r\n\r\nok")]),
        Row(
            name: "chunked",
            answers: [
                .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n")
            ]),
        Row(name: "HTTP/1.0", answers: [.raw("HTTP/1.0 200 OK\r\n\r\nok")]),
        Row(name: "nothing", answers: [.raw("")], exit: 52),
        Row(
            name: "cut short", answers: [.raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab")],
            exit: 18),
        Row(
            name: "too large", options: ["--max-filesize", "3", "-o", "/dev/null"],
            answers: [ok], exit: 63),
        Row(
            name: "timed out in the body", options: ["-o", "/dev/null"],
            answers: [
                [
                    .readBody,
                    .send("HTTP/1.1 200 OK\r\nContent-Type: a/b\r\nContent-Length: 9\r\n\r\nabc"),
                    .drain,
                ]
            ], hidden: unwaited + ["size_header"], exit: 28),
        Row(
            name: "timed out", answers: [.silence],
            hidden: unwaited, exit: 28),
    ]

    @Test(.comparesWithCurl, arguments: rows)
    func sayTheSameAsInCurl(row: Row) async throws {
        let names = Self.settled.filter { !row.hidden.contains($0) }
        let format = names.map { "\($0)=%{\($0)}\\n" }.joined()
        let named = { (side: SideBySide.Side) in
            side.result.stdoutText.replacing("\(side.server.port)", with: "PORT")
        }
        let (_, both) = try await withLongerLimits(row.exit == 28 ? [2, 10, 40] : [60]) { limit in
            try await SideBySide(
                ["-sS", "-F", "a=b", "-w", format, "-m", limit] + row.options, target: row.target,
                answers: row.answers)
        } until: {
            named($0.formpost) == named($0.curl)
        }
        let (ours, curls) = (both.formpost.result, both.curl.result)
        #expect(curls.exitStatus == row.exit, "\(curls)")
        #expect(ours.exitStatus == row.ours ?? row.exit, "\(ours)")
        #expect(named(both.formpost) == named(both.curl))
        #expect(ours.stdoutText.contains("time_appconnect=0.000000\n"))
    }

    /// Variables that differ, compared with the server's record.
    @Test func countWhatTheServerSaw() async throws {
        let server = try LoopbackServer(Self.moved, Self.ok)
        let result = try await Command.formpost(
            "-s", "-L", "-o", "/dev/null", "-F", "a=b", "-w",
            "%{size_upload} %{size_request} %{local_port} %{exitcode} [%{errormsg}] [%{certs}]",
            server.url
        ).run()
        let requests = try await server.requests(2)
        // As in curl: the body of the last request, and the bytes of all of them before it.
        let heads = requests.map(\.head.count).reduce(0, +)
        let words = result.stdoutText.split(separator: " ").map(String.init)
        #expect(words.count == 6, "\(result)")
        #expect(words.first == "\(requests[1].body.count)")
        #expect(Int(words[1]).map { $0 >= heads } == true, "\(words) \(heads)")
        #expect(Int(words[2]).map { (1...65535).contains($0) } == true)
        #expect(words[3...] == ["0", "[]", "[]"])
    }

    /// Times in seconds with six digits, in the order in which things happen.
    @Test(arguments: [[], ["-L"]])
    func timesAreInOrder(options: [String]) async throws {
        let names = [
            "namelookup", "connect", "pretransfer", "starttransfer", "total",
        ]
        let format = (names + ["redirect"]).map { "%{time_\($0)} " }.joined()
        let server = try LoopbackServer(
            script: .answers(options.isEmpty ? [Self.ok] : [Self.moved, Self.ok]))
        let result = try await Command.formpost(
            arguments: options + ["-s", "-o", "/dev/null", "-F", "a=b", "-w", format, server.url]
        ).run()
        let words = result.stdoutText.split(separator: " ").map(String.init)
        #expect(words.allSatisfy { $0.wholeMatch(of: #/\d+\.\d{6}/#) != nil }, "\(words)")
        let times = words.compactMap(Double.init)
        #expect(times.count == 6)
        #expect(times.prefix(5).sorted() == Array(times.prefix(5)), "\(words)")
        #expect((times[0] > 0, times[4] > times[5]) == (true, true), "\(words)")
        #expect((times[5] > 0) == !options.isEmpty)
        if times[5] > 0 { #expect(times[0] >= times[5]) }
    }

    @Test func speedsAreBytesPerSecond() async throws {
        let server = try LoopbackServer(.respond(body: String(repeating: "x", count: 100_000)))
        let result = try await Command.formpost(
            "-s", "-o", "/dev/null", "-F", "a=b", "-w",
            "%{size_upload} %{size_download} %{speed_upload} %{speed_download} %{time_total}",
            server.url
        ).run()
        let numbers = result.stdoutText.split(separator: " ").compactMap { Double($0) }
        #expect(numbers.count == 5)
        #expect(numbers[1] == 100_000)
        for (size, speed) in [(numbers[0], numbers[2]), (numbers[1], numbers[3])] {
            #expect(abs(speed - size / numbers[4]) <= 1, "\(numbers)")
            #expect(speed.rounded() == speed)
        }
    }

    /// The last response, though another request was not answered; where a chain ended.
    @Test(
        .comparesWithCurl, arguments: [["-L", "--max-redirs", "1"], ["-L", "--max-redirs", "3"]])
    func aBrokenChain(options: [String]) async throws {
        let format = "%{http_code} %{num_redirects} %{redirect_url} %{exitcode}"
        let sides = try await SideBySide(
            options + ["-s", "-o", "/dev/null", "-F", "a=b", "-w", format],
            answers: [
                .respond(307, headers: ["Location": "/x"]),
                .respond(308, headers: ["Location": "http://127.0.0.1:1/y"]),
            ])
        #expect(sides.formpost.result.exitStatus == (options.last == "1" ? 47 : 7))
        #expect(sides.formpost.result.stdoutText.hasPrefix("308 "))
        #expect(sides.formpost.result.stdoutText == sides.curl.result.stdoutText)
    }

    /// curl 7.88 has no `num_retries`.
    @Test func countRetries() async throws {
        let server = try LoopbackServer(
            .respond(503), Self.moved, .respond(503), Self.moved, Self.ok)
        let result = try await Command.formpost(
            "-s", "-L", "--retry", "5", "--retry-delay", "0.01", "-o", "/dev/null", "-F", "a=b",
            "-w", "%{num_retries} %{num_redirects} %{http_code} %{num_connects}", server.url
        ).run()
        #expect(result.outcome == Outcome(0, stdout: "2 1 200 1"))
    }

    /// Before anything was sent, as in curl: a script can always ask for the status.
    @Test(.comparesWithCurl) func arePrintedForAMissingFile() async throws {
        let format = "%{http_code} %{exitcode} %{num_connects} %{size_upload} %{url} %{time_total}"
        for (program, isCurl) in [(Command.formpost, false), (Command.curl, true)] {
            let result = try await program(
                ["-sS", "-F", "a=@/missing", "-w", format, "http://127.0.0.1:1/x"]
            ).run()
            #expect(result.exitStatus == 26)
            #expect(result.stdoutText == "000 26 0 0 http://127.0.0.1:1/x 0.000000")
            if !isCurl {
                let text = "formpost: (26) cannot read /missing: No such file or directory\n"
                #expect(result.stderrText == text)
            }
        }
    }

    /// As in curl, neither for a wrong command line nor where nothing was to be sent.
    @Test(.comparesWithCurl, arguments: [["-F", "nonsense"], ["-F", "a=b", "--nonsense"], []])
    func areNotPrintedForAWrongCommandLine(arguments: [String]) async throws {
        for program in [Command.formpost, Command.curl] {
            let result = try await program(["-w", "%{http_code}"] + arguments + ["--", "x:1"]).run()
            if program([]).path == Command.curl().path, arguments.isEmpty { continue }
            #expect(result.exitStatus == 2, "\(result)")
            #expect(result.stdout == [])
        }
    }

    /// The proxy's answer to CONNECT.
    @Test(.comparesWithCurl, arguments: [200, 407])
    func knowTheAnswerOfAProxy(status: Int) async throws {
        var texts: [String] = []
        for program in [Command.formpost, Command.curl] {
            let proxy = try LoopbackServer(
                .respond(status, headers: ["Proxy": "yes"]), .respond(201, body: "ok"))
            let result = try await program([
                "-s", "-p", "-x", proxy.url, "-F", "a=b", "-w",
                "%{http_connect} %{http_code} %{exitcode} %{size_header} %{url_effective}",
                "http://host.invalid/x",
            ]).run()
            texts.append(result.stdoutText)
        }
        #expect(texts[0] == texts[1])
        #expect(texts[0].contains("\(status) \(status == 200 ? "201 0" : "000 56") "), "\(texts)")
    }

    /// The exit status is that of the first failure, even if `-w` fails, too.
    @Test(arguments: [(200, Int32(23)), (404, 22)])
    func failWithTheFirstFailure(status: Int, exit: Int32) async throws {
        let server = try LoopbackServer(.respond(status))
        let result = try await Command.formpost(
            "-sS", "-F", "a=b", "-w", "%output{/dev/full}x", server.url
        ).run()
        let full = "formpost: (23) cannot write /dev/full: No space left on device\n"
        let missing = "formpost: (22) the server answered 404 Not Found\n"
        #expect(result.outcome == Outcome(exit, stderr: (status == 404 ? missing : "") + full))
    }
}
