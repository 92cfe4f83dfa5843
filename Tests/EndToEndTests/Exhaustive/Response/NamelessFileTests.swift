import Foundation
import TestSupport
import Testing

/// The file of `-o` has no name before it is whole: even SIGKILL leaves nothing.
@Suite(.serialized)
struct NamelessFileTests {
    private func hold(
        _ directory: TemporaryDirectory, _ options: [String] = []
    ) async throws -> (RunningCommand, Gate, LoopbackServer) {
        let goOn = Gate()
        let server = try LoopbackServer([
            .readBody, .send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabc"), .wait(goOn),
            .send("def"),
        ])
        let running = try Command.formpost(
            arguments: options + ["-o", directory.path("out"), "-F", "a=b", server.url]
        ).start()
        try await running.stderr(containing: "HTTP/1.1 200 OK")
        return (running, goOn, server)
    }

    @Test(arguments: [nil, "older"])
    func nothingIsLeftByKILL(older: String?) async throws {
        let directory = try TemporaryDirectory()
        if let older { _ = try directory.file("out", older) }
        let before = directory.entries()
        let (running, goOn, server) = try await hold(directory)
        defer { withExtendedLifetime(server) {} }
        defer { goOn.open() }
        #expect(directory.entries() == before)
        running.send(SIGKILL)
        _ = await running.result()
        #expect(directory.entries() == before)
        if let older { #expect(try directory.contents(of: "out") == Array(older.utf8)) }
    }

    @Test(arguments: [nil, "older"])
    func itGetsItsNameAtTheEnd(older: String?) async throws {
        let directory = try TemporaryDirectory()
        if let older {
            let path = try directory.file("out", older)
            chmod(path, 0o640)
        }
        let (running, goOn, server) = try await hold(directory)
        defer { withExtendedLifetime(server) {} }
        goOn.open()
        #expect(await running.result().exitStatus == 0)
        #expect(directory.entries() == ["out"])
        #expect(try directory.contents(of: "out") == Array("abcdef".utf8))
        var status = stat()
        #expect(stat(directory.path("out"), &status) == 0)
        if older != nil { #expect(status.st_mode & 0o777 == 0o640) }
        #expect(status.st_nlink == 1)
    }

    /// A file that appears in the meantime is replaced, as an older one is.
    @Test func whatAppearsMeanwhileIsReplaced() async throws {
        let directory = try TemporaryDirectory()
        let (running, goOn, server) = try await hold(directory)
        defer { withExtendedLifetime(server) {} }
        _ = try directory.file("out", "meanwhile")
        goOn.open()
        #expect(await running.result().exitStatus == 0)
        #expect(directory.entries() == ["out"])
        #expect(try directory.contents(of: "out") == Array("abcdef".utf8))
    }

    @Test func itTakesTheNextNameWithNoClobber() async throws {
        let directory = try TemporaryDirectory()
        let (running, goOn, server) = try await hold(directory, ["--no-clobber"])
        defer { withExtendedLifetime(server) {} }
        _ = try directory.file("out", "meanwhile")
        goOn.open()
        #expect(await running.result().exitStatus == 0)
        #expect(directory.entries().sorted() == ["out", "out.1"])
        #expect(try directory.contents(of: "out.1") == Array("abcdef".utf8))
    }

    /// Why it could not get its name is what the system said.
    @Test(arguments: [[], ["--no-clobber"]])
    func aDirectoryThatGoesAwayIsToldOf(options: [String]) async throws {
        let directory = try TemporaryDirectory()
        let (running, goOn, server) = try await hold(directory, options)
        defer { withExtendedLifetime(server) {} }
        rmdir(directory.path)
        goOn.open()
        let result = await running.result()
        #expect(result.exitStatus == 23)
        let path = directory.path("out")
        #expect(
            result.stderrText.contains("(23) cannot write \(path): No such file or directory"),
            "\(result)")
    }
}
