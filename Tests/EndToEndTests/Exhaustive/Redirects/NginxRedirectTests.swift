import TestSupport
import Testing

/// Redirects as nginx makes them.
@Suite(
    .serialized, .enabled(if: Nginx.isInstalled, "nginx is not installed"),
    .enabled(if: TLSOptions.isAvailable, "libssl.so.3 is not installed"))
struct NginxRedirectTests {
    /// nginx adds the slash by itself.
    private static let plain = """
        location /up/ { proxy_pass http://127.0.0.1:APPLICATION; }
        location = /result { proxy_pass http://127.0.0.1:APPLICATION; }
        location /secure/ { return 301 https://$host:SECURE$request_uri; }
        location = /found { return 302 https://$host:SECURE$request_uri; }
        location = /done { return 303 /result; }
        location = /moved { return 301 /result; }
        """
    private static let secure = """
        location / { proxy_pass http://127.0.0.1:APPLICATION; }
        location = /clear { return 308 http://$host:PLAIN/up/; }
        """

    /// `line` is what is said after the redirect; `targets` are what reaches the application.
    private static let rows: [(String, Int32, String, [String])] = [
        ("/up", 0, "HTTP/1.1 200 OK from PLAIN/up/\n", ["POST /up/"]),
        ("/up?a=b", 0, "HTTP/1.1 200 OK from PLAIN/up/?a=b\n", ["POST /up/?a=b"]),
        ("/secure/up", 0, "HTTP/1.1 200 OK from SECURE/secure/up\n", ["POST /secure/up"]),
        ("/found", 0, "HTTP/1.1 200 OK from SECURE/found\n", ["POST /found"]),
        (
            "/done", 0,
            "formpost: 303 from /done: continuing with GET /result, without the form\n"
                + "HTTP/1.1 200 OK from PLAIN/result\n", ["GET /result"]
        ),
        (
            "/moved", 22,
            "formpost: (22) the server answered 301 Moved Permanently: moved to PLAIN/result: "
                + "upload there, or use --post301\n", []
        ),
    ]

    @Test func keepTheForm() async throws {
        let application = try LoopbackServer(.respond(body: "done\n"))
        let nginx = try await Nginx(
            plain: Self.plain, secure: Self.secure, application: application)
        let (plain, secure) = (
            "http://127.0.0.1:\(nginx.plain)", "https://127.0.0.1:\(nginx.secure)"
        )
        var count = 0
        for (target, exit, said, targets) in Self.rows {
            let result = try await Command.formpost(
                "-k", "-L", "-F", "file=@/etc/passwd;filename=x", plain + target
            ).run()
            let line = said.replacing("PLAIN", with: plain).replacing("SECURE", with: secure)
            // nginx need not wait for the form before it answers, and then that is said.
            let shown = result.stderrText.replacing(#/, after [^:\n]*/#, with: "")
            #expect(result.exitStatus == exit && shown == line, "\(result)")
            let sent = try await application.requests(count + targets.count).dropFirst(count)
            #expect(sent.map { "\($0.method) \($0.target)" } == targets)
            for request in sent where request.method == "POST" {
                #expect(try request.form().part("file")?.body == fileBytes("/etc/passwd"))
            }
            count += targets.count
        }
        let clear = try await Command.formpost("-sSk", "-L", "-F", "a=b", secure + "/clear").run()
        let text =
            "formpost: (1) the redirect to \(plain)/up/ is not followed: it leaves https "
            + "(--proto-redir =http,https allows it)\n"
        #expect(clear.outcome == Outcome(1, stderr: text))
        #expect(application.requests.count == count)
    }
}
