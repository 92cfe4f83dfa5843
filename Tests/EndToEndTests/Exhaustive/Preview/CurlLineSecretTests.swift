import TestSupport
import Testing

/// Secrets on the line of `--curl`, and what it leaves out.
@Suite(.serialized)
struct CurlLineSecretTests {
    typealias Row = (arguments: [String], line: String)

    private static let rows: [Row] = [
        (["-u", "anna:hush"], #"curl -u "anna:$PASSWORD""#),
        (["-u", "anna"], "curl -u anna"),
        (["-U", "anna:hush"], #"curl -U "anna:$PROXY_PASSWORD""#),
        (["--oauth2-bearer", "hush"], #"curl --oauth2-bearer "$TOKEN""#),
        (["-b", "a=hush"], #"curl -b "$COOKIE""#),
        (["-b", "jar"], "curl -b jar"), (["-b", "@a=b"], "curl -b @a=b"),
        (["-b", "@"], "curl -b @"),
        (["--pass", "hush"], #"curl --pass "$PASSPHRASE""#),
        (["-H", "X-Api-Key: hush"], #"curl -H "X-Api-Key: $X_API_KEY""#),
        (["-H", "Authorization: Bearer hush"], #"curl -H "Authorization: $AUTHORIZATION""#),
        (["--proxy-header", "X-Token:hush"], #"curl --proxy-header "X-Token:$X_TOKEN""#),
        (["-x", "http://me:hush@h:1"], #"curl -x "http://me:$PASSWORD@h:1""#),
        (["--url-query", "key=hush"], #"curl --url-query "key=$KEY""#),
        (["--secret-header", "X-Me", "-H", "X-Me: hush"], #"curl -H "X-Me: $X_ME""#),
        (
            ["-H", "X-Token: hush", "-H", "X-Token: hush2"],
            #"curl -H "X-Token: $X_TOKEN" -H "X-Token: $X_TOKEN_2""#
        ),
        (
            ["-H", "X-Token: hush", "-H", "x-token: hush"],
            #"curl -H "X-Token: $X_TOKEN" -H "x-token: $X_TOKEN""#
        ),
    ]

    private static let bodies: [Row] = [
        (["-F", "password=hush"], #"--form-string "password=$PASSWORD""#),
        (["-F", "pwd=hush"], #"--form-string "pwd=$SECRET_PWD""#),
        (["-F", "token=hush;type=a/b"], #"-F 'token="'"$TOKEN"'";type=a/b'"#),
        (["--form-string", "api-key=hush"], #"--form-string "api-key=$API_KEY""#),
        (["--secret-field", "path", "-F", "path=hush"], #"--form-string "path=$SECRET_PATH""#),
        (["-F", "a=b;headers=\"X-Token: hush\""], #"-F 'a=b;headers="X-Token: '"$X_TOKEN"'"'"#),
        (["-d", "a=b&password=hush&c=d"], #"-d "a=b&password=$PASSWORD&c=d""#),
        (
            ["--json", #"{"a": "password", "password" : "h\"ush", "b": 1}"#],
            #"--json '{"a": "password", "password" : "'"$PASSWORD"'", "b": 1}'"#
        ),
        (
            ["-d", #"[{"token":17,"pwd":["x"],"pin":""#],
            #"-d '[{"token":'"$TOKEN"',"pwd":["x"],"pin":"'"#
        ),
        (["--data-urlencode", "token=hush&hush"], #"--data-urlencode "token=$TOKEN""#),
    ]

    private static func line(_ arguments: [String], url: String) async throws -> CommandResult {
        try await Command.formpost(arguments: ["--dry-run", "--curl"] + arguments + [url]).run()
    }

    @Test(arguments: rows.indices) func requestsHaveVariables(index: Int) async throws {
        let row = Self.rows[index]
        let result = try await Self.line(row.arguments + ["-F", "a=b"], url: "http://h/")
        #expect(result.exitStatus == 0, "\(result)")
        #expect(result.stdoutText == row.line + " -F a=b http://h/\n")
        #expect(!result.stderrText.contains("hush"))
    }

    @Test(arguments: bodies.indices) func bodiesHaveVariables(index: Int) async throws {
        let row = Self.bodies[index]
        let result = try await Self.line(row.arguments, url: "http://h/")
        #expect(result.exitStatus == 0, "\(result)")
        #expect(result.stdoutText == "curl \(row.line) http://h/\n")
        #expect(!result.stderrText.contains("hush"))
    }

    @Test(arguments: [
        ("http://me:hush@h/?a=b", #""http://me:$PASSWORD@h/?a=b""#),
        ("h/?token=hush&sig=hush2", #""http://h/?token=$TOKEN&sig=$SIG""#),
        ("http://h/bot1:hush/x", #""http://h/bot$BOT_TOKEN/x""#),
        ("http://h/?token=hush&a=$", #"'http://h/?token='"$TOKEN"'&a=$'"#),
    ])
    func urlsHaveVariables(url: String, word: String) async throws {
        let result = try await Self.line(["-F", "a=b"], url: url)
        #expect(result.stdoutText == "curl -F a=b \(word)\n", "\(result)")
    }

    /// The shell puts the secrets in their places, whatever is in them.
    @Test(.comparesWithCurl) func variablesMakeTheSameRequest() async throws {
        let server = try LoopbackServer()
        let secret = "a'b\"c$d e"
        let printed = try await Self.line(
            ["-u", "me:" + secret, "--form-string", "token=" + secret], url: server.url("/"))
        #expect(printed.stdoutText.contains(#"-u "me:$PASSWORD" --form-string "token=$TOKEN""#))
        var shell = Command("/bin/sh", arguments: ["-c", printed.stdoutText])
        shell.environment["PASSWORD"] = secret
        shell.environment["TOKEN"] = secret
        #expect(try await shell.run().exitStatus == 0)
        let request = try await server.request()
        let login = "Basic bWU6YSdiImMkZCBl"
        #expect(request.headers.contains { $0.name == "Authorization" && $0.value == login })
        #expect(try request.form().parts.map(\.body) == [Array(secret.utf8)])
    }

    @Test func whatCurlLacksIsWarnedAbout() async throws {
        let result = try await Self.line(
            ["--stall-timeout", "5", "--boundary", "B", "-F", "a=b"], url: "http://h/")
        #expect(result.stdoutText == "curl -F a=b http://h/\n")
        #expect(
            result.stderrText == """
                formpost: warning: --curl leaves out --stall-timeout: curl has nothing like it
                formpost: warning: --curl leaves out --boundary: curl has nothing like it

                """)
    }

    @Test func optionsOfAConfigurationFileAreThere() async throws {
        let files = try TemporaryDirectory()
        try files.file("rc", "header = \"X-A: b c\"\n-F a=b\nurl = http://h/\n")
        let result = try await Command.formpost("--curl", "-K", files.path("rc")).run()
        #expect(result.stdoutText == "curl --header 'X-A: b c' -F a=b http://h/\n", "\(result)")
    }

    @Test func theBodyCanBeWrittenBesides() async throws {
        let files = try TemporaryDirectory()
        let result = try await Self.line(
            ["--dump-body", files.path("body"), "-d", "a=b"], url: "http://h/")
        #expect(result.stdoutText == "curl -d a=b http://h/\n", "\(result)")
        #expect(try files.contents(of: "body") == Array("a=b".utf8))
    }

    @Test func theLastOptionCounts() async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost(
            "--curl", "--no-dry-run", "-F", "a=b", server.url("/")
        ).run()
        #expect(result.exitStatus == 0 && result.stdout.isEmpty, "\(result)")
        #expect(try await server.request().method == "POST")
    }

    @Test func errorsAreThoseOfAnUpload() async throws {
        let result = try await Self.line(["-F", "password=hush;x"], url: "http://h/")
        #expect(result.exitStatus == 2)
        #expect(result.stdout.isEmpty && !result.stderrText.contains("hush"))
    }
}
