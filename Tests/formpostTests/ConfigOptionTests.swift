import FormEncoding
import Foundation
import TestSupport
import Testing

@testable import formpost

/// The time for reading a configuration file, which counts from the start of the command. For all else of
/// such files see Scenarios/config.txt.
@Suite struct ConfigOptionTests {
    @Test func doesNotWaitForAFileForEver() throws {
        let directory = try TemporaryDirectory()
        let fifo = ByteString(directory.path("fifo"))
        #expect(mkfifo(directory.path("fifo"), 0o600) == 0)
        let timeout = InputTimeout(path: fifo, limit: .milliseconds(50), lacksWriter: true)
        let failure = #expect(throws: Failure.self) {
            try Invocation.parse(
                ["-m9", "-K", fifo, "-m", "0.05", "u"], began: .now - .seconds(5))
        }
        #expect(failure?.status == ExitStatus.timedOut)
        #expect(failure?.text == Messages.text(timeout))
    }
}
