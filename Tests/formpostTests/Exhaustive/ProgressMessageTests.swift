import FormEncoding
import FormUpload
import Testing

@testable import formpost

/// The progress in messages.
@Suite struct ProgressMessageTests {
    private static let mib: Int64 = 1 << 20

    /// What stays of a bar.
    @Test(
        arguments: [
            (0.02, "1 s"), (6.6, "7 s"), (59.4, "59 s"), (59.6, "1:00"), (95.2, "1:35"),
            (3700, "1:01:40"), (100_000, "over a day"),
        ] as [(Double, String)])
    func timeTaken(seconds: Double, text: String) {
        #expect(Messages.sent(30 * Self.mib, in: .seconds(seconds)) == "30.0 MiB in \(text)")
    }

    @Test(arguments: [("-", "3.0 MiB of standard input"), ("a b", "3.0 MiB of 'a b'")])
    func sayHowMuchWasRead(path: String, text: String) {
        var state = ProgressState(sizes: [], isMany: false)
        state.read(3 << 20, of: ByteString(path), at: .zero)
        #expect(
            Messages.interrupted(state, ProgressSnapshot())
                == "interrupted: \(text) read, nothing sent")
    }
}
