import Foundation
import TestSupport
import Testing

/// Remedies that scenarios cannot show: on terminals, and of servers that do not read a request. For others
/// see Scenarios/messages.txt.
@Suite(.serialized)
struct RemedyTests {
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
