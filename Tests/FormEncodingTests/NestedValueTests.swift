import Testing

@testable import FormEncoding

/// The names of Alamofire's `URLEncodedFormEncoder`, sorted; arrays stay as they are.
@Suite struct NestedValueTests {
    @Test(
        arguments: [
            ([:], ""),
            (["b": "2", "a": "1 x"], "a=1+x&b=2"),
            (["a": ["2", "1"]], "a%5B%5D=2&a%5B%5D=1"),
            (["a": ["y": "1", "x": "2"]], "a%5Bx%5D=2&a%5By%5D=1"),
            (["a": [["b": ["1", "&"]]]], "a%5B%5D%5Bb%5D%5B%5D=1&a%5B%5D%5Bb%5D%5B%5D=%26"),
            (["a": [], "b": [:], "c": ""], "c="),
        ] as [([String: URLEncodedForm.Value], String)])
    func namesAndOrder(values: [String: URLEncodedForm.Value], expected: String) {
        #expect(URLEncodedForm(values).serialized == expected)
    }
}
