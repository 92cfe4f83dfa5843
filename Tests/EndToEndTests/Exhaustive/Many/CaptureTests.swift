import Foundation
import TestSupport
import Testing

/// `--capture`: values of one response in the requests after it.
@Suite(.serialized)
struct CaptureTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func formpost(
        _ arguments: [String], input: String? = nil
    ) async throws -> CommandResult {
        try await Command.formpost(arguments: arguments).with {
            $0.workingDirectory = directory.path
            if let input { $0.stdin = .bytes(input) }
        }.run()
    }

    private let page = "<meta name='m' content='M+/='><input value=\"I&amp;1\" name=i>"

    @Test func eachSource() async throws {
        let server = try LoopbackServer(
            .respond(headers: ["Set-Cookie": "c=C1; Path=/", "X-Token": "H1"], body: page),
            .respond(body: #"{"a":[{"id":7}]}"#), .respond(body: "done"))
        let result = try await formpost([
            "-s", "-b", "", "-X", "GET", "--capture", "i=input:i", "--capture=m=meta:m",
            "--capture",
            "c=cookie:c", "--capture", "h=header:x-token", server.url("/1"), "--next", "-o",
            "/dev/null", "--capture", "id=json:/a/0/id", "--expand-header", "X-Token: {{h}}",
            "--expand-data", "{{i:url}}", "--expand-url", server.url("/{{m:url}}?c={{c}}"),
            "--next",
            "--expand-form-string", "id={{id}}", "--expand-form", "i={{i}};type=text/x",
            server.url("/3"),
        ])
        // The body of a response with captures is printed as always.
        #expect(result.outcome == Outcome(0, stdout: page + "done"))
        let requests = try await server.requests(3)
        #expect(requests.map(\.target) == ["/1", "/M%2B%2F%3D?c=C1", "/3"])
        #expect(requests.map { $0.header("Cookie") } == [nil, "c=C1", "c=C1"])
        #expect(requests[1].header("X-Token") == "H1")
        #expect(requests[1].body.text == "I%261")
        let form = try requests[2].form()
        #expect(form.parts.map(\.bodyText) == ["7", "I&1"])
        #expect(form.parts[1].contentType == "text/x")
    }

    /// Cookies of redirects count; the head and the page are those of the last response.
    @Test func afterRedirects() async throws {
        let server = try LoopbackServer(
            .respond(
                302, headers: ["Location": "/b", "Set-Cookie": "c=first", "X-Token": "no"],
                body: "<input name=i value=no>"),
            .respond(
                headers: ["Set-Cookie": "d=2", "X-Token": "H2"], body: "<input name=i value=I2>"),
            .respond())
        let result = try await formpost([
            "-sS", "-L", "-o", "/dev/null", "-d", "a", "--capture", "c=cookie:c", "--capture",
            "h=header:X-Token", "--capture", "i=input:i", server.url("/a"), "--next",
            "--expand-data",
            "{{c}} {{h}} {{i}}", server.url("/c"),
        ])
        #expect(result.outcome == Outcome(0))
        #expect(try await server.requests(3).last?.body.text == "first H2 I2")
    }

    /// A token that a later response changes.
    @Test func theLastResponseCounts() async throws {
        let server = try LoopbackServer { request in
            .respond(headers: ["X-Token": "\(request.number)"])
        }
        let capture = ["--capture", "t=header:X-Token", "-d", "a"]
        let use = ["--expand-header", "T: {{t}}"]
        let result = try await formpost(
            ["-sS"] + capture + [server.url("/1"), server.url("/2"), "--next"] + use + capture
                + [server.url("/3"), "--next", "-d", "a", server.url("/4"), "--next"] + use
                + ["-d", "a", server.url("/5"), server.url("/6")])
        #expect(result.outcome == Outcome(0))
        let tokens = try await server.requests(6).map { $0.header("T") }
        #expect(tokens == [nil, nil, "2", nil, "3", "3"])
    }

    /// The URL of the next request, and a pipe, which is read once.
    @Test func anAddress() async throws {
        let upload = try LoopbackServer(.respond(body: "stored"))
        let server = try LoopbackServer(
            .respond(body: "{\"url\":\"\(upload.url("/{a,b}[1-2]?x"))\"}"))
        let result = try await formpost(
            [
                "-s", "-X", "GET", "-o", "/dev/null", "--capture", "url=json:/url", server.url,
                "--next", "-F", "file=@-;filename=a.tgz", "--expand-url", "{{url}}",
            ], input: "archive")
        #expect(result.outcome == Outcome(0, stdout: "stored"))
        let request = try await upload.request()
        #expect(request.target == "/{a,b}[1-2]?x")
        #expect(try request.form().part("file")?.bodyText == "archive")
        #expect(request.header("Content-Length") != nil)
        #expect(upload.requests.count == 1)
    }

    /// A login before many uploads, each with the token; a second call skips what is noted.
    @Test func beforeMany() async throws {
        for name in ["a", "b", "c"] { try directory.file(name, "content \(name)") }
        let server = try LoopbackServer { request in
            .respond(headers: ["X-Token": "T\(request.number)"])
        }
        let arguments = [
            "-sS", "--journal", "journal", "-d", "login", "--capture", "t=header:X-Token",
            server.url("/login"), "--next", "--each", "f=@[abc]", "--expand-header", "T: {{t}}",
            "--expand-form-string", "n={{index}}{{each}}{{t}}", server.url("/up"),
        ]
        #expect(try await formpost(arguments).outcome == Outcome(0))
        try directory.file("b", "other content")
        #expect(try await formpost(arguments).outcome == Outcome(0))
        let requests = try await server.requests(6)
        #expect(requests.map(\.target) == ["/login", "/up", "/up", "/up", "/login", "/up"])
        #expect(requests.map { $0.header("T") } == [nil, "T1", "T1", "T1", nil, "T5"])
        let names = try requests.filter { $0.target == "/up" }.map {
            try $0.form().part("n")?.bodyText
        }
        #expect(names == ["1aT1", "2bT1", "3cT1", "2bT5"])
    }

    /// With retries only the last attempt counts.
    @Test func afterARetry() async throws {
        let server = try LoopbackServer(
            .respond(503, headers: ["X-Token": "no"]), .respond(headers: ["X-Token": "H"]),
            .respond())
        let result = try await formpost([
            "-sS", "--retry", "1", "--retry-delay", "0", "-d", "a", "--capture", "t=header:X-Token",
            server.url, "--next", "--expand-data", "{{t}}", server.url,
        ])
        #expect(result.exitStatus == 0)
        #expect(try await server.requests(3).last?.body.text == "H")
    }

    /// What has the name of a credential is masked.
    @Test func secretsAreMasked() async throws {
        let server = try LoopbackServer(
            .respond(headers: ["Set-Cookie": "csrftoken=s3cret"]), .respond())
        let result = try await formpost([
            "-v", "-b", "", "-d", "a", "--capture", "t=cookie:csrftoken", server.url, "--next",
            "--expand-header", "X-CSRFToken: {{t}}", "--expand-form-string",
            "csrfmiddlewaretoken={{t}}",
            "--expand-form-string", "_token={{t}}", "--expand-form-string",
            "authenticity_token={{t}}",
            "--expand-url", server.url("/?token={{t}}"),
        ])
        #expect(result.exitStatus == 0)
        #expect(!result.stderrText.contains("s3cret"), "\(result.stderrText)")
        #expect(try await server.requests(2).last?.header("X-CSRFToken") == "s3cret")
    }

    /// A long body that is printed is not held.
    @Test func memoryIsBounded() async throws {
        let size = 64 << 20
        let body = Array("<input name=t value=T>".utf8) + [UInt8](repeating: 0x20, count: size)
        let server = try LoopbackServer(.respond(body: body), .respond())
        let result = try await formpost([
            "-sS", "-d", "a", "-o", "out", "--capture", "t=input:t", server.url, "--next",
            "--expand-data", "{{t}}", server.url,
        ])
        #expect(result.outcome == Outcome(0))
        #expect(try await server.requests(2).last?.body.text == "T")
        #expect(result.peakMemory < 48 << 20, "\(result.peakMemory >> 20) MiB")
    }

    @Test func aDryRun() async throws {
        let result = try await formpost([
            "--dry-run=raw", "-d", "a", "--capture", "t=cookie:c", "http://h/login", "--next",
            "--expand-header", "X-Token: {{t:url}}", "--expand-data", "t={{t}}", "http://h/up",
            "--next", "--expand-url", "{{t}}/up", "-d", "b",
        ])
        #expect(
            result.outcome
                == Outcome(
                    0,
                    stdout: """
                        POST /login HTTP/1.1\r
                        Host: h\r
                        User-Agent: formpost/0.1.0\r
                        Accept: */*\r
                        Content-Type: application/x-www-form-urlencoded\r
                        Content-Length: 1\r
                        \r
                        aPOST /up HTTP/1.1\r
                        Host: h\r
                        User-Agent: formpost/0.1.0\r
                        Accept: */*\r
                        Content-Type: application/x-www-form-urlencoded\r
                        X-Token: {{t:url}}\r
                        Content-Length: 7\r
                        \r
                        t={{t}}POST / HTTP/1.1\r
                        Host: t.invalid\r
                        User-Agent: formpost/0.1.0\r
                        Accept: */*\r
                        Content-Type: application/x-www-form-urlencoded\r
                        Content-Length: 1\r
                        \r
                        b
                        """))
        let curl = try await formpost([
            "--curl", "-d", "a", "--capture", "t=cookie:c", "http://h/login", "--next",
            "--expand-data", "t={{t}}", "http://h/up",
        ])
        #expect(
            curl.outcome
                == Outcome(
                    0,
                    stdout: "curl -d a http://h/login\ncurl --data 't={{t}}' http://h/up\n",
                    stderr:
                        "formpost: warning: --curl leaves out --capture: curl has nothing like it\n"
                ))
    }

    /// What a script needs of an upload, without another program.
    @Test func isPrinted() async throws {
        let server = try LoopbackServer { request in
            request.target == "/no"
                ? .respond(500, body: #"{"data":{"link":"no"}}"#)
                : .respond(
                    headers: ["X-Id": "7"], body: #"{"data":{"link":"https:\/\/h\/a?b=c"}}"#)
        }
        let options = [
            "-sS", "-o", "/dev/null", "--capture", "url=json:/data/link", "-F", "a=b",
        ]
        let rows: [([String], Int32, String)] = [
            (["-w", "%capture{url}"], 0, "https://h/a?b=c"),
            (
                ["--capture", "i=header:x-id", "-w", "%capture{i} %capture{url}\\n"], 0,
                "7 https://h/a?b=c\n"
            ),
            (
                ["-w", "%{http_code} %capture{url", "-w", "%capture{url}%{onerror}"], 0,
                "https://h/a?b=c"
            ),
            (["-w", "<%capture{url}>", server.url("/no"), "--no-fail"], 0, "<no>"),
            (["-w", "<%capture{url}>", server.url("/no"), "--fail"], 22, "<>"),
            (["--capture", "t=cookie:t", "-w", "<%capture{url}%capture{t}>"], 8, "<>"),
        ]
        for (more, status, text) in rows {
            let url = more.contains(server.url("/no")) ? [] : [server.url]
            let result = try await formpost(options + more + url)
            #expect(result.exitStatus == status, "\(result)")
            #expect(result.stdoutText == text)
        }
        for name in ["1", "2", "3"] { try directory.file(name, name) }
        let many = try await formpost([
            "-sS", "-Z", "-o", "/dev/null", "--each", "f=@[123]", "--capture", "i=header:X-Id",
            "--expand-write-out", "{{index}}:%capture{i}\\n", server.url,
        ])
        #expect(many.outcome == Outcome(0, stdout: "1:7\n2:7\n3:7\n"))
    }

    @Test func isPrintedByAFormatInAFile() async throws {
        let server = try LoopbackServer(.respond(headers: ["X-Id": "7"]))
        let result = try await formpost(
            ["-s", "-F", "a=b", "--capture", "i=header:X-Id", "-w", "@-", server.url],
            input: "%capture{i}")
        #expect(result.outcome == Outcome(0, stdout: "7"))
        let unknown = try await formpost([
            "-F", "a=b", "--capture", "link=header:X-Id", "-w", "%capture{link}%capture{lnk}",
            "http://h/",
        ])
        let text =
            "formpost: (2) -w: no --capture of this request sets 'lnk' (did you mean link?)\n"
        #expect(unknown.outcome == Outcome(2, stderr: text))
    }

    /// Nobody replaces it.
    @Test func variablesNeedExpansion() async throws {
        let server = try LoopbackServer(.respond(headers: ["X-Token": "H"]))
        let result = try await formpost([
            "-d", "a", "--capture", "t=header:X-Token", server.url, "--next", "-d", "{{t}}",
            server.url,
        ])
        #expect(result.exitStatus == 0)
        #expect(
            result.stderrText.hasPrefix(
                "formpost: warning: -d: {{t}} is sent as it is: --expand-data replaces it\n"))
    }
}
