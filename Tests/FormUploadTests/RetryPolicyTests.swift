import FormEncoding
@testable import FormUpload
import Foundation
import Testing

@Suite struct RetryPolicyTests {
    @Test func doublesThePauseUpToTenMinutes() {
        var policy = RetryPolicy()
        policy.maximum = 12
        let pauses = (1...13).map { policy.pause(before: $0, elapsed: .zero) }
        #expect(
            pauses
                == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600].map { .seconds($0) } + [nil])
    }

    @Test func takesTheLongerOfDelayAndRetryAfter() {
        var policy = RetryPolicy()
        policy.maximum = 3
        policy.delay = .seconds(5)
        #expect(policy.pause(before: 3, elapsed: .zero) == .seconds(5))
        #expect(policy.pause(before: 1, elapsed: .zero, retryAfter: .seconds(2)) == .seconds(5))
        #expect(policy.pause(before: 1, elapsed: .zero, retryAfter: .seconds(9)) == .seconds(9))
    }

    @Test func stopsWhereTheTimeIsUp() {
        var policy = RetryPolicy()
        policy.maximum = 9
        policy.maximumTime = .seconds(10)
        #expect(policy.pause(before: 1, elapsed: .seconds(9)) == .seconds(1))
        #expect(policy.pause(before: 1, elapsed: .milliseconds(9001)) == nil)
        #expect(policy.pause(before: 1, elapsed: .zero, retryAfter: .seconds(11)) == nil)
    }

    @Test(arguments: [
        (200, false, false), (404, false, true), (408, true, true), (413, false, true),
        (429, true, true), (500, true, true), (501, false, true), (502, true, true),
        (503, true, true), (504, true, true), (302, false, false),
    ])
    func knowsWhichStatusesPass(status: Int, byDefault: Bool, withAll: Bool) {
        var policy = RetryPolicy()
        #expect(policy.covers(status: status) == byDefault)
        policy.retriesAllErrors = true
        #expect(policy.covers(status: status) == withAll)
    }

    @Test func knowsWhichFailuresPass() {
        let progress = UploadProgress()
        let failure = { UploadError.transfer(code: $0, reason: "", progress) }
        var policy = RetryPolicy()
        #expect(policy.covers(.timedOut(after: .seconds(1), progress)))
        #expect(policy.covers(.stalled(for: .seconds(1), progress)))
        #expect([6, 28].allSatisfy { policy.covers(failure($0)) })
        #expect(![7, 18, 35, 52, 55, 56, 60].contains { policy.covers(failure($0)) })
        policy.retriesRefusedConnections = true
        #expect(policy.covers(failure(7)))
        policy.retriesAllErrors = true
        #expect([18, 35, 52, 55, 56, 60].allSatisfy { policy.covers(failure($0)) })
        #expect(!policy.covers(.body(.readerClosed)))
    }

    @Test(arguments: [
        ("7", Duration.seconds(7)), ("0", .zero), ("-3", .zero),
        ("Sun, 06 Nov 1994 08:49:37 GMT", .seconds(37)), ("Sun, 06 Nov 1994 08:48:37 GMT", .zero),
        ("soon", nil), ("", nil),
    ])
    func readsRetryAfter(value: String, pause: Duration?) {
        let head = ResponseHead(rawLines: [
            "HTTP/1.1 503 Busy\r\n", ByteString("Retry-After: \(value)\r\n"), "\r\n",
        ])
        let now = Date(timeIntervalSince1970: 784_111_740)  // 08:49:00
        #expect(RetryPolicy.retryAfter(head, now: now) == pause)
    }
}
