import FormEncoding
import Testing

@testable import FormUpload
@testable import formpost

/// What `--capture` finds in responses that are long or come in pieces.
@Suite struct ResponseReaderTests {
    /// The value of the capture, or the sentence.
    private func found(
        _ argument: ByteString, in body: some Sequence<UInt8>, by size: Int = .max
    ) throws -> String {
        let capture = try Capture(OptionUse(option: "--capture", argument: argument))
        let reader = try #require(ResponseReader([capture], []))
        let lines = ["HTTP/1.1 200 OK\r\n", "T: a1\r\n", "\r\n"].map { ByteString($0) }
        reader.handle(.head(ResponseHead(rawLines: lines)))
        var rest = Array(body)[...]
        while !rest.isEmpty {
            reader.handle(.body(Array(rest.prefix(size))))
            rest = rest.dropFirst(size)
        }
        switch reader.values {
        case .success(let values): return values["t"]?.description ?? "-"
        case .failure(let failure): return failure.text
        }
    }

    /// Nesting must not take the stack.
    @Test func deepJSON() throws {
        let deep = String(repeating: "[", count: 1 << 20)
        let error = "more than 128 lists and objects within each other"
        #expect(try found("t=json:/a", in: deep.utf8).hasSuffix(error))
        let flat = "[" + String(repeating: "[],", count: 1000) + "1]"
        #expect(try found("t=json:/1000", in: flat.utf8) == "1")
        let allowed = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
        #expect(
            try found("t=json:/1", in: allowed.utf8)
                == "--capture t=json:/1: the response has no value at this place")
    }

    /// What is in the first 4 MiB is found, and not more is held.
    @Test func longPages() throws {
        let end = Array("value=a1".utf8)
        let blank = [UInt8](repeating: 0x20, count: (4 << 20) - end.count)
        let pattern: ByteString = "t=regex:value=(..)$"
        #expect(try found(pattern, in: blank + end, by: 1 << 16) == "a1")
        for body in [[0x20] + blank + end, blank + end + [0x20]] {
            #expect(
                try found(pattern, in: body, by: 1 << 16)
                    == "--capture \(pattern): it is not within the first 4.0 MiB of the response")
        }
        #expect(try found("t=regex:value=(..)", in: blank + end + [0x20], by: 7777) == "a1")
        // What is in the head is found behind any body.
        #expect(try found("t=header:T", in: blank + end + end) == "a1")
    }

    @Test func longJSON() throws {
        let (start, end) = (Array(#"{"a":"b","c":""#.utf8), Array(#""}"#.utf8))
        let size = ResponseReader.longestBody - start.count - end.count
        #expect(ResponseReader.longestBody == 4 << 20)
        let body = { start + [UInt8](repeating: 0x78, count: size + $0) + end }
        #expect(try found("t=json:/a", in: body(0)) == "b")
        #expect(
            try found("t=json:/a", in: body(1))
                == "--capture t=json:/a: the response is longer than 4.0 MiB")
    }
}
