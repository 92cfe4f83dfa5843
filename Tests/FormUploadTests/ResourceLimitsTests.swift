import Testing

@testable import FormUpload

/// How the limits of servers are read; EndToEndTests/Resumption has the uploads.
@Suite struct ResourceLimitsTests {
    /// `Upload-Limit`, and what leaves it unread (RFC 9651 §4.2).
    @Test(
        arguments: [
            ("max-size=10, max-append-size=5;a=b;c, min-append-size=2", [10, 5, 2]),
            (
                "x=\"a,b\\\"\", y=(1 \"2\");q, max-size=10, z=:YQ==:, w, v=?1, u=@1, t=1.5",
                [10, nil, nil]
            ),
            ("max-size=10, max-size=11", [11, nil, nil]),
            ("max-append-size=0, min-append-size=3", [nil, nil, 3]),
            ("max-size=10, expires=?1", [10, nil, nil]),
            ("max-size=10, min-size=?1", [nil, nil, nil]),
            ("max-size=10, min-append-size=-1", [nil, nil, nil]),
            ("max-size=123456789012345", [123_456_789_012_345, nil, nil]),
            ("max-size=1234567890123456", [nil, nil, nil]),
            ("max-size=10, x=1234567890123456", [nil, nil, nil]),
            ("max-size=10,", [nil, nil, nil]), ("max-size=10 max-append-size=5", [nil, nil, nil]),
            ("max-size=a", [nil, nil, nil]), ("max-size", [nil, nil, nil]),
            ("max-size=\"10", [nil, nil, nil]), ("max-size=(10", [nil, nil, nil]),
            ("max-size=99999999999999999999", [nil, nil, nil]), ("", [nil, nil, nil]),
        ] as [(String, [Int64?])])
    func uploadLimit(text: String, expected: [Int64?]) {
        var limits = ResourceLimits()
        limits.update(from: head(200, "Upload-Limit: \(text)"))
        #expect([limits.size, limits.append, limits.leastAppend] == expected)
    }

    @Test(
        arguments: [
            ("5", 5), ("5;a=1", 5), ("0", 0), ("-1", nil), ("5, 6", nil), ("\"5\"", nil), ("", nil),
            ("5.0", nil), ("?1", nil), ("5x", nil), ("1234567890123456", nil),
        ] as [(String, Int64?)])
    func integers(text: String, expected: Int64?) {
        #expect(head(200, "Upload-Offset: \(text)").integer("Upload-Offset") == expected)
    }

    /// Lists in lists, more than a stack can hold.
    @Test func deepLists() {
        let text = String(repeating: "(", count: 1 << 20)
        #expect(head(200, "Upload-Offset: \(text)").integer("Upload-Offset") == nil)
        #expect(head(200, "Upload-Offset: 1;a=\(text)").integer("Upload-Offset") == nil)
    }
}
