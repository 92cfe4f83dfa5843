import Foundation
import TestSupport
import Testing

/// `-w` as JSON, and secrets in its output.
@Suite(.serialized)
struct WriteOutSecretTests {
    private static let secretive = "%{url} %{url_effective} %{json} %{errormsg}"

    /// curl prints the password.
    @Test(arguments: [[], ["--show-secrets"]])
    func passwordsAreMasked(options: [String]) async throws {
        let server = try LoopbackServer(.respond(404))
        let url = "http://user:s3cret@127.0.0.1:\(server.port)/"
        let result = try await Command.formpost(
            arguments: options + ["-sS", "-F", "a=b", "-w", Self.secretive, url]
        ).run()
        let masked = url.replacing("s3cret", with: "[masked]")
        let shown = options.isEmpty ? masked : url
        #expect(result.stdoutText.hasPrefix("\(shown) \(shown) {"), "\(result)")
        #expect(result.stdoutText.contains("\"url\":\"\(shown)\",\"url_effective\":\"\(shown)\""))
        #expect(result.stdoutText.contains("s3cret") == !options.isEmpty)
        #expect(!result.stderrText.contains("s3cret"))
    }

    @Test func targetsAreMasked() async throws {
        let target = "http://user:s3cret@h/x?token=s3cret"
        let server = try LoopbackServer(.respond(302, headers: ["Location": target]))
        let result = try await Command.formpost(
            "-sS", "-F", "a=b", "-w", "%{redirect_url} %{json}", server.url
        ).run()
        #expect(
            result.stdoutText.hasPrefix("http://user:[masked]@h/x?token=[masked] {"), "\(result)")
        #expect(!result.stdoutText.contains("s3cret"))
    }

    @Test func passwordsAreMaskedAfterAFailure() async throws {
        for url in [
            "http://user:s3cret@127.0.0.1:1/", "http://user:s3cret@127.0.0.1:99999/",
            "http://user:a/s3cret@h:x/",
        ] {
            let result = try await Command.formpost(
                "-sS", "-F", "a=b", "-w", Self.secretive, url
            ).run()
            #expect([3, 7].contains(result.exitStatus))
            #expect(result.stdoutText.contains("[masked]"), "\(result)")
            #expect(!(result.stdoutText + result.stderrText).contains("s3cret"), "\(result)")
        }
    }

    /// The same members as curl's in the same order, but for those of other protocols, and values of
    /// the same kind.
    @Test(.comparesWithCurl, arguments: [0, 1])
    func jsonIsCurls(row: Int) async throws {
        let answer = [Answer.respond(headers: ["Content-Type": "a\"b\\c"]), .raw("")][row]
        let both = try await SideBySide(["-s", "-F", "a=b", "-w", "%{json}"], answers: [answer])
        let members = { (result: CommandResult) in
            result.stdoutText.matches(of: #/"([a-z_]+)":("|null|[\d.]+)/#).map { match in
                let kind = match.2.first == "\"" ? "text" : match.2.contains(".") ? "time" : "other"
                return "\(match.1): \(match.2 == "null" ? "null" : kind)"
            }
        }
        let curls = members(both.curl.result).filter {
            !$0.hasPrefix("ftp_entry_path") && !$0.hasPrefix("curl_version")
        }
        let ours = members(both.formpost.result).filter { !$0.hasPrefix("num_retries") }
        #expect(ours == curls)
        let data = Data(both.formpost.result.stdout)
        let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        #expect(object?["content_type"] as? String == (row == 0 ? "a\"b\\c" : nil))
        #expect(object?["http_code"] as? Int == (row == 0 ? 200 : 0))
        #expect(object?["exitcode"] as? Int == (row == 0 ? 0 : 52))
        #expect(object?["num_retries"] as? Int == 0)
    }

    /// curl 7.88 writes what is not ASCII so that it is not JSON, and drops the line before a folded
    /// one.
    @Test func headerJSONIsJSON() async throws {
        let server = try LoopbackServer(
            .raw(
                Array("HTTP/1.1 200 OK\r\nX-\u{E9}: \u{1F600}\u{1}\r\nB: ".utf8) + [0xFF]
                    + Array("\r\nb: 2\r\nC: a\r\n  b\r\nE:\r\n\r\n".utf8)))
        let result = try await Command.formpost(
            "-s", "-F", "a=b", "-w", "%{header_json}", server.url
        ).run()
        let text =
            "{\"x-\u{E9}\":[\"\u{1F600}\\u0001\"],\n\"b\":[\"\u{FFFD}\",\"2\"],\n\"c\":[\"a b\"],\n"
            + "\"e\":[\"\"]\n}"
        #expect(result.outcome == Outcome(0, stdout: text))
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(result.stdout)) }
    }

    /// The certificates as curl prints them, and only where they are asked for.
    @Test(
        .comparesWithCurl, .enabled(if: TLSOptions.isAvailable, "libssl.so.3 is not installed"),
        arguments: ["certs", "num_certs", "CERTS"])
    func certificatesAreCurls(name: String) async throws {
        let format = "%{\(name)}|%{ssl_verify_result}|%{scheme}|%{num_certs}"
        var texts: [String] = []
        for program in [Command.formpost, Command.curl] {
            let server = try LoopbackServer(tls: TLSOptions())
            let result = try await program(["-s", "-k", "-F", "a=b", "-w", format, server.url])
                .run()
            #expect(result.exitStatus == 0, "\(result)")
            texts.append(result.stdoutText)
        }
        #expect(texts[0] == texts[1])
        #expect(texts[0].contains("|HTTPS|"))
        if name != "num_certs" { #expect(texts[0].contains("-----BEGIN CERTIFICATE-----\n")) }
    }

    @Test(.enabled(if: TLSOptions.isAvailable, "libssl.so.3 is not installed"))
    func certificatesAreInTheJSON() async throws {
        let server = try LoopbackServer(tls: TLSOptions())
        let result = try await Command.formpost(
            "-s", "-k", "-F", "a=b", "-w", "%{json}", server.url
        ).run()
        #expect(result.stdoutText.contains("-----BEGIN CERTIFICATE-----"), "\(result)")
        #expect(result.stdoutText.contains("\"num_certs\":1,"))
    }

    @Test(.enabled(if: TLSOptions.isAvailable, "libssl.so.3 is not installed"))
    func handshakesTakeTime() async throws {
        let server = try LoopbackServer(tls: TLSOptions())
        let result = try await Command.formpost(
            "-s", "-k", "-F", "a=b", "-w", "%{time_connect} %{time_appconnect} %{time_pretransfer}",
            server.url
        ).run()
        let times = result.stdoutText.split(separator: " ").compactMap { Double($0) }
        try #require(times.count == 3, "\(result)")
        #expect(times[0] < times[1] && times[1] <= times[2], "\(times)")
    }
}
