import Foundation
import TestSupport
import Testing

/// Remedies that scenarios cannot show: on terminals, and of servers that do not read a request. For others
/// see Scenarios/messages.txt.
@Suite(.serialized)
struct RemedyTests {
    /// A TLS server that receives plain HTTP: it closes, or answers with an alert.
    @Test func guessesThatTheServerWantsTLS() async throws {
        let alert: [UInt8] = [0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x46]
        let actions: [[Step]] = [[.close], [.send(alert), .close]]
        for steps in actions {
            let server = try LoopbackServer(script: .answers([]), onConnect: { _ in steps })
            let result = try await Command.formpost("-sS", "-F", "a=b", server.url).run()
            #expect([1, 52, 55, 56].contains(result.exitStatus), "\(result)")
            // The bytes of a small form may have been acknowledged before the connection broke.
            guard result.exitStatus == 1 || result.stderrText.contains("(0 of") else { continue }
            #expect(
                result.stderrText.hasSuffix("; does the server expect https://?\n"), "\(result)")
        }
    }

    @Test(arguments: [
        (["-F", "f=@-"], "text"), (["-F", "a=b", "-H", "@-"], "X: y"),
        (["-F", "a=b", "-K", "-"], "compressed"),
    ])
    func aTerminalIsAskedForInput(arguments: [String], input: String) async throws {
        let server = try LoopbackServer()
        for silent in [[], ["-s"]] {
            let terminal = try Terminal()
            let command = try Command.formpost(
                arguments: arguments + silent + [server.url]
            ).on(terminal).start()
            if silent.isEmpty { try await terminal.output(containing: "Ctrl-D ends it") }
            try terminal.type(input + "\n\u{4}")
            #expect(await command.result().exitStatus == 0)
            let text = String(decoding: try await terminal.everything(), as: UTF8.self)
            let notices = text.components(
                separatedBy: "formpost: reading standard input, Ctrl-D ends it\r\n")
            #expect(notices.count == (silent.isEmpty ? 2 : 1), "\(text)")
        }
    }
}
