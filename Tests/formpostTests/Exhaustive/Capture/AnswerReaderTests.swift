import FormEncoding
import Testing

@testable import FormUpload
@testable import formpost

/// What `--capture` finds in a response.
@Suite struct AnswerReaderTests {
    private func response(_ lines: String...) -> ResponseHead {
        ResponseHead(rawLines: lines.map { ByteString($0 + "\r\n") } + ["\r\n"])
    }

    private func capture(_ argument: ByteString) throws -> Capture {
        try Capture(OptionUse(option: "--capture", argument: argument))
    }

    /// The value of the one capture, or the sentence.
    private func found(
        _ argument: ByteString, _ head: ResponseHead? = nil, _ body: some Sequence<UInt8> = [],
        by size: Int = .max
    ) throws -> String {
        let reader = try #require(AnswerReader([try capture(argument)], []))
        reader.handle(.head(head ?? response("HTTP/1.1 200 OK")))
        var rest = Array(body)[...]
        while !rest.isEmpty {
            reader.handle(.body(Array(rest.prefix(size))))
            rest = rest.dropFirst(size)
        }
        switch reader.values {
        case .success(let values): return values["t"]?.description ?? "-"
        case .failure(let failure):
            return "\(failure.failure.status): \(failure.failure.text)"
        }
    }

    private static let none =
        "8: --capture t=input:t: the response has no <input> 't' with a value"

    private static let pages: [(page: String, value: String?)] = [
        (#"<input type="hidden" name="t" value="a1">"#, "a1"),
        (#"<input value="a1" name="t">"#, "a1"),
        (#"<INPUT NAME='t' Value='a"1'/>"#, "a\"1"),
        ("<input name=t value=a1/>", "a1/"),
        ("<input\n\tname = t\r\nvalue\n=\n'a1' disabled>", "a1"),
        (#"<input name="t" value="a&amp;b&quot;&#39;&#x27;&lt;&gt;&#X2f;">"#, "a&b\"''<>/"),
        (#"<input name="t" value="a&ampb&unknown;&#;&#x;&">"#, "a&ampb&unknown;&#;&#x;&"),
        (#"<input name="t" value="&#0;&#xD800;&#x1F600;">"#, "\u{FFFD}\u{FFFD}\u{1F600}"),
        (#"<input name="&#116;" value="a1">"#, "a1"),
        (#"<input name="other" value="no"><input name="t" value="a1">"#, "a1"),
        (#"<input name="t" value="first"><input name="t" value="last">"#, "first"),
        (#"<input name="t"><input name="t" value=""><input name="t" value="a1">"#, "a1"),
        (#"<input name="t" value="first" value="last">"#, "first"),
        (#"<input name="T" value="no">"#, nil),
        (#"<inputs name="t" value="no"><in name="t" value="no">"#, nil),
        (#"<meta name="t" content="no">"#, nil),
        (#"<!-- <input name="t" value="no"> --><input name="t" value="a1">"#, "a1"),
        (#"<!--><input name="t" value="a1">"#, "a1"),
        (#"<!-- x --!><input name="t" value="a1">"#, "a1"),
        (#"<!-- <input name="t" value="no">"#, nil),
        (#"<!doctype html><?xml ?></ x><input name="t" value="a1">"#, "a1"),
        (#"<script>'<input name="t" value="no">'</SCRIPT ><input name="t" value="a1">"#, "a1"),
        (#"<script>"</scripts><input name='t' value='no'>"</script>"#, nil),
        (#"<textarea><input name="t" value="no"></textarea>"#, nil),
        (#"<style>a<b</style><title><input name="t" value="no"></title>"#, nil),
        (#"<a title="<input name='t' value='no'>">"#, nil),
        (#"<p title='>'><input name="t" value="a1">"#, "a1"),
        (#"</p title="><input name='t' value='no'>">"#, nil),
        (#"<form><div <input name="t" value="no">"#, nil),
        (#"<form><div><b><input name="t" value="a1"#, nil),
        (#"<input name="t" value="a1""#, nil),
        (#"< input name="t" value="no">"#, nil),
        (#"a<b && c<3 <input name="t" value="a1">"#, nil),
        (#"1 < 2 <input name="t" value="a1">"#, "a1"),
        (#"<input =name="t" name="t" value="a1">"#, "a1"),
        (#"<input/name="t"/value="a1"/>"#, "a1"),
        ("<input name=\"t\" value=\"\u{E4}\u{2028}\">", "\u{E4}\u{2028}"),
        ("", nil),
    ]

    @Test(arguments: pages.indices, [1, 7, Int.max])
    func inputs(index: Int, size: Int) throws {
        let (page, value) = Self.pages[index]
        #expect(try found("t=input:t", nil, page.utf8, by: size) == value ?? Self.none, "\(page)")
    }

    private static let metaRows: [(page: String, value: String?)] = [
        (#"<meta name="csrf-token" content="a1">"#, "a1"),
        (#"<META content=a1 NAME=csrf-token>"#, "a1"),
        (#"<meta name="csrf-param" content="no"><meta name='csrf-token' content='a1' />"#, "a1"),
        (#"<meta property="csrf-token" content="no">"#, nil),
        (#"<input name="csrf-token" content="no">"#, nil),
        (#"<meta name="csrf-token" value="no">"#, nil),
    ]

    @Test(arguments: metaRows.indices)
    func metas(index: Int) throws {
        let (page, value) = Self.metaRows[index]
        let none =
            "8: --capture t=meta:csrf-token: the response has no <meta> 'csrf-token' with a content"
        #expect(try found("t=meta:csrf-token", nil, page.utf8) == value ?? none)
    }

    @Test func headers() throws {
        let head = response(
            "HTTP/1.1 200 OK", "X-Token: first", "x-token:  last \t", "X-Token-2: no", "X-Empty:")
        #expect(try found("t=header:X-TOKEN", head) == "last")
        #expect(
            try found("t=header:token", head)
                == "8: --capture t=header:token: the response has no header 'token'")
        #expect(try found("t=header:X-Empty", head).hasPrefix("8: "))
    }

    /// Cookies of redirects count, and what an attempt had that is made again does not.
    @Test func forgetsTheAttemptBefore() throws {
        let reader = try #require(AnswerReader([try capture("t=cookie:t")], []))
        let notice = RetryNotice(
            cause: .status(response("HTTP/1.1 503 Busy")), pause: .zero, jitter: .zero, left: 0)
        reader.handle(.head(response("HTTP/1.1 200 OK", "Set-Cookie: t=old")))
        reader.handle(.retrying(notice))
        reader.handle(.head(response("HTTP/1.1 200 OK")))
        guard case .failure = reader.values else {
            Issue.record("\(reader.values)")
            return
        }
    }

    @Test(arguments: [0, 1]) func readsSoMuch(more: Int) throws {
        let end = Array(#""}"#.utf8)
        let start = Array(#"{"a":"b","c":""#.utf8)
        let size = AnswerReader.longestBody + more - start.count - end.count
        let body = start + [UInt8](repeating: 0x78, count: size) + end
        let value = try found("t=json:/a", nil, body)
        #expect((value == "b") == (more == 0), "\(value.prefix(200))")
    }

    private static let cookieRows: [(lines: [String], value: String?)] = [
        (["Set-Cookie: t=a1; Path=/; HttpOnly"], "a1"),
        (["set-cookie: t = a1 ;Path=/"], "a1"),
        (["Set-Cookie: t=a=1=="], "a=1=="),
        (["Set-Cookie: t=first", "Set-Cookie: u=no", "Set-Cookie: t=last"], "last"),
        (["Set-Cookie: t=\"a1\""], "\"a1\""),
        (["Set-Cookie: T=no"], nil),
        (["Set-Cookie: u=no; t=no"], nil),
        (["Set-Cookie: t="], nil),
        (["Set-Cookie: t=a1", "Set-Cookie: t=; max-age=0"], nil),
        (["Set-Cookie: t=a1; Max-Age=60"], "a1"),
        (["Cookie: t=no"], nil),
    ]

    @Test(arguments: cookieRows.indices)
    func cookies(index: Int) throws {
        let (lines, value) = Self.cookieRows[index]
        let head = ResponseHead(
            rawLines: (["HTTP/1.1 200 OK"] + lines + [""]).map { ByteString($0 + "\r\n") })
        let none = "8: --capture t=cookie:t: the response sets no cookie 't'"
        #expect(try found("t=cookie:t", head) == value ?? none)
    }

    private static let texts: [(pointer: String, text: String, value: String)] = [
        ("/a", #"{"a":"b"}"#, "b"),
        ("", #""b""#, "b"),
        ("/a/1/c", #"{"a":["x",{"b":[],"c":1.50e3}]}"#, "1.50e3"),
        ("/a", #"{"a":12345678901234567890}"#, "12345678901234567890"),
        ("/a", #"{"a": true}"#, "true"),
        ("/0", "[false]", "false"),
        ("/a~1b/~0", #"{"a/b":{"~":"x"}}"#, "x"),
        ("/", #"{"":"x"}"#, "x"),
        ("/a", #"{"a":"\u00e4\"\\\/\ud83d\ude00\n"}"#, "\u{E4}\"\\/\u{1F600}\n"),
        ("/a", #"{"a":"first","a":"last"}"#, "last"),
        ("/a", "\u{FEFF}{\"a\":\"b\"}", "b"),
        (
            "/b", #"{"a":{"b":"no"}}"#,
            "8: --capture t=json:/b: the response has no value at this place"
        ),
        ("/00", #"["no"]"#, "8: --capture t=json:/00: the response has no value at this place"),
        ("/-", #"["no"]"#, "8: --capture t=json:/-: the response has no value at this place"),
        (
            "/a/b", #"{"a":"x"}"#,
            "8: --capture t=json:/a/b: the response has no value at this place"
        ),
        ("/a", #"{"a":""}"#, "8: --capture t=json:/a: the response has no value at this place"),
        ("/a", #"{"a":null}"#, "8: --capture t=json:/a: this place has null, which is no text"),
        ("/a", #"{"a":[1]}"#, "8: --capture t=json:/a: this place has a list, which is no text"),
        ("", "{}", "8: --capture t=json:: this place has an object, which is no text"),
        (
            "/a", "<html>",
            "8: --capture t=json:/a: the response is not what JSON is read from (line 1, column 1): "
                + "not JSON: here should be a text in double quotes, a number, true or false"
        ),
        (
            "/a", "{\"a\":\"b\"}\n{}",
            "8: --capture t=json:/a: the response is not what JSON is read from (line 2, column 1): "
                + "not JSON: here should be the end of the file"
        ),
    ]

    @Test(arguments: texts.indices)
    func json(index: Int) throws {
        let (pointer, text, value) = Self.texts[index]
        #expect(try found(ByteString("t=json:\(pointer)"), nil, text.utf8) == value)
    }

    /// Nesting must not take the stack.
    @Test func deepJSON() throws {
        let deep = String(repeating: "[", count: 1 << 20)
        #expect(
            try found("t=json:/a", nil, deep.utf8).hasSuffix(
                "more than 128 lists and objects within each other"))
        let flat = "[" + String(repeating: "[],", count: 1000) + "1]"
        #expect(try found("t=json:/1000", nil, flat.utf8) == "1")
        let allowed = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
        #expect(try found("t=json:/1", nil, allowed.utf8).hasPrefix("8: "))
        #expect(!(try found("t=json:/1", nil, allowed.utf8).contains("more than")))
    }

    /// A redirect's cookies count, its head does not; an attempt before a retry does not count at all.
    @Test func earlierResponses() throws {
        let reader = try #require(
            AnswerReader([try capture("t=cookie:t"), try capture("h=header:H")], []))
        reader.handle(
            .redirecting(
                RedirectNotice(
                    head: response("HTTP/1.1 302 Found", "Set-Cookie: t=a1", "H: no"),
                    source: "http://h/", location: "/", next: nil)))
        #expect(throws: CaptureFailure.self) { try reader.values.get() }
        let other = try #require(
            AnswerReader([try capture("t=cookie:t"), try capture("b=input:b")], []))
        let first = response("HTTP/1.1 503 Busy", "Set-Cookie: t=no")
        other.handle(.head(first))
        other.handle(.body(Array("<input name=b value=no>".utf8)))
        other.handle(
            .retrying(RetryNotice(cause: .status(first), pause: .zero, jitter: .zero, left: 1)))
        other.handle(.head(response("HTTP/1.1 200 OK", "Set-Cookie: u=1")))
        #expect(throws: CaptureFailure.self) { try other.values.get() }
    }

    /// What is in the first 4 MiB is found, and not more is held.
    @Test func longPages() throws {
        let input = Array(#"<input name="t" value="a1">"#.utf8)
        let blank = [UInt8](repeating: 0x20, count: (4 << 20) - input.count)
        #expect(try found("t=input:t", nil, blank + input + [0x20], by: 1 << 16) == "a1")
        #expect(
            try found("t=input:t", nil, [0x20] + blank + input, by: 1 << 16)
                == "8: --capture t=input:t: it is not in the first 4.0 MiB of the response")
        #expect(
            try found("t=json:/a", nil, Array(#"{"a":"b"}"#.utf8) + blank + input)
                == "8: --capture t=json:/a: the response is longer than 4.0 MiB")
        // What is in the head is found behind any body.
        let head = response("HTTP/1.1 200 OK", "T: a1")
        #expect(try found("t=header:T", head, blank + input + input) == "a1")
    }

    /// Each a megabyte, in which a careless search would begin again at each byte.
    @Test(arguments: [
        "<", "<a ", "<a<", "<!--", "<!-", "<script>", "</script", "<script></", "<input name=", "&",
        "<input name=\"", "<a x='", "&#", "</", "<!", "--", "<a =", "<input name=t value=&",
    ])
    func strangePages(_ text: String) throws {
        let page = Array(String(repeating: text, count: (1 << 17) / text.utf8.count).utf8)
        #expect(try found("t=input:t", nil, page).hasPrefix("8: "))
    }
}
