import FormUpload
import Testing

@testable import formpost

/// The progress in messages.
@Suite struct ProgressMessageTests {
    private static func progress(
        _ phase: UploadProgress.Phase, sent: Int64, read: Int64, of total: Int64?,
        received: Int64 = 0
    ) -> UploadProgress {
        var progress = UploadProgress(total: total)
        (progress.phase, progress.sent, progress.read) = (phase, sent, read)
        progress.received = received
        return progress
    }

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

    private static let rows: [(UploadProgress, phase: String, interrupted: String)] = [
        (
            progress(.connecting, sent: 0, read: 0, of: 100 * mib),
            "while connecting", "0 of 100.0 MiB sent"
        ),
        (
            progress(.sending, sent: 4 * mib, read: 9 * mib, of: 13_107_200),
            "while sending (4.0 of 12.5 MiB sent)", "4.0 of 12.5 MiB sent"
        ),
        (
            progress(.sending, sent: 12 * mib, read: 13_107_200, of: 13_107_200),
            "while sending (12.0 of 12.5 MiB sent)", "12.0 of 12.5 MiB sent"
        ),
        (
            progress(.sending, sent: 5, read: 100, of: 139),
            "while sending (5 of 139 bytes sent)", "5 of 139 bytes sent"
        ),
        (
            progress(.sending, sent: 2048, read: 4096, of: nil),
            "while sending (2.0 KiB sent)", "2.0 KiB sent"
        ),
        // A server that is asked first.
        (
            progress(.waitingForResponse, sent: 0, read: 0, of: 3 * mib),
            "while sending (0 of 3.0 MiB sent)", "0 of 3.0 MiB sent"
        ),
        (
            progress(.waitingForResponse, sent: 3 * mib, read: 3 * mib, of: 3 * mib),
            "while waiting for the response (3.0 of 3.0 MiB sent)",
            "3.0 MiB sent, waiting for the response"
        ),
        (
            progress(.waitingForResponse, sent: 300, read: 300, of: nil),
            "while waiting for the response (300 bytes sent)",
            "300 bytes sent, waiting for the response"
        ),
        (
            progress(.receiving, sent: 5, read: 5, of: 139, received: 3),
            "while receiving the response (3 bytes received)",
            "5 of 139 bytes sent, 3 bytes of the response received"
        ),
        (
            progress(.receiving, sent: 5, read: 5, of: 139, received: 5 << 20),
            "while receiving the response (5.0 MiB received)",
            "5 of 139 bytes sent, 5.0 MiB of the response received"
        ),
        (
            progress(.receiving, sent: 139, read: 139, of: 139, received: 3),
            "while receiving the response (3 bytes received)",
            "139 bytes sent, 3 bytes of the response received"
        ),
    ]

    @Test(arguments: rows)
    func say(progress: UploadProgress, phase: String, interrupted: String) {
        #expect(Messages.phase(progress) == phase)
        #expect(Messages.interrupted(progress) == "interrupted: " + interrupted)
    }

    @Test func sayHowMuchWasRead() {
        #expect(
            Messages.interrupted(reading: "-", 3 << 20)
                == "interrupted: 3.0 MiB of standard input read, nothing sent")
        #expect(
            Messages.interrupted(reading: "a b", 1)
                == "interrupted: 1 byte of 'a b' read, nothing sent")
    }
}
