import FormEncoding
import Testing

@testable import FormUpload
@testable import formpost

/// What `--capture` finds in responses that are long, strange or come in pieces.
@Suite struct AnswerReaderTests {
    /// The value of the capture, or the sentence.
    private func found(
        _ argument: ByteString, in body: some Sequence<UInt8>, by size: Int = .max
    ) throws -> String {
        let capture = try Capture(OptionUse(option: "--capture", argument: argument))
        let reader = try #require(AnswerReader([capture], []))
        let lines = ["HTTP/1.1 200 OK\r\n", "T: a1\r\n", "\r\n"].map { ByteString($0) }
        reader.handle(.head(ResponseHead(rawLines: lines)))
        var rest = Array(body)[...]
        while !rest.isEmpty {
            reader.handle(.body(Array(rest.prefix(size))))
            rest = rest.dropFirst(size)
        }
        switch reader.values {
        case .success(let values): return values["t"]?.description ?? "-"
        case .failure(let failure): return failure.failure.text
        }
    }

    @Test(arguments: [1, 2, 3, 7, 31]) func inPieces(size: Int) throws {
        let page = #"""
            <!doctype html><?xml ?><!--><!-- <input name="t" value="no"> --><!-- x --!></ x>
            <script>'<input name="t" value="no">'</scripts></SCRIPT ><style>a<b</style>
            <title><input name="t" value="no"></title><p title='<input name="t" value="no">'>1 < 2
            <input name=u value=no><input/name = "&#116;"/value="a&amp;b&unknown;&#X2f;">
            """#
        #expect(try found("t=input:t", in: page.utf8, by: size) == "a&b&unknown;/")
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
        let input = Array(#"<input name="t" value="a1">"#.utf8)
        let blank = [UInt8](repeating: 0x20, count: (4 << 20) - input.count)
        #expect(try found("t=input:t", in: blank + input + [0x20], by: 1 << 16) == "a1")
        #expect(
            try found("t=input:t", in: [0x20] + blank + input, by: 1 << 16)
                == "--capture t=input:t: it is not in the first 4.0 MiB of the response")
        // What is in the head is found behind any body.
        #expect(try found("t=header:T", in: blank + input + input) == "a1")
    }

    @Test func longJSON() throws {
        let (start, end) = (Array(#"{"a":"b","c":""#.utf8), Array(#""}"#.utf8))
        let size = AnswerReader.longestBody - start.count - end.count
        #expect(AnswerReader.longestBody == 4 << 20)
        let body = { start + [UInt8](repeating: 0x78, count: size + $0) + end }
        #expect(try found("t=json:/a", in: body(0)) == "b")
        #expect(
            try found("t=json:/a", in: body(1))
                == "--capture t=json:/a: the response is longer than 4.0 MiB")
    }

    /// Each 128 KiB, in which a careless search would begin again at each byte.
    @Test(arguments: [
        "<", "<a ", "<a<", "<!--", "<!-", "<script>", "</script", "<script></", "<input name=", "&",
        "<input name=\"", "<a x='", "&#", "</", "<!", "--", "<a =", "<input name=t value=&",
    ])
    func strangePages(_ text: String) throws {
        let page = String(repeating: text, count: (1 << 17) / text.utf8.count)
        #expect(try found("t=input:t", in: page.utf8).hasPrefix("--capture t=input:t: "))
    }
}
