import Foundation
import TestSupport
import Testing

/// A server that floods the response while the transfer is ended from elsewhere: by a limit, by a
/// signal, by an output that fails. Under ThreadSanitizer a race is an exit status of its own.
@Suite(.serialized)
struct FloodTests {
    /// How often each row is run under a sanitizer.
    private static let stress =
        ProcessInfo.processInfo.environment["FORMPOST_STRESS"].flatMap { Int($0) }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var options: [String]
        var body = false
        var isSecure = false
        var stdout = Command.Output.file("/dev/null")
        /// Sent when the response has begun, and what the command dies of.
        var signal: Int32?
        var exit: Int32?
    }

    /// Seconds that differ from round to round, so that a limit hits the transfer here and there.
    private static let limit = ["-m", "LIMIT"]
    private static let retries = ["--retry", "6", "--retry-delay", "0.01"]

    private static let rows = [
        Row(testDescription: "a time limit", options: limit + retries, exit: 28),
        Row(
            testDescription: "a time limit, to standard output", options: limit + retries,
            stdout: .capture, exit: 28),
        Row(
            testDescription: "a time limit, into a file that begins anew",
            options: limit + retries + ["-o", "out"], exit: 28),
        Row(
            testDescription: "a time limit, to a reader that does not read", options: limit,
            stdout: .unreadUntil(Gate()), exit: 28),
        Row(
            testDescription: "a time limit while the form is sent", options: limit, body: true,
            exit: 28),
        Row(
            testDescription: "a time limit over TLS", options: limit + retries + ["-k"],
            isSecure: true, exit: 28),
        Row(testDescription: "a file too large", options: ["--max-filesize", "100000"], exit: 63),
        Row(testDescription: "a broken pipe", options: [], stdout: .brokenPipe, exit: 23),
        Row(testDescription: "a full disk", options: [], stdout: .file("/dev/full"), exit: 23),
        Row(testDescription: "SIGINT", options: [], signal: SIGINT),
        Row(testDescription: "SIGTERM", options: ["-o", "out"], signal: SIGTERM),
    ]

    @Test(arguments: rows)
    func endsOnce(row: Row) async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.sparseFile("file", size: 8 << 20)
        for round in 1...(Self.stress ?? 1) {
            let limit = "\(0.1 * Double(round))"
            let options = row.options.map { $0 == "LIMIT" ? limit : $0 }
            let flooding = Gate()
            let server = try LoopbackServer(
                Self.flood(flooding, readsBody: !row.body), tls: row.isSecure ? TLSOptions() : nil)
            let form = row.body ? "f=@" + file : "a=b"
            let command = try Command.formpost(
                arguments: ["-s", "-F", form] + options + [server.url]
            ).with {
                $0.stdout = row.stdout
                $0.workingDirectory = directory.path
            }.start()
            if let signal = row.signal {
                try await flooding.waitUntilOpen()
                command.send(signal)
            }
            let result = await command.result()
            #expect(result.exitStatus == row.exit && result.signal == row.signal, "\(result)")
        }
    }

    /// A response without an end, at the speed of loopback.
    private static func flood(_ begun: Gate, readsBody: Bool) -> Answer {
        let megabyte = [UInt8](repeating: 0x78, count: 1 << 20)
        return Answer(
            (readsBody ? [.readBody] : [])
                + [.send("HTTP/1.1 200 OK\r\n\r\n"), .send(megabyte), .open(begun)]
                + [Step](repeating: .send(megabyte), count: 4096))
    }
}
