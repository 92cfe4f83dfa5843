import TestSupport
import Testing

/// A form is not lost on the way: it is sent again, or it is said that it is not.
@Suite(.serialized)
struct RedirectFormTests {
    /// Another name of the same place, where curl sends a GET.
    @Test(
        arguments: [
            (301, "/up", "/up/", []), (302, "/up/", "/up", []), (301, "/up?a=b", "/up/?a=b", []),
            (302, "/up", "http://LOCALHOST:HOME/up", []),
            (301, "/up", "http://www.localhost:HOME/up/", []), (301, "/up", "/up/", ["-X", "PUT"]),
        ] as [(Int, String, String, [String])])
    func isSentAgain(status: Int, from: String, to: String, options: [String]) async throws {
        var lines: [[String]] = []
        for program in ReferenceCurl.programs {
            let port = Monitor(0)
            let server = try LoopbackServer { request in
                let target = to.replacing("HOME", with: "\(port.withState { $0 })")
                return request.number == 1
                    ? .respond(status, headers: ["Location": target]) : .respond(body: "done\n")
            }
            port.withState { $0 = server.port }
            let connect = ["localhost", "www.localhost"].flatMap {
                ["--connect-to", "\($0)::127.0.0.1:"]
            }
            let result = try await program(
                ["-sS", "-L", "-F", "a=b"] + options + connect
                    + [server.url(from, host: "localhost")]
            ).run()
            #expect(result.outcome == Outcome(0, stdout: "done\n"))
            let requests = try await server.requests(2)
            lines.append(requests.map { "\($0.method) \($0.target) \($0.body.count > 0)" })
            if program([]).path == Command.formpost().path {
                #expect(requests[1].body.bytes == requests[0].body.bytes)
            }
        }
        let method = options.last ?? "POST"
        let target =
            to.hasPrefix("/") ? to : String(to.dropFirst("http://".count).drop { $0 != "/" })
        #expect(lines[0] == ["\(method) \(from) true", "\(method) \(target) true"])
        guard ReferenceCurl.isComparable else { return }
        let curls = options.isEmpty ? "GET" : method
        #expect(lines[1] == ["\(method) \(from) true", "\(curls) \(target) false"])
    }

    /// To TLS, where the port changes with the scheme; the login stays behind, and it is said.
    @Test(
        .enabled(if: TLSOptions.isAvailable, "libssl.so.3 is not installed"), arguments: [301, 302])
    func isSentAgainByTLS(status: Int) async throws {
        let secure = try LoopbackServer(.respond(body: "done\n"), tls: TLSOptions())
        let server = try LoopbackServer(
            .respond(status, headers: ["Location": secure.url("/up/")]))
        let result = try await Command.formpost(
            "-k", "-L", "-u", "me:pw", "-F", "a=b", server.url("/up")
        ).run()
        let said =
            "formpost: Authorization not sent to https://127.0.0.1:\(secure.port) "
            + "(write it in the URL, or use --location-trusted)\nHTTP/1.1 200 OK from \(secure.url("/up/"))\n"
        #expect(result.outcome == Outcome(0, stdout: "done\n", stderr: said))
        let (first, second) = (try await server.request(), try await secure.request())
        #expect(second.method == "POST" && second.body.bytes == first.body.bytes)
        #expect(second.header("Authorization") == nil)
    }

    private static let dropped: [(Int, String, [String], String)] = [
        (302, "/result", [], "302 from /302?/result: continuing with GET /result"),
        (303, "/result", [], "303 from /303?/result: continuing with GET /result"),
        (303, "/303/", [], "303 from /303?/303/: continuing with GET /303/"),
        (303, "/x", ["-X", "PUT"], "303 from /303?/x: continuing with GET /x"),
        (302, "/x?sig=s", [], "302 from /302?/x?sig=[masked]: continuing with GET /x?sig=[masked]"),
        (
            302, "//h.invalid/", [],
            "302 from /302?//h.invalid/: continuing with GET http://h.invalid/"
        ),
    ]

    @Test(arguments: dropped)
    func isSaidToBeLeftOut(
        status: Int, location: String, options: [String], line: String
    ) async throws {
        for (loudness, prefix) in [([], "formpost: "), (["-v"], "* "), (["-s"], nil)] {
            let server = try LoopbackServer { request in
                request.number == 1
                    ? .respond(status, headers: ["Location": location]) : .respond(body: "done\n")
            }
            let result = try await Command.formpost(
                arguments: loudness + options + [
                    "-L", "-F", "a=b", "--connect-to", "h.invalid:80:127.0.0.1:\(server.port)",
                    server.url("/\(status)?\(location)"),
                ]
            ).run()
            #expect(result.exitStatus == 0 && result.stdoutText == "done\n", "\(result)")
            let said = result.stderrText.split(separator: "\n").filter {
                $0.contains("continuing")
            }
            #expect(said == (prefix.map { ["\($0)\(line), without the form"] } ?? []), "\(result)")
            #expect(server.requests.map { $0.body.count > 0 } == [true, false])
        }
    }

    /// Said once, and not of what was left out before.
    @Test func isLeftOutOnce() async throws {
        let journey = try await Journey(
            Command.formpost, { ["-L", "-F", "a=b", $0.redirect(302, "/301?/303?/x")] })
        let said =
            "formpost: 302 from /302?/301?/303?/x: continuing with GET /301?/303?/x, without the "
            + "form\nHTTP/1.1 200 OK from \(journey.home.url("/x"))\n"
        #expect(journey.result.outcome == Outcome(0, stdout: "done\n", stderr: said))
        #expect(journey.home.requests.map(\.method) == ["POST", "GET", "GET", "GET"])
    }

    /// A form that has moved for good was not taken: nothing more is sent, and the response is shown
    /// as that of any failure.
    @Test(
        arguments: [
            ([], "redirect of 301\n", Int32(22)), (["-f"], "", 22),
            (["--post302", "--post303"], "redirect of 301\n", 22),
            (["-X", "POST"], "redirect of 301\n", 22),
            (["--no-fail"], "redirect of 301\n", 0),
            (["--expect-status", "301"], "redirect of 301\n", 0),
        ] as [([String], String, Int32)])
    func isNotLostByA301(options: [String], stdout: String, exit: Int32) async throws {
        let journey = try await Journey(
            Command.formpost,
            { ["-sS", "-L"] + options + ["-F", "a=b", $0.redirect(301, "/elsewhere")] })
        let text =
            "formpost: (22) the server answered 301 Moved Permanently: moved to "
            + "\(journey.home.url("/elsewhere")): upload there, or use --post301\n"
        #expect(
            journey.result.outcome
                == Outcome(exit, stdout: stdout, stderr: exit == 0 ? "" : text))
        #expect(journey.home.requests.count == 1)
    }

    @Test(.comparesWithCurl, arguments: [301, 302, 303])
    func goesWhereItIsTold(status: Int) async throws {
        let both = try await Journey.both {
            [
                "-sS", "-L", "--post\(status)", "-F", "a=b",
                $0.redirect(status, $0.other.url("/elsewhere")),
            ]
        }
        #expect(both.formpost.result.outcome == Outcome(0, stdout: "done\n"))
        let ours = try both.formpost.transcript
        #expect(
            ours.map(\.request) == [
                "POST /\(status)?http://127.0.0.1:OTHER/elsewhere", "POST /elsewhere",
            ])
        #expect(ours[0].body == ours[1].body)
        #expect(ours == (try both.curl.transcript))
    }
}
