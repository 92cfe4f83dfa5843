import FormEncoding
@testable import FormUpload
import Foundation
import Testing

@Suite struct RetryPolicyTests {
    private func busy(_ status: Int = 503, retryAfter: String? = nil) -> ResponseHead {
        retryAfter.map { head(status, "Retry-After: \($0)") } ?? head(status)
    }

    private func policy(_ change: (inout RetryPolicy) -> Void = { _ in }) -> RetryPolicy {
        var policy = RetryPolicy.ofCommand
        policy.maximum = 3
        change(&policy)
        return policy
    }

    /// After this code of libcurl.
    private func decision(
        _ code: Int32, _ change: (inout RetryPolicy) -> Void = { _ in }
    ) -> RetryPolicy.Decision {
        let failure = UploadFault.transfer(code: code, reason: "", UploadProgress())
        return policy(change).decision(after: failure, before: 1, elapsed: .zero)
    }

    @Test func doublesThePauseUpToTenMinutes() {
        let policy = policy { $0.maximum = 12 }
        let decisions = (1...13).map {
            policy.decision(after: .status(busy()), before: $0, elapsed: .zero)
        }
        #expect(
            decisions
                == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600].map {
                    .retry(after: .seconds($0))
                }
                + [.stop])
    }

    /// A clock that has jumped, and a caller who wants to wait for ever.
    @Test func takesAnyDuration() {
        let most = Duration.seconds(Int64.max)
        for elapsed in [most, most * 2, .zero - most * 2] {
            for limit in [nil, Duration.seconds(1), most, most * 18] {
                let policy = policy {
                    $0.delay = limit
                    $0.totalTime = limit
                    $0.addsJitter = true
                }
                let decision = policy.decision(after: .status(busy()), before: 1, elapsed: elapsed)
                #expect(decision != .stop)
                #expect(policy.jitter(of: most, random: 0.9, elapsed: elapsed) >= .zero)
            }
        }
    }

    private static let jitters: [(pause: Double, random: Double, left: Double?, added: Double)] = [
        (1, 0, nil, 0), (1, 0.5, nil, 0.25), (4, 0.999, nil, 1.998), (0, 0.9, nil, 0),
        (600, 0.5, nil, 150), (4, 0.5, 4.2, 0.2), (4, 0.5, 4, 0), (4, 0.5, 3, 0), (4, 0.5, 9, 1),
    ]

    /// Up to half as long again, and no longer than the time for retries allows.
    @Test(arguments: jitters)
    func jitter(row: (pause: Double, random: Double, left: Double?, added: Double)) {
        let added = { (policy: RetryPolicy) in
            policy.jitter(of: .seconds(row.pause), random: row.random, elapsed: .seconds(1))
        }
        let bounded = policy {
            $0.addsJitter = true
            $0.totalTime = row.left.map { .seconds($0 + 1) }
        }
        #expect(abs(added(bounded) / .seconds(1) - row.added) < 1e-9)
        #expect(added(policy()) == .zero)
    }

    /// libcurl's codes, and which switch has them retried; a switch that would is no way out of some.
    @Test func knowsWhichFailuresPass() {
        let retry = RetryPolicy.Decision.retry(after: .seconds(1))
        let needsAll = RetryPolicy.Decision.refuse(.needs(.allErrors))
        let rows: [(codes: [Int32], decision: RetryPolicy.Decision, isLost: Bool)] = [
            ([5, 6, 28], retry, false), ([7], .refuse(.needs(.refusedConnections)), false),
            // What a lost connection looks like.
            ([16, 18, 52, 55, 56, 92], needsAll, true), ([35, 97], needsAll, false),
            ([1, 3, 4, 27, 58, 60, 77], .stop, false),
        ]
        for row in rows {
            for code in row.codes {
                let lost = decision(code) { $0.alsoAfter = .lostConnections }
                let refused = decision(code) { $0.alsoAfter = .refusedConnections }
                #expect(decision(code) == row.decision, "\(code)")
                #expect(lost == (row.isLost ? retry : row.decision), "\(code)")
                #expect(refused == (code == 7 ? retry : row.decision), "\(code)")
                #expect(decision(code) { $0.alsoAfter = .allErrors } == retry, "\(code)")
                #expect(decision(code) { $0.maximum = 0 } == .stop, "\(code)")
            }
        }
    }

    /// The library's own columns of the table 'What is sent again'.
    @Test func retriesWhatIsSafe() {
        typealias Covered = (post: Bool, put: Bool, widenedBy: RetryPolicy.Failures?)
        var (begun, unread) = (UploadProgress(total: 10), UploadProgress(total: 10))
        (begun.phase, begun.read, unread.phase) = (.sending, 1, .waitingForResponse)
        let lost = { UploadFault.transfer(code: $0, reason: "", begun) }
        let failures: [(UploadFault, Covered)] = [
            (lost(7), (true, true, nil)), (lost(6), (true, true, nil)),
            (.streamRefused(isUnprocessed: true, begun), (true, true, nil)),
            (.timedOut(after: .zero, unread), (true, true, nil)),
            (.timedOut(after: .zero, begun), (false, true, .timeouts)),
            (.stalled(for: .zero, begun), (false, true, .timeouts)),
            (.tooSlow(UploadLimits.Speed(), begun), (false, true, .timeouts)),
            (.noResponse(for: .zero, begun), (false, true, .timeouts)),
            (lost(28), (false, true, .timeouts)), (lost(52), (false, true, .lostConnections)),
            (lost(56), (false, true, .lostConnections)), (lost(60), (false, false, nil)),
        ]
        let statuses: [(Int, Covered)] = [
            (408, (true, true, nil)), (429, (true, true, nil)), (503, (true, true, nil)),
            (500, (false, true, .allErrors)), (504, (false, true, .allErrors)),
            (400, (false, false, .allErrors)),
        ]
        func expect(_ name: String, _ row: Covered, _ covers: (RetryPolicy) -> Bool) {
            var policy = RetryPolicy()
            #expect(covers(policy) == row.post, "\(name)")
            for failures in [RetryPolicy.Failures.timeouts, .lostConnections] {
                policy.alsoAfter = failures
                #expect(covers(policy) == (row.post || failures == row.widenedBy), "\(name)")
            }
            policy.alsoAfter = row.widenedBy ?? []
            #expect(covers(policy) == (row.post || row.widenedBy != nil), "\(name)")
            (policy.alsoAfter, policy.isRepeatable) = ([], true)
            #expect(covers(policy) == row.put, "\(name)")
        }
        for (fault, row) in failures { expect("\(fault)", row) { $0.covers(fault) } }
        for (status, row) in statuses { expect("\(status)", row) { $0.covers(status: status) } }
    }

    @Test(arguments: [
        ("7", Duration.seconds(7)), ("0", .zero), ("-3", .zero),
        ("Sun, 06 Nov 1994 08:49:37 GMT", .seconds(37)), ("Sun, 06 Nov 1994 08:48:37 GMT", .zero),
        ("Sunday, 06-Nov-94 08:49:37 GMT", .seconds(37)),
        ("Sun Nov  6 08:49:37 1994", .seconds(37)),
        ("Sun, 06 Nov 1994 09:49:37 +0100", .seconds(37)),
        ("99999999999999999999", .seconds(1 << 40)), ("9223372036854775808", .seconds(1 << 40)),
        ("soon", nil), ("", nil), ("1e3", nil),
    ])
    func readsRetryAfter(value: String, pause: Duration?) {
        let now = Date(timeIntervalSince1970: 784_111_740)  // 08:49:00
        #expect(RetryPolicy.retryAfter(busy(retryAfter: value), now: now) == pause)
        // Never too early.
        if value.hasSuffix("49:37 GMT") {
            let later = now.addingTimeInterval(0.4)
            #expect(RetryPolicy.retryAfter(busy(retryAfter: value), now: later) == pause)
        }
    }
}
