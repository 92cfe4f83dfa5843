import FormEncoding
import Testing

@testable import formpost

@Suite struct TallyTests {
    private enum End {
        case up
        case skip
        case pass(ByteString, Int)
        case fail(ByteString, Int32, Int?)
    }

    private static func tally(
        _ ends: [End], of count: Int? = nil, others: Set<Int> = [], journal: ByteString? = nil
    ) -> Tally {
        let count = count ?? ends.count
        var tally = Tally(
            count: count, hasUploads: others.isEmpty || others.count < count, journal: journal)
        for (index, end) in ends.enumerated() {
            switch end {
            case .up:
                tally.record(.uploaded(index), isUpload: !others.contains(index))
            case .skip: tally.record(.skipped(index))
            case .pass(let name, let status):
                tally.record(.tolerated(index, name, status: status))
            case .fail(let name, let exitStatus, let status):
                tally.record(.failed(index, Failure(exitStatus, "long"), of: name, status: status))
            }
        }
        return tally
    }

    private static func ups(_ count: Int) -> [End] { (0..<count).map { _ in .up } }

    private static let losses: [End] = [
        .fail("img 7.jpg", 22, 413), .fail("b.jpg", 28, nil),
    ]

    private static let rows: [(Tally, String)] = [
        (tally([]), "0 uploaded"), (tally(ups(1)), "1 uploaded"), (tally(ups(300)), "300 uploaded"),
        (
            tally(ups(298) + losses),
            "298 uploaded, 2 failed (img 7.jpg: 413, b.jpg: timed out)"
        ),
        (
            tally(
                ups(293) + losses + [.skip, .skip, .skip, .skip, .skip], journal: "uploads.journal"),
            "293 uploaded, 2 failed (img 7.jpg: 413, b.jpg: timed out), "
                + "5 skipped (already in uploads.journal)"
        ),
        (
            tally(ups(2) + losses + [.pass("c", 500), .pass("d", 302), .skip], of: 8),
            "2 uploaded, 2 failed (img 7.jpg: 413, b.jpg: timed out), "
                + "2 not accepted (c: 500, d: 302), 1 skipped, 1 not sent"
        ),
        (tally([.skip], journal: "my journal"), "0 uploaded, 1 skipped (already in 'my journal')"),
        (tally([.fail("a", 7, nil)]), "0 uploaded, 1 failed (a: cannot connect)"),
        (tally(ups(3), of: 123), "3 uploaded, 120 not sent"),
        // A login is no upload.
        (tally(ups(3), others: [0, 1]), "1 uploaded, 2 other requests done"),
        (tally(ups(2), of: 3, others: [0, 2]), "1 uploaded, 1 other request done, 1 not sent"),
        (tally(ups(1), of: 3, others: [1, 2]), "1 uploaded, 2 not sent"),
        (
            tally([.up, .fail("a", 22, 413)], others: [0]),
            "0 uploaded, 1 other request done, 1 failed (a: 413)"
        ),
        (tally(ups(2), others: [0, 1]), "2 done"),
        (tally([.fail("a", 7, nil)], others: [0]), "0 done, 1 failed (a: cannot connect)"),
        (
            tally((1...5).map { .fail(ByteString("\($0)"), 22, 500) }),
            "0 uploaded, 5 failed (1: 500, 2: 500, 3: 500, 4: 500, 5: 500)"
        ),
        (
            tally((1...6).map { .fail(ByteString("\($0)"), 22, 500) }),
            "0 uploaded, 6 failed (1: 500, 2: 500, 3: 500, 4: 500, 5: 500 and 1 more)"
        ),
        (
            tally(ups(1) + (1...17).map { .fail(ByteString("\($0)"), 52, nil) }),
            "1 uploaded, 17 failed (1: no response, 2: no response, 3: no response, "
                + "4: no response, 5: no response and 12 more)"
        ),
        (
            tally([.fail("\u{1B}[2J\n\u{202E}a", 6, nil)]),
            #"0 uploaded, 1 failed (\x1b[2J\n\u{202e}a: host not found)"#
        ),
        (
            tally([.fail(ByteString(String(repeating: "x", count: 300)), 6, nil)]),
            "0 uploaded, 1 failed (…\(String(repeating: "x", count: 59)): host not found)"
        ),
    ]

    @Test(arguments: rows)
    func isSaid(tally: Tally, text: String) { #expect(Messages.text(tally) == text) }

    @Test func isSaidAfterASignal() {
        let tally = Self.tally(Self.ups(119) + [.up, .fail("a", 22, 413)], of: 300)
        #expect(
            Messages.interrupted(tally, underWay: 0)
                == "interrupted: 120 uploaded, 1 failed, 179 not sent")
        #expect(
            Messages.interrupted(tally, underWay: 8)
                == "interrupted: 120 uploaded, 1 failed, 8 under way, 171 not sent")
        #expect(
            Messages.text(tally, brokenOff: 8)
                == "120 uploaded, 1 failed (a: 413), 8 broken off, 171 not sent")
    }

    /// In parallel the last one may fail first.
    @Test func isInTheOrderOfTheRequests() {
        var tally = Tally(count: 9)
        for index in [8, 3, 5, 1, 7, 2, 6] {
            tally.record(.failed(index, Failure(Int32(index), "")))
        }
        #expect(tally.failures.first.map(\.place.number) == [1, 2, 3, 5, 6])
        #expect((tally.failures.count, tally.done, tally.notSent, tally.status) == (7, 7, 2, 1))
    }

    @Test func hasTheStatusOfTheFirstFailure() {
        #expect(Self.tally(Self.ups(2) + [.skip, .pass("a", 500)]).status == 0)
        #expect(Self.tally(Self.losses + Self.ups(2)).status == 22)
        #expect(Self.tally(Self.ups(2) + Self.losses.reversed()).status == 28)
    }
}

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
