import FormEncoding
import Foundation
import Testing

@testable import formpost

/// Forms of many parts, and long values: ten times as much takes about ten times as long.
@Suite(.serialized)
struct LargeFormTests {
    private static let kinds: [@Sendable (Int) -> [String]] = [
        { count in (0..<count).map { "n\($0)=value;type=text/plain" } },
        { ["a=\"" + String(repeating: "\\\"x;", count: 10 * $0) + "\""] },
        { ["a=b" + String(repeating: ";type=x/y;filename=f", count: 2 * $0)] },
        { ["a=b" + String(repeating: ";\"x", count: 2 * $0)] },
    ]

    @Test(arguments: kinds.indices) func takeTimeByTheirLength(kind: Int) throws {
        let arguments = Self.kinds[kind]
        _ = try seconds(arguments(500))
        let (few, many) = (try seconds(arguments(1000)), try seconds(arguments(10_000)))
        // Were it quadratic it would be a hundred times.
        #expect(many < few * 40)
    }

    /// Of processor time of this thread, whatever else the machine does.
    private func seconds(_ arguments: [String]) throws -> Double {
        let fields = arguments.map {
            FormField(kind: .form, argument: ByteString($0), option: "-F")
        }
        let start = threadTime
        var builder = FormBuilder(Settings.Form(fields: fields, isLax: true))
        try builder.measure(until: nil)
        _ = try builder.form(nil) { () throws(Never) in .bytes("") }.body()
        return threadTime - start
    }

    private var threadTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
