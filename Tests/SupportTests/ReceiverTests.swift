import TestSupport
import Testing

/// The receiver of `make demo`, run as it is there.
@Suite struct ReceiverTests {
    private let directory: TemporaryDirectory
    private let file: String

    init() throws {
        directory = try TemporaryDirectory()
        file = try directory.file("f.png", [0, 1, 2, 0x0D, 0x0A, 0xFF])
    }

    /// Uploads by curl to a receiver that was started with `options`.
    private func upload(
        _ curl: [any RawBytes], to options: String...
    ) async throws -> (curl: CommandResult, receiver: CommandResult) {
        let receiver = try Command(BuiltCommand.besideTests("receiver"), arguments: options).start()
        let line = String(decoding: try await receiver.stdout(containing: "/\n"), as: UTF8.self)
        let url = try #require(line.split(whereSeparator: \.isWhitespace).last)
        let result = try await Command.curl(arguments: ["-sS"] + curl + [String(url)]).run()
        return (result, await receiver.result())
    }

    @Test(.enabled(if: hasCurl, "curl is not installed"))
    func tellsWhatItGot() async throws {
        let (curl, receiver) = try await upload(
            ["-F", "a=b", "-F", "f=@\(file);filename=x\u{1B}y"], to: "--compare", "f=\(file)")
        #expect(
            curl.stdoutText == """
                {"parts":[{"name":"a","size":1},\
                {"filename":"x\\u001by","name":"f","size":6,"type":"image/png"}]}

                """)
        let lines = receiver.stdoutText.split(separator: "\n").dropFirst()
        #expect(lines.first?.hasPrefix("POST /: 2 parts, ") == true)
        #expect(
            lines.dropFirst().joined(separator: "\n") == """
                  name "a", 1 byte
                  name "f", filename "x\\u{1B}y", type image/png, 6 bytes
                  f: the same 6 bytes as \(file)
                """)
        #expect(receiver.exitStatus == 0)
    }

    @Test(.enabled(if: hasCurl, "curl is not installed"))
    func failsWhenTheBytesDiffer() async throws {
        let (curl, receiver) = try await upload(
            ["-F", "f=\u{0}"], to: "--compare", "f=\(file)", "--compare", "g=\(file)")
        #expect(curl.exitStatus == 0)
        #expect(receiver.stdoutText.contains("  f: differs from \(file) at offset 0\n"))
        #expect(receiver.stdoutText.hasSuffix("  g: no such part\n"))
        #expect(receiver.exitStatus == 1)
    }

    @Test(.enabled(if: hasCurl, "curl is not installed"))
    func refusesWhatIsNoForm() async throws {
        let (curl, receiver) = try await upload(["-d", "a=b", "-w", "%{http_code}"])
        #expect(curl.stdoutText.hasSuffix("400"))
        #expect(receiver.exitStatus == 1)
    }
}
