import FormEncoding
import Testing

@testable import formpost

@Suite struct ShortReasonTests {
    private static let rows: [(Int32, Int?, String)] = [
        (1, nil, "protocol not allowed"), (2, nil, "cannot be sent"), (3, nil, "malformed URL"),
        (4, nil, "not available here"), (5, nil, "proxy not found"), (6, nil, "host not found"),
        (7, nil, "cannot connect"), (16, nil, "HTTP/2 framing error"),
        (18, nil, "response cut short"), (18, 200, "response cut short"), (22, 413, "413"),
        (22, 302, "302"), (22, nil, "bad status"), (23, nil, "cannot write"),
        (26, nil, "cannot read"), (27, nil, "out of memory"), (28, nil, "timed out"),
        (35, nil, "TLS handshake failed"), (43, nil, "unknown encoder"),
        (47, 302, "too many redirects"), (52, nil, "no response"), (55, 201, "sending failed"),
        (56, nil, "receiving failed"), (58, nil, "bad client certificate"),
        (60, nil, "certificate not trusted"), (61, nil, "cannot be decoded"),
        (63, nil, "response too large"), (65, nil, "cannot be sent again"),
        (66, nil, "no TLS engine"), (77, nil, "no CA certificates"), (90, nil, "wrong public key"),
        (91, nil, "bad OCSP response"), (92, nil, "HTTP/2 stream error"),
        (97, nil, "proxy handshake failed"), (99, nil, "error 99"),
    ]

    @Test(arguments: rows)
    func areShort(status: Int32, answer: Int?, text: String) {
        #expect(ExitStatus.shortReason(status, answer: answer) == text)
    }

    @Test func everyExitStatusHasOne() {
        let statuses = ExitStatus.meanings.compactMap { Int32($0.0) }.filter { $0 > 0 }
        #expect(statuses == ExitStatus.shortReasons.keys.sorted())
    }
}
