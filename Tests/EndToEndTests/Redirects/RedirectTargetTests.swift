import TestSupport
import Testing

/// The targets of `Location`, in all notations.
@Suite(.serialized)
struct RedirectTargetTests {
    private static let locations: [any RawBytes] = [
        "/x", "x", "./x", "../x", "../../x/../y", "?q=1", "#f", "/x#f", "/x?y#f", "", " ", "  /x  ",
        "/a b", "/a\tb", "/caf\u{E9}", "/?q=caf\u{E9} x", Array("/".utf8) + [0xFF], "/%ff%00%zz",
        "//127.0.0.1:HOME/x", "http://127.0.0.1:HOME/x", "HTTP://127.0.0.1:HOME/x",
        "http://127.0.0.1:HOME", "http://127.0.0.1:HOME?q", "http:/x", "http:x",
        "http://user:pass@127.0.0.1:HOME/x", "127.0.0.1:HOME/x", "/x;y=1&z", "/\"<>{}|^`", "//",
        "http://", "http:///x", "http://[::1/x", "http://127.0.0.1:99999/x", "://x", ":", "/x\\y",
        "http://127.0.0.1:HOME\\@x/", "ftp://127.0.0.1/x", "file:///etc/passwd", "mailto:a@b",
        "javascript:alert(1)", "//%00", "//%25", "gopher://127.0.0.1:HOME/x", "a:b",
        "/" + String(repeating: "x", count: 90_000), "http://\u{FF11}27.0.0.1:HOME/x",
    ]

    /// As curl: the same requests, the same exit status; but 22 for a 3xx that leads nowhere, and 1
    /// for the other protocols that curl speaks.
    @Test(.comparesWithCurl, arguments: Exhaustive.rows(locations.indices))
    func followsAsCurl(index: Int) async throws {
        let location = Self.locations[index].rawBytes
        var ends: [(lines: [String], exit: Int32?, stdout: String)] = []
        for program in [Command.formpost, Command.curl] {
            let port = Monitor(0)
            let server = try LoopbackServer { request in
                guard request.number == 1 else { return .respond(body: "done\n") }
                let named = String(decoding: location, as: UTF8.self).contains("HOME")
                let target =
                    named
                    ? Array(
                        String(decoding: location, as: UTF8.self)
                            .replacing("HOME", with: "\(port.withState { $0 })").utf8)
                    : location
                return .raw(
                    Array("HTTP/1.1 302 Found\r\nLocation: ".utf8) + target
                        + Array("\r\nContent-Length: 3\r\n\r\nno\n".utf8))
            }
            port.withState { $0 = server.port }
            let result = try await program(["-sS", "-L", "-F", "a=b", server.url("/dir/sub?p")])
                // curl reads hosts that are not ASCII by the locale.
                .with { $0.environment["LC_ALL"] = "C.UTF-8" }.run()
            ends.append(
                (
                    try server.requests.map {
                        let transcript = try Transcript($0)
                        return transcript.request + " " + transcript.own.joined()
                    }, result.exitStatus, result.stdoutText
                ))
            #expect(!result.timedOut)
            #expect(result.leftovers == [])
        }
        #expect(ends[0].lines == ends[1].lines, "\(ends)")
        #expect(ends[0].stdout == ends[1].stdout)
        #expect(
            ends[0].exit
                == ([0: ends[1].stdout == "no\n" ? 22 : 0, 7: 1, 37: 1][ends[1].exit ?? -1]
                    ?? ends[1].exit),
            "\(ends)")
    }

    /// The first that is not empty counts, as in curl.
    @Test(.comparesWithCurl) func takesTheLocationThatCurlTakes() async throws {
        for heads in [["/a", "/b"], ["", "/b"], ["/a", ""], ["/a", "/a"]] {
            let lines = heads.map { "Location: \($0)\r\n" }.joined()
            let both = try await SideBySide(
                ["-sS", "-L", "-F", "a=b"],
                answers: [
                    .raw("HTTP/1.1 302 Found\r\n\(lines)Content-Length: 0\r\n\r\n"), .respond(),
                ])
            #expect(
                both.formpost.server.requests.map(\.target)
                    == both.curl.server.requests.map(\.target))
            #expect(both.formpost.server.requests.count == 2)
        }
    }

    @Test(.comparesWithCurl) func keepsDotsWithPathAsIs() async throws {
        for options in [["--path-as-is"], []] {
            let both = try await Journey.both {
                ["-sS", "-L", "-F", "a=b"] + options + [$0.redirect(307, "/a/../b/./c")]
            }
            let targets = both.formpost.home.requests.map(\.target)
            #expect(targets.last == (options.isEmpty ? "/b/c" : "/a/../b/./c"))
            #expect(targets == both.curl.home.requests.map(\.target))
        }
    }

    // MARK: Protocols

    @Test(arguments: ["ftp://127.0.0.1/x", "file:///etc/passwd", "gopher://127.0.0.1/"])
    func refusesOtherProtocols(url: String) async throws {
        let journey = try await Journey(
            Command.formpost,
            {
                ["-sS", "-L", "-F", "a=b", $0.redirect(302, url)]
            })
        #expect(
            journey.result.outcome
                == Outcome(
                    1,
                    stderr:
                        "formpost: (1) the redirect to \(url) is not followed: formpost has only "
                        + "http and https\n"))
    }

    @Test(
        .comparesWithCurl,
        arguments: [
            (["--proto-redir", "=https"], Int32(1)), (["--proto-redir", "-http"], 1),
            (["--proto-redir", "-all,http"], 0), (["--proto-redir", "=http"], 0),
            (["--proto", "=https"], 1), (["--proto", "-http"], 1), (["--proto", "=http"], 0),
            (["--proto", "=ftp"], 1), (["--proto-redir", "=ftp"], 1),
        ] as [([String], Int32)])
    func usesTheNamedProtocols(options: [String], exit: Int32) async throws {
        let both = try await Journey.both {
            ["-sS", "-L"] + options + ["-F", "a=b", $0.redirect(302, "/x")]
        }
        #expect(both.formpost.result.exitStatus == exit, "\(both.formpost.result)")
        #expect(both.curl.result.exitStatus == exit, "\(both.curl.result)")
        #expect(try both.formpost.transcript == both.curl.transcript)
    }

    /// To https where it is allowed, and nowhere where `--proto` is not it.
    @Test(
        .comparesWithCurl, .enabled(if: TLSOptions.isAvailable, "libssl.so.3 is not installed"),
        arguments: [
            ([], Int32(0)), (["--proto-redir", "=http"], 1), (["--proto", "=http"], 1),
            (["--proto-redir", "=https"], 0), (["--proto", "=http,https"], 0),
        ] as [([String], Int32)])
    func followsToHTTPS(options: [String], exit: Int32) async throws {
        let both = try await Journey.both(
            {
                ["-sSk", "-L", "-u", "me:pw", "-H", "Cookie: c=d"] + options
                    + ["-F", "a=b", $0.redirect(307, $0.other.url("/x"))]
            }, tls: TLSOptions())
        #expect(both.formpost.result.exitStatus == exit, "\(both.formpost.result)")
        #expect(both.curl.result.exitStatus == exit, "\(both.curl.result)")
        let ours = try both.formpost.transcript
        #expect(ours.count == (exit == 0 ? 2 : 1))
        #expect(ours == (try both.curl.transcript))
        #expect(ours[0].has("Authorization") && ours[0].has("Cookie"))
        if exit == 0 { #expect(ours[1].own == []) }
    }
}
