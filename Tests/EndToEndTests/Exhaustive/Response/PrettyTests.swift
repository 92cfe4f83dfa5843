import Foundation
import TestSupport
import Testing

/// JSON on a terminal, and as it comes; pretty.txt has what is printed in a pipe.
@Suite(.serialized)
struct PrettyTests {
    private static let json = #"{"name":"Größe","list":[1,true,null],"none":{}}"# + " "
    private static let colored = """
        {
          \u{1B}[1;34m"name"\u{1B}[0m: \u{1B}[32m"Größe"\u{1B}[0m,
          \u{1B}[1;34m"list"\u{1B}[0m: [
            \u{1B}[36m1\u{1B}[0m,
            \u{1B}[35mtrue\u{1B}[0m,
            \u{1B}[35mnull\u{1B}[0m
          ],
          \u{1B}[1;34m"none"\u{1B}[0m: {}
        }

        """
    private static let indented = colored.replacing(/\x1B\[[\d;]*m/, with: "")

    private static func answer(_ body: any RawBytes = json) -> Answer {
        .respond(200, headers: ["Content-Type": "application/json"], body: body)
    }

    /// On a terminal that is standard output; standard error is elsewhere.
    private func onTerminal(
        _ answer: Answer, _ options: [String] = [], _ environment: [String: String] = [:]
    ) async throws -> String {
        let server = try LoopbackServer(answer)
        let terminal = try Terminal()
        let result = try await Command.formpost(
            arguments: ["-sS"] + options + ["-F", "a=b", server.url]
        ).on(terminal).with {
            $0.stderr = .capture
            for (name, value) in environment { $0.environment[name] = value }
        }.run()
        #expect(result.exitStatus == 0, "\(result)")
        let shown = String(decoding: try await terminal.everything(), as: UTF8.self)
        return shown.replacing("\r\n", with: "\n")
    }

    @Test(
        arguments: [
            ([], [:], colored), (["--pretty", "auto"], [:], colored),
            (["--pretty", "on"], [:], colored), (["-o", "-"], [:], colored),
            (["--retry", "2"], [:], colored), ([], ["NO_COLOR": "1"], indented),
            ([], ["TERM": "dumb"], indented), (["--pretty", "off"], [:], json + "\n"),
        ] as [([String], [String: String], String)])
    func indentsOnATerminal(
        options: [String], environment: [String: String], expected: String
    ) async throws {
        let shown = try await onTerminal(Self.answer(), options, environment)
        // What ends inside a line has one more on the terminal only if standard error is there.
        let endsInside = options == ["--pretty", "off"] && shown + "\n" == expected
        #expect(shown == expected || endsInside)
    }

    @Test(arguments: [[], ["--pretty", "on"]])
    func leavesAFileAlone(options: [String]) async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("answer")
        let shown = try await onTerminal(Self.answer(), options + ["-o", path])
        #expect(shown == "")
        #expect(try directory.contents(of: "answer") == Array(Self.json.utf8))
    }

    /// A large answer takes the memory of a small one, whatever is large in it.
    @Test func takesConstantMemory() async throws {
        let size = 4 << 20
        var peaks: [Int64] = []
        for body in [
            Array("[1]".utf8), [0x22] + [UInt8](repeating: 0x78, count: size) + [0x22],
            [UInt8](repeating: 0x20, count: size) + Array("1".utf8),
        ] {
            let server = try LoopbackServer(Self.answer(body))
            let result = try await Command.formpost(
                "-sS", "--pretty", "on", "-F", "a=b", server.url
            ).with {
                $0.stdout = .file("/dev/null")
            }.run()
            #expect(result.exitStatus == 0)
            peaks.append(result.peakMemory)
        }
        #expect(peaks[1] - peaks[0] < 3 << 20 && peaks[2] - peaks[0] < 3 << 20, "\(peaks)")
    }

    /// What has come is printed, and is all there when the rest never comes.
    @Test func printsWhatHasComeAtOnce() async throws {
        let goOn = Gate()
        let server = try LoopbackServer([
            .readBody,
            .send(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n[1,{\"a\":\"b"
            ), .wait(goOn), .close,
        ])
        let running = try Command.formpost("-sS", "--pretty", "on", "-F", "a=b", server.url)
            .start()
        let start = "[\n  1,\n  {\n    \"a\": \"b"
        #expect(try await running.stdout(containing: "\"b") == Array(start.utf8))
        goOn.open()
        let result = await running.result()
        #expect(result.exitStatus == 18)
        #expect(result.stdoutText == start)
    }

    /// A colour that is cut ends with the command.
    @Test func leavesNoColorBehind() async throws {
        let server = try LoopbackServer([
            .readBody,
            .send(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n[\"ab"
            ), .drain,
        ])
        let terminal = try Terminal()
        let running = try Command.formpost("-sS", "-F", "a=b", server.url).on(terminal).start()
        try await terminal.output(containing: "\u{1B}[32m\"ab")
        running.send(SIGINT)
        #expect(await running.result().signal == SIGINT)
        let shown = String(decoding: try await terminal.everything(), as: UTF8.self)
        #expect(shown.hasPrefix("[\r\n  \u{1B}[32m\"ab\u{1B}[0m"), "\(shown)")
        #expect(shown.hasSuffix(" of the response received\r\n"), "\(shown)")
    }

    /// Nothing in an answer moves the cursor.
    @Test func isHarmlessOnATerminal() async throws {
        let body = "{\"a\":\"\u{1B}[2J\u{7F}\u{9B}1m\u{202E}ü\"}"
        let answer = Self.answer(body)
        let shown = try await onTerminal(answer, [], ["NO_COLOR": "1"])
        #expect(shown == "{\n  \"a\": \"\\x1b[2J\\x7f\\xc2\\x9b1m\\xe2\\x80\\xaeü\"\n}\n")
        // It ends in the middle of a character.
        let cut = try await onTerminal(
            Self.answer(Array("[\"".utf8) + [0xE2, 0x80]), [],
            ["NO_COLOR": "1"])
        #expect(cut == "[\n  \"\\xe2\\x80" || cut == "[\n  \"\\xe2\\x80\n")
    }
}
