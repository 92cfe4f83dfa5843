import Foundation
import TestSupport
import Testing

/// SIGINT and SIGTERM end an upload at once, by the signal itself: a shell says 130 and 143.
@Suite(.serialized)
struct SignalTests {
    /// A server that reads a little, opens `reached` and waits.
    private func server(_ reached: Gate, _ stop: Gate) throws -> LoopbackServer {
        try LoopbackServer([.readBytes(1 << 20), .open(reached), .wait(stop)], bodies: .count)
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func dieOfIt(signal: Int32) async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.sparseFile("big", size: 1 << 30)
        let answer = try directory.file("answer", "older")
        for options in [[], ["-o", answer], ["-o", directory.path("new")]] {
            let (reached, stop) = (Gate(), Gate())
            defer { stop.open() }
            let server = try server(reached, stop)
            let command = try Command.formpost(
                arguments: options + ["-F", "f=@" + file, server.url]
            ).start()
            try await reached.waitUntilOpen()
            command.send(signal)
            let result = await command.result()
            #expect(result.signal == signal, "\(options) \(result)")
            #expect(result.stdout == [])
            let said = /formpost: interrupted: (0|\d\.\d\d) of 1\.00 GiB sent\n/
            #expect(result.stderrText.wholeMatch(of: said) != nil, "\(result)")
            #expect(result.leftovers == [])
            #expect(directory.entries() == ["answer", "big"], "\(options)")
            #expect(try directory.contents(of: "answer") == Array("older".utf8))
        }
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

    /// While the response comes in, and part of it has been written.
    @Test func leavesNoHalfOfAResponse() async throws {
        let directory = try TemporaryDirectory()
        let answer = try directory.file("answer", "older")
        let (reached, stop) = (Gate(), Gate())
        defer { stop.open() }
        let server = try LoopbackServer([
            .readBody, .send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"),
            .send([UInt8](repeating: 0x78, count: 50_000)), .open(reached), .wait(stop),
        ])
        let command = try Command.formpost("-o", answer, "-F", "a=b", server.url).start()
        try await reached.waitUntilOpen()
        try await command.stderr(containing: "200 OK\n")
        command.send(SIGINT)
        let result = await command.result()
        #expect(result.signal == SIGINT)
        let said =
            /HTTP\/1.1 200 OK\nformpost: interrupted: 139 bytes sent, [\d.]+ (bytes|KiB) of the response received\n/
        #expect(result.stderrText.wholeMatch(of: said) != nil, "\(result)")
        #expect(directory.entries() == ["answer"])
        #expect(try directory.contents(of: "answer") == Array("older".utf8))
    }

    /// As any message: not with -s, unless -S brings it back.
    @Test(
        arguments: [
            (["-s"], false), (["-s", "--progress", "bar"], false), (["-sS"], true),
            (["--progress", "none"], true), (["--progress", "plain"], true),
        ])
    func saysHowFarItWas(options: [String], isSaid: Bool) async throws {
        let (reached, stop) = (Gate(), Gate())
        defer { stop.open() }
        let server = try LoopbackServer([.readBody, .open(reached), .wait(stop)])
        let command = try Command.formpost(arguments: options + ["-F", "a=b", server.url]).start()
        try await reached.waitUntilOpen()
        command.send(SIGTERM)
        let result = await command.result()
        #expect(result.signal == SIGTERM)
        // Received bytes need not have been acknowledged.
        let said =
            /formpost: interrupted: (\d+ of 139 bytes sent|139 bytes sent, waiting for the response)\n/
        #expect(
            isSaid ? result.stderrText.wholeMatch(of: said) != nil : result.stderr == [],
            "\(result)")
    }

    /// Nothing is sent while the input is being read.
    @Test(arguments: [
        (["-s"], false), (["-sS"], true), ([], true), (["--progress", "plain"], true),
    ])
    func saysHowMuchWasRead(options: [String], isSaid: Bool) async throws {
        let server = try LoopbackServer()
        let command = try Command.formpost(arguments: options + ["-F", "f=@-", server.url]).with {
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
            let command = try Command.formpost("-F", "f=@-", "http://127.0.0.1:9/").with {
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
        let server = try server(reached, stop)
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
