import Foundation
import TestSupport
import Testing

/// `-c` writes to where a link leads, and the link stays.
@Suite struct CookieJarLinkTests {
    @Test(arguments: [true, false])
    func followsLinks(exists: Bool) async throws {
        let directory = try TemporaryDirectory()
        if exists { _ = try directory.file("jar", "") }
        let link = directory.path("link")
        #expect(symlink("jar", link) == 0)
        let server = try LoopbackServer(.respond(headers: ["Set-Cookie": "a=s3cret; Max-Age=99"]))
        let result = try await Command.formpost("-sS", "-c", link, "-F", "a=b", server.url).run()
        #expect(result.outcome == Outcome(0))
        #expect(directory.entries().sorted() == ["jar", "link"])
        var status = stat()
        #expect(lstat(link, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        let jar = String(decoding: try directory.contents(of: "jar"), as: UTF8.self)
        #expect(jar.contains("\ta\ts3cret\n"))
    }

    /// A pipe gets the cookies that `-c -` prints, after the body.
    @Test(arguments: ["-", "/dev/stdout"])
    func standardOutputIsAPipe(path: String) async throws {
        let server = try LoopbackServer(
            .respond(headers: ["Set-Cookie": "a=s3cret; Max-Age=99"], body: "ok\n"))
        let result = try await Command.formpost("-sS", "-c", path, "-F", "a=b", server.url).run()
        #expect(result.exitStatus == 0)
        #expect(result.stdoutText.hasPrefix("ok\n# Netscape HTTP Cookie File\n"), "\(result)")
        #expect(result.stdoutText.hasSuffix("\ta\ts3cret\n"), "\(result)")
    }

    /// What is open is written, and no new file is put in its place.
    @Test func writesToADescriptor() async throws {
        let server = try LoopbackServer(.respond(headers: ["Set-Cookie": "a=s3cret; Max-Age=99"]))
        let result = try await Command.formpost("-sS", "-c", "/dev/fd/2", "-F", "a=b", server.url)
            .run()
        #expect(result.exitStatus == 0)
        #expect(result.stderrText.hasPrefix("# Netscape HTTP Cookie File\n"), "\(result)")
        #expect(result.stderrText.hasSuffix("\ta\ts3cret\n"), "\(result)")
    }

    @Test func refusesAClosedDescriptor() async throws {
        let server = try LoopbackServer()
        let result = try await Command.formpost("-sS", "-c", "/dev/fd/99", "-F", "a=b", server.url)
            .run()
        let text = "formpost: (23) cannot write /dev/fd/99: Bad file descriptor\n"
        #expect(result.outcome == Outcome(23, stderr: text))
        #expect(server.connections.isEmpty)
    }

    @Test func checksWhereTheyLead() async throws {
        let directory = try TemporaryDirectory()
        let link = directory.path("link")
        #expect(symlink("/nonexistent/jar", link) == 0)
        let server = try LoopbackServer()
        let result = try await Command.formpost("-sS", "-c", link, "-F", "a=b", server.url).run()
        let text = "formpost: (23) cannot write /nonexistent/jar: No such file or directory\n"
        #expect(result.outcome == Outcome(23, stderr: text))
        #expect(server.connections.isEmpty)
    }
}
