import TestSupport
import Testing

/// Credentials in the path or the query of a URL are shown nowhere.
@Suite(.serialized)
struct URLMaskingTests {
    private static let targets = [
        "/up?sig=s3cret", "/up?a=b&X-Amz-Signature=s3cret&c=d", "/up?X-Amz-Credential=s3cret",
        "/up?X-Amz-Security-Token=s3cret", "/up?token=s3cret", "/up?key=s3cret",
        "/up?access_token=s3cret", "/up?password=s3cret", "/up?user%5Bpassword%5D=s3cret",
        "/up?signature=s3cret", "/bot123:s3cret/sendDocument", "/file/bot123%3As3cret/x?a=b",
        "/up?code=s3cret", "/services/T012AB/B034CD/s3cret", "/workflows/T012AB/A034CD/1/s3cret",
        "/triggers/E012AB/123456/s3cret", "/hooks/s3creta1b2c3d4e5f6g7h8i9j0",
        "/webhookb2/1a-2b@3c-4d/IncomingWebhook/5e/s3cret", "/webhook/1@2/IncomingWebhook/s3cret",
        "/api/webhooks/123/s3cret", "/api/v10/webhooks/123/s3cret?wait=true",
    ]

    private static let shows = [
        ["-v"], ["--trace", "%"], ["--trace-ascii", "%"],
        ["-w", "%{url} %{url_effective} %{json}"],
    ]

    @Test(arguments: targets)
    func areMasked(target: String) async throws {
        for show in Self.shows {
            let server = try LoopbackServer(
                .respond(307, headers: ["Location": target + "#x"]), .respond(404))
            let options = show + ["-L", "-e", ";auto", "-F", "a=b", server.url(target)]
            let result = try await Command.formpost(arguments: options).run()
            let text = MaskingTests.undumped(result.stderrText + result.stdoutText)
            #expect(result.exitStatus == 22)
            #expect(text.contains("[masked]") && !text.contains("s3cret"), "\(result)")
            #expect(server.requests.map(\.target) == [target, target])
            let open = try LoopbackServer(
                .respond(307, headers: ["Location": target]), .respond(404))
            let shown = try await Command.formpost(
                arguments: ["--show-secrets"] + show + ["-L", "-F", "a=b", open.url(target)]
            ).run()
            #expect(
                MaskingTests.undumped(shown.stderrText + shown.stdoutText).contains("s3cret"),
                "\(shown)")
        }
    }

    /// The password of a URL within a parameter begins within the parameter, and ends after it.
    @Test func areMaskedWhereTheyOverlap() async throws {
        let server = try LoopbackServer(
            .respond(200, headers: ["Link": "<http://h/x?token=a://u:b\"s3cret@i>; rel=next"]))
        let result = try await Command.formpost("-v", "-F", "a=b", server.url).run()
        #expect(result.exitStatus == 0)
        #expect(
            result.stderrText.contains("< Link: <http://h/x?token=[masked]@i>; rel=next"),
            "\(result)")
    }

    @Test(arguments: targets)
    func areMaskedInMessages(target: String) async throws {
        let moved = try LoopbackServer(.respond(307, headers: ["Location": target]))
        let dropped = try LoopbackServer(
            .respond(302, headers: ["Location": target + "&x=y"]), .respond())
        let texts = [
            try await Command.formpost("-F", "a=b", moved.url).run(),
            try await Command.formpost("-L", "-F", "a=b", dropped.url(target)).run(),
            try await Command.formpost("-F", "a=b", "http://h\(target)", "http://h\(target)").run(),
            try await Command.formpost("-F", "a=b", "ftp://h\(target)").run(),
            try await Command.formpost("-F", "a=b", "http//h\(target)").run(),
            try await Command.formpost("-F", "a=b", "http://h\(target) x").run(),
        ].map(\.stderrText)
        for text in texts {
            #expect(text.contains("[masked]") && !text.contains("s3cret"), "\(text)")
        }
    }

    @Test(arguments: targets)
    func areMaskedInADryRun(target: String) async throws {
        for options in [[], ["--show-secrets"]] {
            let terminal = try Terminal(columns: 200)
            let result = try await Command.formpost(
                arguments: options + [
                    "--dry-run", "-H", "PRIVATE-TOKEN: s3cret", "-H", "X-Tenant: s3cret",
                    "--secret-header", "x-tenant", "-F", "a=b", "http://h.test\(target)",
                ]
            ).on(terminal).run()
            #expect(result.exitStatus == 0)
            let text = Screen(try await terminal.everything(), columns: 200).lines.joined()
            #expect(text.components(of: "s3cret") == (options.isEmpty ? 0 : 3), "\(text)")
            #expect(text.components(of: "[masked]") == (options.isEmpty ? 3 : 0), "\(text)")
        }
    }

    /// Also what `--secret-field` names, in every sentence about the URL.
    @Test func aSecretFieldIsMaskedInQueries() async throws {
        let server = try LoopbackServer(.respond(404))
        let url = server.url("/x?a=b&ssn=s3cret&c=d")
        for options in [["-v"], ["--dry-run"], ["-w", "%{url} %{url_effective}"], ["--curl"]] {
            let result = try await Command.formpost(
                arguments: options + ["--secret-field", "SSN", "-F", "a=b", url]
            ).run()
            let text = result.stdoutText + result.stderrText
            #expect(text.contains("a=b&ssn=") && !text.contains("s3cret"), "\(text)")
        }
        let refused = try await Command.formpost(
            "--secret-field", "ssn", "-F", "a=b", "ftp://h/?ssn=s3cret"
        ).run()
        #expect(refused.exitStatus == 1 && refused.stderrText.contains("ssn=[masked]"))
        // Before all options are known.
        let misread = try await Command.formpost(
            "--secret-field", "ssn", "-F", "a=b", "http://h/?ssn=s3cret", "stray", "word"
        ).run()
        #expect(
            misread.exitStatus == 2 && misread.stderrText.contains("ssn=[masked]"), "\(misread)")
    }

    /// What only looks like it is shown.
    @Test(arguments: [
        "/up?monkey=shown", "/up?a=token", "/bottle:shown/x", "/bot/shown", "/up?key",
        "/services/shown/T/x", "/hooks/shown", "/repos/a/hooks/12345678", "/webhook/shown/x",
        "/services/T012/shown/x", "/up?barcode=shown",
    ])
    func othersAreShown(target: String) async throws {
        let server = try LoopbackServer(.respond(307, headers: ["Location": target]), .respond())
        let result = try await Command.formpost("-L", "-v", "-F", "a=b", server.url).run()
        #expect(result.stderrText.contains("> POST \(target) HTTP/1.1\n"), "\(result)")
        #expect(result.stderrText.contains("< Location: \(target)\n"), "\(result)")
    }
}

extension String {
    fileprivate func components(of text: String) -> Int {
        split(separator: text, omittingEmptySubsequences: false).count - 1
    }
}
