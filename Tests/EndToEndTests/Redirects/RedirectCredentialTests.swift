import TestSupport
import Testing

/// Credentials are for the host, port and scheme that the user named.
@Suite(.serialized, .comparesWithCurl)
struct RedirectCredentialTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var options: [String]
        /// The line that must not go to others.
        var secret: String

        var testDescription: String { options.joined(separator: " ") }
        var isForAnyPort: Bool { ["-b", "--netrc-file"].contains(options[0]) }
        /// Whether curl does not know that it is a secret.
        var isOrdinaryToCurl: Bool { options[1].hasPrefix("Authentication:") }
    }

    private static let rows = [
        Row(options: ["-u", "me:pw"], secret: "Authorization: Basic bWU6cHc="),
        Row(options: ["--oauth2-bearer", "token"], secret: "Authorization: Bearer token"),
        Row(options: ["-H", "Authorization: x"], secret: "Authorization: x"),
        Row(options: ["-H", "cookie: a=b"], secret: "cookie: a=b"),
        Row(options: ["-H", "Authentication: x"], secret: "Authentication: x"),
        Row(options: ["-b", "a=b"], secret: "Cookie: a=b"),
        Row(options: ["--netrc-file", "netrc"], secret: "Authorization: Basic aG9tZTpwdw=="),
    ]

    /// `isCurls`: whether curl says the same. It sends what `-b` says to anyone, and what a netrc
    /// file says of a host to all its ports.
    private func journey(
        _ row: Row, _ url: @Sendable (Journey.Map) -> String, _ options: [String] = [],
        isCurls: Bool = true
    ) async throws -> [Transcript] {
        let directory = try TemporaryDirectory()
        try directory.file("netrc", "machine 127.0.0.1 login home password pw\n")
        let both = try await Journey.both(
            { ["-sS", "-L"] + options + row.options + ["-F", "a=b", url($0)] },
            { $0.workingDirectory = directory.path })
        #expect(both.formpost.result.outcome == Outcome(0, stdout: "done\n"))
        let ours = try both.formpost.transcript
        if isCurls { #expect(ours == (try both.curl.transcript)) }
        #expect(ours[0].headers.contains(row.secret), "\(ours[0])")
        return ours
    }

    @Test(arguments: rows)
    func staysAtHome(row: Row) async throws {
        let ours = try await journey(row, { $0.redirect(307, "/x") })
        #expect(ours.map { $0.headers.contains(row.secret) } == [true, true])
    }

    @Test(arguments: rows)
    func goesToNoOtherPort(row: Row) async throws {
        let ours = try await journey(
            row, { $0.redirect(307, $0.other.url("/x")) },
            isCurls: !row.isForAnyPort && !row.isOrdinaryToCurl)
        #expect(ours.map { $0.headers.contains(row.secret) } == [true, false])
        #expect(ours[1].own == [])
    }

    @Test(arguments: rows)
    func goesToNoOtherHost(row: Row) async throws {
        let ours = try await journey(
            row, { $0.redirect(307, "http://localhost:\($0.home.port)/x") },
            ["--connect-to", "localhost::127.0.0.1:"],
            isCurls: !row.options.contains("-b") && !row.isOrdinaryToCurl)
        #expect(ours.map { $0.headers.contains(row.secret) } == [true, false])
        #expect(ours[1].own == [])
    }

    /// A difference: curl has dropped the login of `-u` by then.
    @Test(arguments: rows)
    func isThereAgainBackHome(row: Row) async throws {
        let ours = try await journey(
            row, { $0.redirect(307, $0.other.url("/307?" + $0.home.url("/x"))) }, isCurls: false)
        #expect(ours.map(\.server) == ["home", "home", "other"])
        #expect(ours.map { $0.headers.contains(row.secret) } == [true, true, false])
    }

    @Test(arguments: rows)
    func goesWhereItIsTrusted(row: Row) async throws {
        let ours = try await journey(
            row, { $0.redirect(307, $0.other.url("/x")) }, ["--location-trusted"])
        #expect(ours.map { $0.headers.contains(row.secret) } == [true, true])
    }

    /// A login in the URL is treated like `-u`.
    @Test(arguments: [["/x"], ["home"], ["other"]])
    func keepsThoseOfTheURL(location: [String]) async throws {
        let both = try await Journey.both { map in
            let target =
                [
                    "home": map.home.url("/x"), "other": map.other.url("/x"),
                ][location[0]] ?? location[0]
            return [
                "-sS", "-L", "-F", "a=b",
                map.redirect(307, target).replacing(
                    "http://", with: "http://me:pw@", maxReplacements: 1),
            ]
        }
        let ours = try both.formpost.transcript
        #expect(ours.map { $0.has("Authorization") } == [true, location != ["other"]])
        #expect(ours == (try both.curl.transcript))
    }

    /// A login that a `Location` names: it is the server's, and so are those who get it. As in curl, but
    /// elsewhere only in new ones; 7.88 and 8.6 drop it.
    @Test(arguments: [
        ("home", [String](), true), ("other", [], false), ("other", ["--location-trusted"], true),
    ])
    func takesThoseOfALocation(target: String, options: [String], isCurls: Bool) async throws {
        let both = try await Journey.both { map in
            let url = target == "home" ? map.home.url("/x#y") : map.other.url("/x#y")
            let location = url.replacing("http://", with: "http://me:pw@")
            return ["-sS", "-L", "-F", "a=b"] + options + [map.redirect(307, location)]
        }
        let ours = try both.formpost.transcript
        let line = "Authorization: Basic bWU6cHc="
        #expect(ours.map { $0.headers.contains(line) } == [false, true])
        if isCurls { #expect(ours == (try both.curl.transcript)) }
    }

    /// A `Host` of the user's is the first host's.
    @Test(arguments: [[], ["--location-trusted"]])
    func tellsAnotherHostItsOwnName(options: [String]) async throws {
        let both = try await Journey.both {
            ["-sS", "-L", "-H", "Host: mine.example", "-F", "a=b"] + options
                + [$0.redirect(307, "http://localhost:\($0.home.port)/x")]
                + ["--connect-to", "localhost::127.0.0.1:"]
        }
        let ours = try both.formpost.transcript
        #expect(ours.map { $0.headers.contains("Host: mine.example") } == [true, false])
        #expect(ours == (try both.curl.transcript))
    }

    /// Cookies of a server are sent to the hosts they are for.
    @Test func carriesCookies() async throws {
        let directory = try TemporaryDirectory()
        try directory.file("jar", "")
        let answer: @Sendable (RecordedRequest) -> Answer = { request in
            request.number == 1
                ? .respond(307, headers: ["Location": "/x", "Set-Cookie": "id=1; Path=/"])
                : .respond()
        }
        for options in [["-b", "jar"], ["-c", "jar"], []] {
            var cookies: [[String?]] = []
            for program in [Command.formpost, Command.curl] {
                let server = try LoopbackServer(answer: answer)
                _ = try await program(["-sS", "-L", "-F", "a=b"] + options + [server.url])
                    .with { $0.workingDirectory = directory.path }.run()
                cookies.append(server.requests.map { $0.header("Cookie") })
            }
            #expect(cookies[0] == [nil, options.isEmpty ? nil : "id=1"])
            #expect(cookies[0] == cookies[1])
        }
    }
}
