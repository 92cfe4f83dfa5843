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

    private typealias Row = (
        phase: UploadProgress.Phase, counts: [Int64], total: Int64?, said: String,
        interrupted: String
    )

    /// The counts are the bytes read, sent and received.
    private static let rows: [Row] = [
        (.connecting, [0, 0, 0], 100 * mib, "while connecting", "0 of 100.0 MiB sent"),
        (
            .sending, [9 * mib, 4 * mib, 0], 13_107_200,
            "while sending (4.0 of 12.5 MiB sent)", "4.0 of 12.5 MiB sent"
        ),
        (
            .sending, [13_107_200, 12 * mib, 0], 13_107_200,
            "while sending (12.0 of 12.5 MiB sent)", "12.0 of 12.5 MiB sent"
        ),
        (.sending, [4096, 2048, 0], nil, "while sending (2.0 KiB sent)", "2.0 KiB sent"),
        // A server that is asked first.
        (
            .waitingForResponse, [0, 0, 0], 139,
            "while sending (0 of 139 bytes sent)", "0 of 139 bytes sent"
        ),
        (
            .waitingForResponse, [139, 139, 0], 139,
            "while waiting for the response (139 of 139 bytes sent)",
            "139 bytes sent, waiting for the response"
        ),
        (
            .waitingForResponse, [300, 300, 0], nil,
            "while waiting for the response (300 bytes sent)",
            "300 bytes sent, waiting for the response"
        ),
        (
            .receiving, [5, 5, 5 << 20], 139, "while receiving the response (5.0 MiB received)",
            "5 of 139 bytes sent, 5.0 MiB of the response received"
        ),
        (
            .receiving, [139, 139, 3], 139, "while receiving the response (3 bytes received)",
            "139 bytes sent, 3 bytes of the response received"
        ),
    ]

    @Test(arguments: rows.indices)
    func say(index: Int) {
        let row = Self.rows[index]
        var progress = UploadProgress(total: row.total)
        progress.phase = row.phase
        (progress.read, progress.sent, progress.received) = (
            row.counts[0], row.counts[1], row.counts[2]
        )
        #expect(progress.text == row.said)
        #expect(Messages.interrupted(progress) == "interrupted: " + row.interrupted)
    }

    @Test(arguments: [("-", "3.0 MiB of standard input"), ("a b", "3.0 MiB of 'a b'")])
    func sayHowMuchWasRead(path: String, text: String) {
        var state = ProgressState(sizes: [], isMany: false)
        state.read(3 << 20, of: ByteString(path), at: .zero)
        #expect(Messages.interrupted(state) == "interrupted: \(text) read, nothing sent")
    }
}
