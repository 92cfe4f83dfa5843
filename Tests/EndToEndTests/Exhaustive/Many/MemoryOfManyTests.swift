import TestSupport
import Testing

/// Memory with many requests side by side, and with captured values and variables.
@Suite(.serialized)
struct MemoryOfManyTests {
    /// 64 at a time, of 8 MiB each, and answers of 1 MiB that wait for their turn.
    @Test func isBounded() async throws {
        let directory = try TemporaryDirectory()
        for number in 100..<164 {
            try directory.sparseFile("\(number)", size: 8 << 20)
        }
        let answer = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
        let all = Gate()
        let server = try LoopbackServer(
            script: .closure { request in
                request.number == 64
                    ? Answer([.readBody, .open(all), .respond(200, body: answer)])
                    : Answer([.readBody, .wait(all), .respond(200, body: answer)])
            }, bodies: .count)
        let result = try await Command.formpost(
            "-sS", "-Z", "--parallel-max", "64", "--each", "f=@1??", server.url
        ).with { $0.workingDirectory = directory.path }.run()
        #expect(result.exitStatus == 0, "\(result.stderrText)")
        #expect(result.stdout.count == 64 << 20)
        #expect(result.peakMemory < 128 << 20, "\(result.peakMemory >> 20) MiB")
    }

    /// A long body with a captured value is printed and not held.
    @Test func isBoundedWithACapture() async throws {
        let directory = try TemporaryDirectory()
        let body =
            Array("<input name=t value=T>".utf8) + [UInt8](repeating: 0x20, count: 64 << 20)
        let server = try LoopbackServer(.respond(body: body), .respond())
        let result = try await Command.formpost(
            "-sS", "-d", "a", "-o", "out", "--capture", "t=regex:value=([^>]*)", server.url,
            "--next", "--expand-data", "{{t}}", server.url
        ).with { $0.workingDirectory = directory.path }.run()
        result.expect(0)
        #expect(try await server.requests(2).last?.body.text == "T")
        #expect(result.peakMemory < 48 << 20, "\(result.peakMemory >> 20) MiB")
    }

    /// A large file of a variable is not read into memory.
    @Test func isBoundedWithAVariable() async throws {
        let directory = try TemporaryDirectory()
        let path = try directory.sparseFile("large", size: 1 << 27)
        let result = try await Command.formpost(
            "--dry-run=raw", "--variable", "f@\(path)", "--expand-header", "X-A: {{f:sha1}}",
            "-F", "a=b", "http://h/"
        ).run()
        #expect(result.exitStatus == 0)
        #expect(result.stdoutText.contains("X-A: ba713b819c1202dcb0d178df9d2b3222ba1bba44\r\n"))
        #expect(result.peakMemory < 64 << 20)
    }
}
