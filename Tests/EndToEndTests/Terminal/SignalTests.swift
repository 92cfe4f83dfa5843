import Foundation
import TestSupport
import Testing

/// SIGINT and SIGTERM end an upload at once, by the signal itself: a shell says 130 and 143.
@Suite(.serialized)
struct SignalTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let arguments: [String]
        /// What the server does before it waits.
        let steps: [Step]
        /// A pattern of standard error.
        let said: String

        var testDescription: String { arguments.joined(separator: " ") }

        init(_ arguments: String..., after steps: [Step], says said: String) {
            (self.arguments, self.steps, self.said) = (arguments, steps, said)
        }
    }

    private static let half: [Step] = [.readBytes(1 << 20)]
    private static let part: [Step] = [
        .readBody, .send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"),
        .send([UInt8](repeating: 0x78, count: 50_000)),
    ]
    private static let sending = #"formpost: interrupted: (0|\d\.\d\d) of 1\.00 GiB sent\n"#
    private static let received = #"[\d.]+ (bytes|KiB) of the response received\n"#
    /// Received bytes need not have been acknowledged.
    private static let sent =
        #"formpost: interrupted: (\d+ of 139 bytes sent|139 bytes sent, waiting for the response)\n"#

    /// With -s there is no message, unless -S brings it back. Of a request without a body no bytes are counted.
    private static let rows = [
        Row("-F", "f=@big", after: half, says: sending),
        Row("-o", "answer", "-F", "f=@big", after: half, says: sending),
        Row("-o", "new", "-F", "f=@big", after: half, says: sending),
        Row(
            "-o", "answer", "-F", "a=b", after: part,
            says: #"HTTP/1\.1 200 OK\nformpost: interrupted: 139 bytes sent, "# + received),
        Row(
            "-X", "GET", "-o", "answer", after: part,
            says: #"HTTP/1\.1 200 OK\nformpost: interrupted: "# + received),
        Row(
            "-X", "DELETE", after: [.readBody],
            says: #"formpost: interrupted: waiting for the response\n"#),
        Row("--no-remove-on-error", "-o", "answer", "-F", "a=b", after: [.readBody], says: sent),
        Row("-sS", "-F", "a=b", after: [.readBody], says: sent),
        Row("--progress", "none", "-F", "a=b", after: [.readBody], says: sent),
        Row("--progress", "plain", "-F", "a=b", after: [.readBody], says: sent),
        Row("-s", "-F", "a=b", after: [.readBody], says: ""),
        Row(
            "--each", "f=@{answer,big}", after: [.readBody],
            says:
                #"formpost: interrupted: 0 uploaded, 1 under way, 1 not sent; [\d.]+ of 1\.00 GiB sent"#
                + "; with --journal FILE the same command would continue\n"),
        Row("-s", "--progress", "bar", "-F", "a=b", after: [.readBody], says: ""),
    ]

    @Test(arguments: rows, [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func dieOfIt(row: Row, signal: Int32) async throws {
        let directory = try TemporaryDirectory()
        try directory.sparseFile("big", size: 1 << 30)
        try directory.file("answer", "older")
        let (reached, stop) = (Gate(), Gate())
        defer { stop.open() }
        let server = try LoopbackServer(
            Answer(row.steps + [.open(reached), .wait(stop)]), bodies: .count)
        let command = try Command.formpost(arguments: row.arguments + [server.url])
            .with { $0.workingDirectory = directory.path }.start()
        try await reached.waitUntilOpen()
        if row.said.contains("200 OK") { try await command.stderr(containing: "200 OK\n") }
        command.send(signal)
        let result = await command.result()
        #expect(result.signal == signal, "\(result)")
        #expect(result.stdout == [] && result.leftovers == [])
        #expect(try Regex(row.said).wholeMatch(in: result.stderrText) != nil, "\(result)")
        #expect(directory.entries() == ["answer", "big"])
        #expect(try directory.contents(of: "answer") == Array("older".utf8))
    }

    /// The temporary file is gone with the command from the moment it exists.
    @Test func leavesNoFileOfItsBeginning() async throws {
        let stop = Gate()
        defer { stop.open() }
        let server = try LoopbackServer([.wait(stop)])
        for _ in 1...5 {
            let directory = try TemporaryDirectory()
            let command = try Command.formpost(
                "-o", directory.path("answer"), "-F", "a=b", server.url
            ).start()
            let process = command.processIdentifier
            let isReady = await onThread {
                while !ChildProcess.hasOpen(directory.path, process), !command.hasEnded {}
                return ChildProcess.catches(SIGTERM, process)
            }
            #expect(isReady)
            command.send(SIGTERM)
            #expect(await command.result().signal == SIGTERM)
            #expect(directory.entries() == [])
        }
    }

    /// Nothing is sent while the input is being read.
    @Test(arguments: [
        (["-s"], false), (["-sS"], true), ([], true), (["--progress", "plain"], true),
    ])
    func saysHowMuchWasRead(options: [String], isSaid: Bool) async throws {
        let server = try LoopbackServer()
        let command = try Command.formpost(
            arguments: options + ["-F", "f=@-;filename=x", server.url]
        ).with {
            $0.stdin = .pipe
        }.start()
        // More than a pipe holds, also when it is lengthened.
        try await #require(command.input).write([UInt8](repeating: 0x78, count: 4 << 20))
        command.send(SIGINT)
        let result = await command.result()
        #expect(result.signal == SIGINT)
        let said =
            /(formpost: .* read.*\n)*formpost: interrupted: \d+\.\d+ [KM]iB of standard input read, nothing sent\n/
        #expect(
            isSaid ? result.stderrText.wholeMatch(of: said) != nil : result.stderr == [],
            "\(result)")
        #expect(result.leftovers == [])
        #expect(server.connections.isEmpty)
    }

    /// Nobody has written yet, and the signal comes as soon as it is caught: none is lost.
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func saysThatNothingWasRead(signal: Int32) async throws {
        for _ in 1...10 {
            let command = try Command.formpost("-F", "f=@-;filename=x", "http://127.0.0.1:9/").with
            {
                $0.stdin = .pipe
            }.start()
            let process = command.processIdentifier
            #expect(
                await onThread {
                    while !ChildProcess.catches(signal, process), !command.hasEnded {}
                    return !command.hasEnded
                })
            command.send(signal)
            let result = await command.result()
            #expect(result.signal == signal)
            #expect(
                result.stderrText
                    == "formpost: interrupted: 0 bytes of standard input read, nothing sent\n")
        }
    }

    @Test(arguments: [(SIGINT, "130\n"), (SIGTERM, "143\n")])
    func isWhatAShellSays(signal: Int32, status: String) async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.sparseFile("big", size: 1 << 30)
        let (reached, stop) = (Gate(), Gate())
        defer { stop.open() }
        let server = try LoopbackServer(
            Answer(Self.half + [.open(reached), .wait(stop)]), bodies: .count)
        let shell = try Command(
            "/bin/sh",
            arguments: [
                "-c", "trap : INT; \"$@\"; echo $?", "sh", BuiltCommand.formpost, "-F",
                "f=@" + file, server.url,
            ]
        ).start()
        try await reached.waitUntilOpen()
        let child = try #require(ChildProcess.first(of: shell.processIdentifier))
        kill(child, signal)
        #expect(await shell.result().stdoutText == status)
    }

    /// `nohup formpost -o file … &` outlives its terminal, and a job in the background Ctrl-C.
    @Test(arguments: [(SIGINT, "INT"), (SIGHUP, "HUP"), (SIGTERM, "TERM"), (SIGQUIT, "QUIT")])
    func respectsWhatItsCallerIgnores(signal: Int32, name: String) async throws {
        let directory = try TemporaryDirectory()
        let answer = directory.path("answer")
        let (reached, goOn) = (Gate(), Gate())
        let server = try LoopbackServer([
            .readBody, .open(reached), .wait(goOn), .respond(200, body: "done"),
        ])
        let command = try Command(
            "/bin/sh",
            arguments: [
                "-c", "trap '' \(name); exec \"$@\"", "sh", BuiltCommand.formpost, "-s", "-o",
                answer, "-F", "a=b", server.url,
            ]
        ).start()
        try await reached.waitUntilOpen()
        command.send(signal)
        goOn.open()
        await command.result().expect(0)
        #expect(try directory.contents(of: "answer") == Array("done".utf8))
    }
}

/// Facts about a running process from `/proc`.
enum ChildProcess {
    static func first(of process: pid_t) -> pid_t? {
        let path = "/proc/\(process)/task/\(process)/children"
        guard let children = try? fileBytes(path) else { return nil }
        return pid_t(String(decoding: children.prefix { $0 != 0x20 }, as: UTF8.self))
    }

    /// Whether it has a handler for a signal.
    static func catches(_ signal: Int32, _ process: pid_t) -> Bool {
        guard let status = try? fileBytes("/proc/\(process)/status") else { return false }
        let text = String(decoding: status, as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }
        let mask = line.flatMap { UInt64($0.dropFirst(8), radix: 16) } ?? 0
        return mask >> UInt64(signal - 1) & 1 == 1
    }

    /// Whether it has a file open in a directory, with a name or without.
    static func hasOpen(_ directory: String, _ process: pid_t) -> Bool {
        let descriptors = "/proc/\(process)/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: descriptors)) ?? []
        return names.contains { name in
            let path = try? FileManager.default.destinationOfSymbolicLink(
                atPath: "\(descriptors)/\(name)")
            return path?.hasPrefix(directory + "/") ?? false
        }
    }

    /// Whether it has a file open of exactly that size, with a name or without.
    static func hasOpenFile(ofSize size: Int, _ process: pid_t) -> Bool {
        let directory = "/proc/\(process)/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return names.contains { name in
            var status = stat()
            return stat("\(directory)/\(name)", &status) == 0
                && status.st_mode & S_IFMT == S_IFREG && status.st_size == size
        }
    }
}
