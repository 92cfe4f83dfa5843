import FormEncoding
import Testing

@testable import formpost

@Suite struct ShortReasonTests {
    /// A bad status says more than its exit status.
    @Test(
        arguments: [
            (18, 200, "response cut short"), (22, 413, "413"), (22, nil, "bad status"),
            (99, nil, "error 99"),
        ] as [(Int32, Int?, String)])
    func areShort(status: Int32, answer: Int?, text: String) {
        #expect(ExitStatus.shortReason(status, answer: answer) == text)
    }

    @Test func everyExitStatusHasOne() {
        let statuses = ExitStatus.meanings.compactMap { Int32($0.0) }.filter { $0 > 0 }
        for status in statuses {
            #expect(!ExitStatus.shortReason(status, answer: nil).hasPrefix("error"), "\(status)")
        }
    }
}
