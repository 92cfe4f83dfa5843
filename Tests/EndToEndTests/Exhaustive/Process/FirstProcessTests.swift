import Foundation
import TestSupport
import Testing

/// As process 1 in a container: the kernel does not deliver signals without a handler to it.
@Suite(.serialized, .enabled("unshare -pf is not permitted") { await FirstProcess.isPossible() })
struct FirstProcessTests {
    private static let rows = [(SIGINT, Int32(130)), (SIGTERM, 143), (SIGHUP, 129)]

    @Test(arguments: rows)
    func endsWhileSending(signal: Int32, status: Int32) async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.sparseFile("big", size: 1 << 30)
        let (reached, stop) = (Gate(), Gate())
        defer { stop.open() }
        let server = try LoopbackServer(
            [.readBytes(1 << 20), .open(reached), .wait(stop)], bodies: .count)
        let process = try await FirstProcess(
            "-o", directory.path("answer"), "-F", "f=@" + file, server.url)
        try await reached.waitUntilOpen()
        process.send(signal)
        let result = await process.command.result()
        #expect(result.exitStatus == status, "\(result)")
        #expect(result.stderrText.hasPrefix("formpost: interrupted: "), "\(result)")
        #expect(directory.entries() == ["big"])
        #expect(result.leftovers == [])
    }

    @Test(arguments: rows)
    func endsWhileReading(signal: Int32, status: Int32) async throws {
        let server = try LoopbackServer()
        let process = try await FirstProcess("-F", "f=@-;filename=x", server.url) {
            $0.stdin = .pipe
        }
        try await #require(process.command.input).write([UInt8](repeating: 0x78, count: 4 << 20))
        process.send(signal)
        let result = await process.command.result()
        #expect(result.exitStatus == status)
        #expect(result.stderrText.hasSuffix("iB of standard input read, nothing sent\n"))
    }

    @Test func respectsWhatItsCallerIgnores() async throws {
        let server = try LoopbackServer()
        let process = try await FirstProcess(
            "-F", "f=@-;filename=x", server.url, signal: SIGTERM,
            within: ["/bin/sh", "-c", "trap '' INT; exec \"$@\"", "sh"]
        ) { $0.stdin = .pipe }
        process.send(SIGINT)
        process.command.input?.close()
        #expect(await process.command.result().exitStatus == 0)
    }
}

/// The command as process 1 of a namespace.
private struct FirstProcess {
    static func isPossible() async -> Bool {
        (try? await isolated(["true"])?.run())?.exitStatus == 0
    }

    let command: RunningCommand
    private let identifier: pid_t

    /// Starts it, and waits until it has a handler for the signal.
    init(
        _ arguments: String..., signal: Int32 = SIGTERM, within shell: [String] = [],
        _ change: @Sendable (inout Command) -> Void = { _ in }
    ) async throws {
        let words = shell + [BuiltCommand.formpost] + arguments
        let command = try #require(Self.isolated(words)).with(change)
        let running = try command.start()
        let identifier = await onThread {
            for _ in 0..<6000 {
                if let child = ChildProcess.first(of: running.processIdentifier),
                    ChildProcess.catches(signal, child)
                {
                    return child as pid_t?
                }
                usleep(5000)
            }
            return nil
        }
        self.identifier = try #require(identifier)
        self.command = running
    }

    func send(_ signal: Int32) { kill(identifier, signal) }

    private static func isolated(_ words: [String]) -> Command? {
        guard Command.isInstalled("unshare") else { return nil }
        let user = geteuid() == 0 ? [] : ["-Ur"]
        return Command(
            "/usr/bin/env", arguments: ["unshare"] + user + ["-pf", "--mount-proc"] + words)
    }
}
