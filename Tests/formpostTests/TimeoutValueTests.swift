import FormEncoding
import Testing

@testable import formpost

/// What the value of an option that takes seconds, a number or a size may look like: as in curl, or
/// an error.
@Suite struct TimeoutValueTests {
    private static let options: [ByteString] = [
        "-m", "--connect-timeout", "--stall-timeout", "--speed-time", "--retry-delay",
        "--retry-max-time", "--expect100-timeout",
    ]

    private func error(_ option: ByteString, _ value: ByteString) -> UsageError? {
        do throws(UsageError) {
            _ = try ArgumentParser.parse([option, value, "-F", "a=b", "http://h/"])
            return nil
        } catch {
            return error
        }
    }

    /// curl takes all of these, apart from those of its options that want whole seconds.
    @Test(arguments: ["0", "0.5", "5", "007", "1e3", "9e15", ".5", "2147483647", "2147483648"])
    func acceptsWhatIsATime(value: String) {
        for option in Self.options {
            #expect(error(option, ByteString(value)) == nil, "\(option)")
        }
    }

    @Test(arguments: [
        "inf", "nan", "-inf", "1e300", "9223372036854775807", "-1", "-0.5", "x", "", "5x", "0x10",
        "1e", " 5", "5 ", "1,5", "--", "\u{661}",
    ])
    func refusesWhatIsNone(value: String) {
        for option in Self.options {
            let error = error(option, ByteString(value))
            guard case .badValue("\(option)", ByteString(value), _) = error else {
                Issue.record("\(option) \(value): \(String(describing: error))")
                continue
            }
        }
    }

    @Test(
        arguments: [
            ("--retry", "-1"), ("--retry", "x"), ("--retry", "1.5"), ("--retry", ""),
            ("--retry", "99999999999999999999"), ("-Y", "-1"), ("-Y", "x"),
            ("-Y", "9223372036854775808"), ("-Y", "9223372036854775807K"), ("--max-redirs", "-2"),
            ("--max-redirs", "x"), ("--max-redirs", ""), ("--max-redirs", "99999999999999999999"),
            ("--max-redirs", "1.5"),
        ] as [(ByteString, ByteString)])
    func refusesWhatIsNoNumber(option: ByteString, value: ByteString) {
        guard case .badValue("\(option)", value, _) = error(option, value) else {
            Issue.record("\(option) \(value) is accepted")
            return
        }
    }
}
