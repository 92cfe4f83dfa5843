import FormEncoding
import Foundation
import TestSupport
import Testing

@testable import formpost

/// One line for all on a terminal, a line for each elsewhere.
@Suite(.timeLimit(.minutes(1)))
struct ManyProgressTests {
    private let directory: TemporaryDirectory
    private let log: Int32

    init() throws {
        directory = try TemporaryDirectory()
        log = open(try directory.file("log", ""), O_WRONLY | O_APPEND | O_CLOEXEC)
    }

    private func progress(
        _ sizes: ExpectedSizes, on descriptor: Int32? = nil, journal: ByteString? = nil,
        _ change: (inout Settings.Output) -> Void = { _ in }
    ) -> ProgressMeter {
        var output = Settings.Output()
        change(&output)
        var console = Console(error: descriptor ?? log)
        console.hasColors = false
        let progress = ProgressMeter(Reporter(console: console, output: output))
        progress.expect(sizes, hasUploads: true, journal: journal, isMany: true)
        return progress
    }

    /// Closes the display; returns the exit status.
    private func status(closing progress: ProgressMeter) -> Int32 {
        progress.close()
        return progress.change { state, _ in state.tally.status }
    }

    /// One is uploaded, one fails, one is skipped, and one is not sent.
    private func makeFour(_ progress: ProgressMeter) -> Int32 {
        progress.change { state, _ in state.begin(0, "img 1.jpg", size: nil) }
        progress.change { state, _ in state.begin(1, "img 7\n.jpg", size: 2048) }
        progress.change { $0.move(0, 500, at: $1) }
        progress.change { $0.move(1, 1024, at: $1) }
        let failure = Failure(22, "the server answered 413 Payload Too Large")
        progress.end(.failed(1, failure, of: "img 7\n.jpg", status: 413))
        progress.end(.uploaded(0, status: 201))
        progress.change { state, _ in state.begin(2, "c.jpg", size: nil) }
        progress.end(.skipped(2))
        return status(closing: progress)
    }

    private var lines: [String] {
        get throws {
            String(decoding: try directory.contents(of: "log"), as: UTF8.self)
                .split(separator: "\n").map(String.init)
        }
    }

    private static let failure =
        #"formpost: (22) img 7\n.jpg: the server answered 413 Payload Too Large"#
    private static let last =
        #"1 uploaded, 1 failed (img 7\n.jpg: 413), 1 skipped (already in u.journal), 1 not sent"#

    @Test func isALineForEachInALog() throws {
        let progress = progress([1_258_292, 1, 1, 1], journal: "u.journal")
        #expect(makeFour(progress) == 22)
        #expect(
            try lines == [
                Self.failure, "img 1.jpg: 201, 1.2 MiB",
                Self.last,
            ])
    }

    private static let quiet: [(@Sendable (inout Settings.Output) -> Void, [String])] = [
        ({ $0.progress = .none }, [failure, last]),
        ({ $0.progress = .plain }, [failure, "img 1.jpg: 201, 500 bytes", last]),
        ({ $0.isSilent = true }, []),
        ({ ($0.isSilent, $0.showsErrors) = (true, true) }, [failure]),
    ]

    @Test(arguments: quiet.indices)
    func isAsQuietAsAsked(row: Int) throws {
        let (change, expected) = Self.quiet[row]
        #expect(makeFour(progress([1, 1, 1, 1], journal: "u.journal", change)) == 22)
        #expect(try lines == expected)
    }

    /// A failure is above the line, which is drawn again, and erased at the end.
    @Test func isOneLineOnATerminal() async throws {
        let terminal = try Terminal(columns: 80)
        let descriptor = open(terminal.path, O_WRONLY | O_NOCTTY | O_CLOEXEC)
        defer { close(descriptor) }
        let progress = progress([4096, 4096, 4096], on: descriptor) { $0.progress = .bar }
        for (index, name) in (["a", "b", "c"] as [ByteString]).enumerated() {
            progress.change { state, _ in state.begin(index, name, size: nil) }
            progress.change { $0.move(index, 1024, at: $1) }
        }
        let drawn = try await terminal.output(containing: "0/3 · 3.0 of 12.0 KiB")
        #expect(Screen(drawn, columns: 80).lines.count == 1)
        progress.end(.failed(1, Failure(7, "no"), of: "b"))
        progress.end(.uploaded(0))
        let later = try await terminal.output(containing: "2/3 · 6.0 of 9.0 KiB")
        let screen = Screen(later, columns: 80)
        #expect(screen.lines.count == 2 && screen.wraps == 0)
        #expect(screen.lines.first == "formpost: (7) b: no")
        #expect(screen.lines.last?.contains("1 failed") == true)
        progress.end(.uploaded(2))
        #expect(status(closing: progress) == 7)
        #expect(
            Screen(try await terminal.everything(), columns: 80).lines == [
                "formpost: (7) b: no", "2 uploaded, 1 failed (b: cannot connect)",
            ])
    }

    /// Of 300 transfers on as many threads as there are.
    @Test func countsFromAllThreads() async throws {
        var sizes = ExpectedSizes()
        sizes.append(1000, count: 300)
        let progress = progress(sizes) { $0.progress = .none }
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<300 {
                group.addTask {
                    progress.change { state, _ in
                        state.begin(index, ByteString("\(index)"), size: nil)
                    }
                    for sent in 1...50 {
                        progress.change { $0.move(index, Int64(sent * 10), at: $1) }
                    }
                    let isGood = index % 7 != 6
                    progress.end(
                        isGood
                            ? .uploaded(index)
                            : .failed(index, Failure(55, "x"), of: ByteString("\(index)")))
                }
            }
        }
        #expect(status(closing: progress) == 55)
        let failures = progress.change { state, _ in state.tally.failures.first }
        #expect(failures.map(\.place.number) == [6, 13, 20, 27, 34])
        #expect(try lines.count == 43)
        #expect(
            try lines.last
                == "258 uploaded, 42 failed (6: sending failed, 13: sending failed, 20: sending "
                + "failed, 27: sending failed, 34: sending failed and 37 more)")
    }
}
