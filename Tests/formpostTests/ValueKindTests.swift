import FormEncoding
import Testing

@testable import formpost

@Suite struct ValueKindTests {
    private func read<Value>(
        _ kind: ValueKind<Value>, _ value: ByteString
    ) throws(UsageError) -> Value {
        try kind.parse(OptionUse(option: "--x", argument: value))
    }

    /// The problem of a value, `nil` when it has none.
    private func problem<Value>(_ kind: ValueKind<Value>, _ value: ByteString) -> ValueProblem? {
        do throws(UsageError) {
            _ = try read(kind, value)
            return nil
        } catch .badValue("--x", value, let problem) {
            return problem
        } catch {
            return nil
        }
    }

    @Test(arguments: [
        ("0", 0), ("1", 1000), ("0.5", 500), (".5", 500), ("5.", 5000), ("2.92", 2920),
        ("1e3", 1_000_000), ("007", 7000), ("0.0001", 1), ("0.0000", 0),
        ("9000000000000000", 9_000_000_000_000_000_000),
    ])
    func durations(_ value: String, _ milliseconds: Int64) throws {
        #expect(try read(.duration, ByteString(value)) == .milliseconds(milliseconds))
    }

    @Test(arguments: [
        ("", ValueProblem.notSeconds), ("x", .notSeconds), ("1s", .notSeconds),
        ("nan", .notSeconds), ("inf", .notSeconds), ("-inf", .notSeconds), ("0x10", .notSeconds),
        ("1,5", .notSeconds), (" 1", .notSeconds), ("1.2.3", .notSeconds), ("e5", .notSeconds),
        ("-", .notSeconds), (".", .notSeconds), ("1e", .notSeconds), ("+1", .notSeconds),
        ("-1", .negative), ("-0.5", .negative), ("1e300", .tooLarge), ("1e999", .tooLarge),
        ("9300000000000000", .tooLarge),
    ])
    func notDurations(_ value: String, _ expected: ValueProblem) {
        #expect(problem(.duration, ByteString(value)) == expected)
    }

    @Test func aLimitOfZeroIsNone() throws {
        #expect(try read(.timeLimit, "0") == nil)
        #expect(try read(.timeLimit, "0.001") == .milliseconds(1))
    }

    @Test(
        arguments: [
            ("0", 0), ("17", 17), ("17b", 17), ("17B", 17), ("2k", 2048), ("2K", 2048),
            ("3m", 3_145_728), ("3M", 3_145_728), ("1g", 1_073_741_824), ("1G", 1_073_741_824),
            ("9223372036854775807", 9_223_372_036_854_775_807),
            ("8589934591G", 9_223_372_035_781_033_984),
        ] as [(String, Int64)])
    func sizes(_ value: String, _ bytes: Int64) throws {
        #expect(try read(.size, ByteString(value)) == bytes)
    }

    @Test(arguments: [
        ("", ValueProblem.notSize), ("k", .notSize), ("1kb", .notSize), ("1.5M", .notSize),
        ("0x10", .notSize), ("1T", .notSize), (" 1", .notSize), ("-", .notSize),
        ("-1", .negative), ("-1k", .negative), ("9223372036854775808", .tooLarge),
        ("8589934592G", .tooLarge),
    ])
    func notSizes(_ value: String, _ expected: ValueProblem) {
        #expect(problem(.size, ByteString(value)) == expected)
    }

    @Test func integers() throws {
        #expect(try read(.integer(in: 0...10), "10") == 10)
        #expect(try read(.integer(in: -1...10), "-1") == -1)
        #expect(problem(.integer(in: 0...10), "11") == .outOfRange(0...10))
        #expect(problem(.integer(in: 0...10), "-1") == .negative)
        #expect(problem(.integer(in: -1...10), "-2") == .outOfRange(-1...10))
        #expect(problem(.integer(in: 0...10), "1.0") == .notInteger)
        #expect(problem(.integer(in: 0...10), "") == .notInteger)
        #expect(problem(.integer(in: 0...10), "99999999999999999999") == .outOfRange(0...10))
    }

    @Test func statuses() throws {
        let set = try read(.statuses, "2xx,409,300-303,4XX")
        #expect(set.ranges == [200...299, 409...409, 300...303, 400...499])
        #expect(set.contains(204) && set.contains(409) && set.contains(303))
        #expect(!set.contains(304) && !set.contains(500))
    }

    @Test(arguments: [
        ("", ""), ("200,", ""), ("20", "20"), ("2x", "2x"), ("099", "099"), ("0xx", "0xx"),
        ("200-", "200-"), ("300-200", "300-200"), ("200 ,201", "200 "), ("xxx", "xxx"),
        ("2000", "2000"), ("200,x", "x"),
    ])
    func notStatuses(_ value: String, _ item: String) {
        #expect(problem(.statuses, ByteString(value)) == .notStatus(ByteString(item)))
    }

    @Test func texts() throws {
        #expect(try read(.text, "") == "")
        #expect(problem(.nonEmpty, "") == .empty)
        #expect(try read(.token, "M-SEARCH") == "M-SEARCH")
        for value: ByteString in ["GET /", "A\r\nB", "Ä", "A:"] {
            #expect(problem(.token, value) == .notToken)
        }
        #expect(problem(.token, "") == .empty)
    }

    @Test(arguments: [
        ("A: b", HeaderArgument.add(name: "A", value: "b")),
        ("A:b:c ", .add(name: "A", blanks: "", value: "b:c ")),
        ("A: \t b", .add(name: "A", blanks: " \t ", value: "b")),
        ("A: \u{E9};", .add(name: "A", value: "\u{E9};")),
        ("A:", .remove(name: "A")),
        ("A: \t", .remove(name: "A")),
        ("A;", .addEmpty(name: "A")),
        ("A; ", .addEmpty(name: "A")),
        ("@f", .file(InputFile(path: "f", option: "--x"))),
        ("@-", .file(InputFile(path: "-", option: "--x"))),
    ])
    func headers(_ value: String, _ expected: HeaderArgument) throws {
        #expect(try read(.header, ByteString(value)) == expected)
    }

    @Test(arguments: [
        ("A: b\r\nC: d", ValueProblem.lineBreak), ("A: b\n", .lineBreak), ("A: \0", .lineBreak),
        ("A\rB: c", .lineBreak), ("A", .headerWithoutColon), ("", .empty),
        ("A; b", .headerWithoutColon), (": b", .headerName("")), (";", .headerName("")),
        ("A b: c", .headerName("A b")), ("A : c", .headerName("A ")), ("@", .empty),
    ])
    func notHeaders(_ value: String, _ expected: ValueProblem) {
        #expect(problem(.header, ByteString(value)) == expected)
    }
}
