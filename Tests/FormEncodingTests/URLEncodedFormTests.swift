import Foundation
import Testing

@testable import FormEncoding

@Suite struct URLEncodedFormTests {
    @Test func bytesThatStayAndBytesThatDoNot() {
        let all = ByteString(bytes: UInt8.min...UInt8.max)
        let expected =
            "=%00%01%02%03%04%05%06%07%08%09%0A%0B%0C%0D%0E%0F"
            + "%10%11%12%13%14%15%16%17%18%19%1A%1B%1C%1D%1E%1F"
            + "+%21%22%23%24%25%26%27%28%29*%2B%2C-.%2F0123456789%3A%3B%3C%3D%3E%3F"
            + "%40ABCDEFGHIJKLMNOPQRSTUVWXYZ%5B%5C%5D%5E_"
            + "%60abcdefghijklmnopqrstuvwxyz%7B%7C%7D%7E%7F"
            + (0x80...0xFF).map { "%" + String($0, radix: 16, uppercase: true) }.joined()
        #expect(
            "=" + String(decoding: PercentEncoding.form.escaping(all), as: UTF8.self) == expected)
    }

    @Test(
        arguments: [
            ([], ""),
            ([("a", "b")], "a=b"),
            ([("a", "")], "a="),
            ([("", "b"), ("a", "1"), ("a", "2")], "=b&a=1&a=2"),
            ([("näme", "ü & ☃")], "n%C3%A4me=%C3%BC+%26+%E2%98%83"),
            ([("a=b", "c&d\r\n")], "a%3Db=c%26d%0D%0A"),
        ] as [([(String, String)], String)])
    func fields(pairs: [(String, String)], expected: String) throws {
        let form = URLEncodedForm(pairs)
        let body = form.body()
        #expect(try body.text == expected)
        #expect(body.contentType?.description == "application/x-www-form-urlencoded")
        #expect(body.contentLength == Int64(expected.utf8.count))
    }

    private struct Search: Encodable {
        var page = 3
        var large = UInt64.max
        var ratio = 0.5
        var on = true
        var off = false
        var text = "a b"
        var none: String?
        var tags = ["x", "y"]
        var size = ["w": 1]
        var address = URL(string: "http://h/")
    }

    @Test func propertiesOfAValue() throws {
        #expect(
            try URLEncodedForm(Search()).serialized
                == "address=http%3A%2F%2Fh%2F&large=18446744073709551615&off=0&on=1&page=3&ratio=0.5"
                + "&size%5Bw%5D=1&tags%5B%5D=x&tags%5B%5D=y&text=a+b")
        #expect(throws: EncodingError.self) { try URLEncodedForm([1, 2]) }
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        let form = try URLEncodedForm(["at": Date(timeIntervalSince1970: 0)], using: encoder)
        #expect(form.serialized == "at=1970-01-01T00%3A00%3A00Z")
    }

    /// The names of Alamofire's `URLEncodedFormEncoder`, sorted; arrays stay as they are.
    @Test(
        arguments: [
            ([:], ""),
            (["b": "2", "a": "1 x"], "a=1+x&b=2"),
            (["a": ["2", "1"]], "a%5B%5D=2&a%5B%5D=1"),
            (["a": ["y": "1", "x": "2"]], "a%5Bx%5D=2&a%5By%5D=1"),
            (["a": [["b": ["1", "&"]]]], "a%5B%5D%5Bb%5D%5B%5D=1&a%5B%5D%5Bb%5D%5B%5D=%26"),
            (["a": [], "b": [:], "c": ""], "c="),
            (["page": 3, "on": true, "x": 1.5], "on=1&page=3&x=1.5"),
        ] as [([String: URLEncodedForm.Value], String)])
    func valuesOfADictionary(values: [String: URLEncodedForm.Value], expected: String) {
        #expect(URLEncodedForm(values).serialized == expected)
        let texts = ["b": "2", "a": "1"]
        #expect(URLEncodedForm(texts).serialized == "a=1&b=2")
        #expect(URLEncodedForm(["a": "b"]).serialized == "a=b")
    }
}
