import Foundation
import TestSupport
import Testing

@testable import formpost

/// The bar's line on a terminal when several draw there or close it; `ProgressBarTests` watch the command.
@Suite(.timeLimit(.minutes(5)))
struct ProgressLineTests {
    private let terminal: Terminal
    private let console: Console
    private let line: ProgressLine

    init() throws {
        terminal = try Terminal(columns: 40)
        console = Console(error: open(terminal.path, O_WRONLY | O_NOCTTY | O_CLOEXEC))
        line = ProgressLine(console)
    }

    private func lines() async throws -> [String] {
        let screen = Screen(try await terminal.everything(), columns: 40)
        #expect(screen.surprises == [])
        return screen.lines
    }

    /// Not even by who has been waiting to draw.
    @Test func staysClosed() async throws {
        line.draw { _ in "drawn" }
        line.close(saying: "last")
        line.close(saying: "later")
        line.closeIfFree()
        line.draw { _ in "late" }
        line.erase { "late" }
        #expect(try await lines() == ["last"])
    }

    /// A signal comes while the line is being drawn.
    @Test func waitsForWhoIsDrawing() async throws {
        let (drawing, goOn) = (Gate(), Gate())
        async let drawn: Void = onThread { [line] in
            line.draw { _ in
                drawing.open()
                Gate.block(untilAnyOf: [goOn])
                return "drawn"
            }
        }
        try await drawing.waitUntilOpen()
        async let closed: Void = onThread { [line] in line.close(saying: "last") }
        // So that to close has most likely begun.
        try await Task.sleep(for: .milliseconds(50))
        goOn.open()
        _ = await (drawn, closed)
        #expect(try await lines() == ["last"])
    }

    /// An event that was abandoned may print for ever.
    @Test func doesNotWaitForWhoNeverEnds() async throws {
        let (printing, goOn) = (Gate(), Gate())
        line.draw { _ in "drawn" }
        async let printed: Void = onThread { [line] in
            line.standingAside {
                printing.open()
                Gate.block(untilAnyOf: [goOn])
            }
        }
        try await printing.waitUntilOpen()
        await onThread { [line] in line.closeIfFree() }
        goOn.open()
        await printed
        #expect(try await lines() == [])
    }
}
