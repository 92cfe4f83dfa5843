import Foundation
import TestSupport

/// An upload of 64 MiB to a server that reads 4 MiB of it, goes on slowly, reads the rest, waits and
/// answers: the test says when.
struct HeldUpload {
    static let size: Int64 = 64 << 20

    let server: LoopbackServer
    let file: String
    /// Opened by the test: the rest is read, the answer is sent.
    let readRest = Gate()
    let answer = Gate()
    let directory: TemporaryDirectory

    /// - `first`: answers to the requests before.
    /// - `letter`: what the file consists of; zeros by default.
    init(
        first: [Answer] = [], filledWith letter: Unicode.Scalar? = nil
    ) throws {
        directory = try TemporaryDirectory()
        file =
            if let letter {
                try directory.file(
                    "big", [UInt8](repeating: UInt8(ascii: letter), count: Int(Self.size)))
            } else {
                try directory.sparseFile("big", size: Self.size)
            }
        let held = Answer(
            [
                .readBytes(4 << 20), Self.slowly(until: readRest), .readBody, .wait(answer),
                .respond(200, body: "stored\n"),
            ])
        server = try LoopbackServer(script: .answers(first + [held]), bodies: .count)
    }

    /// Reads a little at a time, as over a slow network: a stalled upload shows no time left.
    private static func slowly(until gate: Gate) -> Step {
        .choose { _ in
            gate.isOpen ? [] : [.readBytes(64 << 10), .pause(0.05), slowly(until: gate)]
        }
    }

    /// The command that sends the file as `named`, after these options.
    func command(_ options: [any RawBytes] = [], named name: String = "big.iso") -> Command {
        Command.formpost(
            arguments: options + ["-F", "f=@\(file);filename=\"\(name)\"", server.url])
    }

    /// Runs the command, and opens the gates according to `--progress json`.
    func run(tellingJSON command: Command) async throws -> CommandResult {
        let running = try command.start()
        try await running.stderr(containing: #""event":"progress""#)
        readRest.open()
        try await running.stderr(containing: #""event":"waiting""#)
        answer.open()
        return await running.result()
    }

    /// Opens all gates.
    func goOn() {
        readRest.open()
        answer.open()
    }
}

/// The progress bar in a terminal's output.
enum ProgressBar {
    /// The drawn lines, in order, without the sequence that erases the rest of the line.
    static func draws(_ bytes: [UInt8]) -> [String] {
        String(decoding: bytes, as: UTF8.self)
            .matches(of: /\r([^\r\n\u{1B}]+)\u{1B}\[K/.matchingSemantics(.unicodeScalar))
            .map { String($0.1) }
    }

    /// A line without the time at its end, which depends on the machine: `… · 64.0 MiB in 7 s`.
    static func timeless(_ lines: [String]) -> [String] {
        lines.map { $0.replacing(#/ in (\d+ s|[\d:]+)$/#, with: "") }
    }

    /// How often the cursor has been sent to the beginning of the line, to draw there.
    static func count(_ bytes: [UInt8]) -> Int {
        zip(bytes, bytes.dropFirst() + [0]).count { $0 == 0x0D && $1 != 0x0A }
    }
}
