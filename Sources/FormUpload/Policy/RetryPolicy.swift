import FormEncoding
import Foundation

/// When a request is sent again, and after which pause.
///
/// With a `maximum` a request is sent again where that is safe: the server cannot have it, has responded with 408,
/// 429 or 503, or may get it twice, since its method is idempotent or it has an `Idempotency-Key`. <doc:SendingAgain>
/// has the table.
public struct RetryPolicy: Sendable, Equatable {
    /// The largest number of retries; 0 by default.
    public var maximum: Int
    /// The pause before each retry; by default 1 s, doubled each time up to 10 minutes.
    public var delay: Duration?
    /// Whether a random part is added to each pause, so that many clients do not come back at the same time; false by
    /// default.
    public var addsJitter: Bool
    /// No retry begins later than this after the start of the first attempt; nil, the default, is no limit.
    public var totalTime: Duration?
    /// The failures after which a request is sent again although the server may have taken it.
    public var alsoAfter: Failures
    /// The failures after which a request is sent again even if `alsoAfter` is empty. The command's are different.
    package var base: Failures = [.refusedConnections, .ofRepeatable]
    /// Whether the server may get the request twice.
    var isRepeatable = false
    /// Whether the request makes a resource, which would stay at the server if it was made twice.
    var createsResource = false
    /// Whether the server may still be processing an earlier attempt, and knows it by its key.
    var mayBeInProgress = false

    /// A policy with these values; all others are the defaults that the properties name.
    public init(
        maximum: Int = 0, delay: Duration? = nil, addsJitter: Bool = false,
        totalTime: Duration? = nil, alsoAfter: Failures = []
    ) {
        (self.maximum, self.delay, self.addsJitter) = (maximum, delay, addsJitter)
        (self.totalTime, self.alsoAfter) = (totalTime, alsoAfter)
    }

    /// The policy of the command, which is curl's.
    package static let ofCommand: RetryPolicy = {
        var policy = RetryPolicy()
        policy.base = [.timeouts, .serverErrors]
        return policy
    }()

    /// Failures after which a server may have taken a request.
    public struct Failures: OptionSet, Sendable {
        /// The failures as bits.
        public let rawValue: Int

        /// The failures of these bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// A limit of time was reached after a part of the body was sent.
        public static let timeouts = Failures(rawValue: 1)
        /// The connection was lost after a part of the body was sent. A kept connection that ends before a response
        /// is then replaced at once, also without retries.
        public static let lostConnections = Failures(rawValue: 2)
        /// Every failure of the transport, and every status from 400 on. What cannot succeed, such as a body that
        /// cannot be read or a refused redirect, is not retried.
        public static let allErrors = Failures(rawValue: 4)
        package static let refusedConnections = Failures(rawValue: 8)
        /// 500, 502, 504, and Cloudflare's statuses for a server that it cannot connect to (522),
        /// or that has taken the request and does not answer in time (524).
        package static let serverErrors = Failures(rawValue: 16)
        /// All of these, after a request that the server may get twice.
        static let ofRepeatable = Failures(rawValue: 32)

        package subscript(failures: Failures) -> Bool {
            get { isSuperset(of: failures) }
            set { if newValue { formUnion(failures) } else { subtract(failures) } }
        }
    }

    /// Whether a request is sent again after one of these.
    package func covers(_ failures: Failures) -> Bool {
        let all = base.union(alsoAfter)
        return !all.isDisjoint(with: failures.union(.allErrors))
            || isRepeatable && all.contains(.ofRepeatable)
    }

    /// The longest pause that a server may ask for, if `totalTime` is not set.
    package static let longestServerPause = Duration.seconds(6 * 60 * 60)

    package enum Decision: Equatable {
        case retry(after: Duration)
        /// Retries are left, but none is made.
        case refuse(RetryRefusal)
        case stop
    }

    /// The decision after an attempt. `number` is that of the next retry, from 1 on; `elapsed` is the time since the
    /// start.
    package func decision(
        after cause: UploadFault, before number: Int, elapsed: Duration
    ) -> Decision {
        guard number <= maximum else { return .stop }
        guard covers(cause) else { return cause.mayPass ? remedy { $0.covers(cause) } : .stop }
        let asked: Duration? =
            if case .status(let head) = cause { Self.retryAfter(head) } else { nil }
        return pause(before: number, elapsed: elapsed, retryAfter: asked)
    }

    /// The decision after a response that is to be asked for again.
    package func decision(beforeRetry number: Int, elapsed: Duration) -> Decision {
        number <= maximum ? pause(before: number, elapsed: elapsed) : .stop
    }

    /// Whether a request with a response of this status is sent again.
    package func covers(status: Int) -> Bool {
        switch status {
        case 408, 429, 503: true
        case 500, 502, 504, 522, 524: covers(.serverErrors)
        default: alsoAfter.contains(.allErrors) && status >= 400
        }
    }

    package func covers(_ error: UploadFault) -> Bool {
        switch error {
        case .timedOut(_, let progress), .stalled(_, let progress), .tooSlow(_, let progress),
            .noResponse(_, let progress), .transfer(CURLCode.timedOut, _, let progress):
            covers(.timeouts) || progress.isBodyUnread
        case .streamRefused, .transfer(CURLCode.couldNotResolveHost, _, _),
            .transfer(CURLCode.couldNotResolveProxy, _, _):
            true
        case .transfer(CURLCode.couldNotConnect, _, _): covers(.refusedConnections)
        case .transfer(let code, let reason, let progress):
            coversFailure(code) || progress.isBodyUnsent(code, reason: reason)
        case .unanswered(let code, _, _): coversFailure(code)
        case .badResponse(let fault): coversFailure(fault.code)
        case .status(let head): covers(status: head.status) || saysInProgress(head)
        case .malformedURL, .fragmentInURL, .unsupportedScheme, .redirectRefused, .invalidText,
            .contradictsBody, .body, .handler, .needsHooks, .unsupportedOption, .cancelled,
            .tooManyRedirects, .cannotReplay, .resumption, .replyTooLarge, .unsuccessful:
            false
        }
    }

    /// Whether the server is still processing an earlier attempt, and says when to ask again.
    private func saysInProgress(_ head: ResponseHead) -> Bool {
        mayBeInProgress && [409, 425].contains(head.status) && Self.retryAfter(head) != nil
    }

    private func coversFailure(_ code: Int32) -> Bool {
        alsoAfter.contains(.allErrors)
            || CURLCode.isLostConnection(code) && covers(.lostConnections)
    }

    /// The refusal with the first failures that would allow the retry.
    private func remedy(_ covers: (RetryPolicy) -> Bool) -> Decision {
        let needed = [Failures.refusedConnections, .allErrors].first { failures in
            var policy = self
            policy.alsoAfter.insert(failures)
            return covers(policy)
        }
        return needed.map { .refuse(.needs($0)) } ?? .stop
    }

    /// A `Retry-After` makes the pause longer, never shorter.
    private func pause(
        before number: Int, elapsed: Duration, retryAfter: Duration? = nil
    ) -> Decision {
        let doubled = Duration.seconds(1 << min(number - 1, 10))
        let own = delay?.bounded() ?? min(doubled, .seconds(600))
        let pause = max(own, retryAfter ?? .zero)
        // Without a limit of its own, a pause of the server has one.
        let isTooLong =
            totalTime.map { elapsed.bounded() + pause > $0 }
            ?? (pause > own && pause > Self.longestServerPause)
        guard isTooLong else { return .retry(after: pause) }
        return .refuse(.pause(pause, isAskedFor: pause > own, isTimeLimited: totalTime != nil))
    }

    /// The random time added to a pause: up to half of it, and no more than `totalTime` leaves.
    /// `random` is at least 0 and less than 1.
    package func jitter(of pause: Duration, random: Double, elapsed: Duration) -> Duration {
        guard addsJitter else { return .zero }
        let wanted = pause * (random / 2)
        let room = totalTime.map { $0.bounded() - elapsed.bounded() - pause } ?? wanted
        return max(.zero, min(wanted, room))
    }

    /// A longer pause than this is this one.
    package static let longestPause = Duration.seconds(1 << 40)

    /// The pause of `Retry-After`, given in seconds or as a date (RFC 9110 §10.2.3).
    package static func retryAfter(_ head: ResponseHead, now: Date = Date()) -> Duration? {
        guard let value = head.value(of: "Retry-After")?.description else { return nil }
        if let seconds = Int64(value) { return min(.seconds(max(0, seconds)), longestPause) }
        // More seconds than can be counted.
        if !value.isEmpty, value.utf8.allSatisfy(\.isDigit) { return longestPause }
        guard let date = HTTPDate.parse(value) else { return nil }
        let seconds = date.timeIntervalSince(now).rounded(.up)
        return .seconds(Int64(max(0, min(seconds, 1e12))))
    }
}

extension UploadProgress {
    /// Whether no byte of the body has been given to a connection.
    fileprivate var isBodyUnread: Bool { phase == .connecting || total != 0 && read == 0 }

    /// Whether the connection ended, as libcurl's code and `reason` say, before the other end had a
    /// byte of the body: the server cannot have taken the request.
    fileprivate func isBodyUnsent(_ code: Int32, reason: String) -> Bool {
        guard total != 0, sent == 0, phase != .receiving else { return false }
        // Only the head was sent, and perhaps a part of an interim response has come.
        let isHeadAlone = read == 0 && phase == .waitingForResponse
        return isHeadAlone && CURLCode.isLostConnection(code)
            || ["Connection reset", "Empty reply"].contains(where: reason.contains)
    }
}

extension UploadFault {
    /// Whether another attempt can help: after a network failure, but not after an untrusted
    /// certificate or an invalid URL.
    fileprivate var mayPass: Bool {
        let code: Int32
        switch self {
        case .transfer(let number, _, _): code = number
        case .badResponse(let fault): code = fault.code
        // A 4xx means that the request is wrong: sending it again does not help.
        case .status(let head): return head.status >= 500
        default: return false
        }
        return CURLCode.isLostConnection(code)
            || [CURLCode.couldNotConnect, CURLCode.tlsConnect, CURLCode.proxy].contains(code)
    }
}

/// Why a request is not sent again although retries are left.
package enum RetryRefusal: Sendable, Equatable {
    /// The pause would be longer than `RetryPolicy.totalTime` leaves, or without that than `longestServerPause`; the
    /// server may have asked for it.
    case pause(Duration, isAskedFor: Bool, isTimeLimited: Bool)
    /// The policy does not cover this failure; with one of these it would.
    case needs(RetryPolicy.Failures)
}

enum HTTPDate {
    /// Returns the date in one of the formats of RFC 9110 §5.6.7, two of which are obsolete, or with an
    /// offset from GMT.
    static func parse(_ value: String) -> Date? {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "GMT")
        let formats = [
            "EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'",
            "EEE MMM d HH:mm:ss yyyy", "EEE, dd MMM yyyy HH:mm:ss Z",
        ]
        return formats.lazy.compactMap { text in
            format.dateFormat = text
            return format.date(from: value)
        }.first
    }
}

/// The state of a request when another connection is used for it.
struct RequestSoFar {
    /// The bytes of all requests that libcurl has written for the transfer.
    var written: Int64 = 0
    /// libcurl's sentence about the connection that failed; empty if it was closed, or there was none.
    var reason = ""
    /// The server has refused the stream of HTTP/2 (REFUSED_STREAM, RFC 9113 §8.7).
    var isRefused = false
    /// The server has ended the connection of HTTP/2 without the stream (GOAWAY, RFC 9113 §6.8).
    var isUnprocessed = false
    /// The unacknowledged bytes of the connection may be those of other requests (HTTP/2).
    var isShared = false
}

/// Decides whether libcurl may send a request again by itself, which it does when a kept connection ends
/// before an answer: only if the server cannot have taken the request, or may get it twice.
///
/// A request that libcurl repeats after a challenge or a 417 is not guarded: the server has rejected it once
/// on this connection, and many servers then close the connection silently.
struct ResendGuard {
    /// Whether the server may get the request twice.
    let isSafe: Bool
    /// Whether libcurl has sent the request again although the server may have taken it.
    private(set) var hasRepeated = false
    /// libcurl's count of written bytes at the start of the request that has no answer yet.
    private(set) var start: Int64?
    private(set) var isAnswered = false

    /// Why a connection must not be used for the request; nil: it may, perhaps for a second time.
    mutating func fault(after request: RequestSoFar, _ progress: UploadProgress) -> UploadFault? {
        guard let start, request.written > start else { return nil }
        // The server has not taken the request; the retry policy decides whether it is sent again.
        if request.isRefused { return .streamRefused(isUnprocessed: false, progress) }
        if request.isUnprocessed { return nil }
        if isSafe {
            hasRepeated = true
            return nil
        }
        return request.reason.isEmpty
            ? .unanswered(code: CURLCode.gotNothing, reason: "Empty reply from server", progress)
            : .unanswered(code: CURLCode.receiveError, reason: request.reason, progress)
    }

    mutating func requestBegins(written: Int64) { if !isAnswered { start = written } }

    mutating func answerBegins() { (start, isAnswered) = (nil, true) }
}

extension UploadRequest {
    /// Whether the request may be sent again on another connection although the server may have taken it.
    func mayBeRepeated(_ retry: RetryPolicy) -> Bool {
        if retry.createsResource { return hasKey }
        return isRepeatable || !retry.alsoAfter.isDisjoint(with: [.lostConnections, .allErrors])
    }

    /// Whether its method is idempotent, or it has a key by which the server knows it again.
    var isRepeatable: Bool { Self.idempotentMethods.contains(effectiveMethod) || hasKey }

    /// Whether it has a key by which the server knows it again.
    var hasKey: Bool {
        headers.contains { field in
            guard case .text = field.value else { return false }
            return field.isRequestKey
        }
    }

    /// The methods that RFC 9110 §9.2.2 defines as idempotent.
    private static let idempotentMethods: Set<ByteString> = [
        "GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE",
    ]
}

extension HeaderField {
    /// A condition on what is at the URL of the request.
    var isPrecondition: Bool {
        ["If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range"]
            .contains { isNamed($0) }
    }

    /// A key by which a server recognizes one request, which several requests must not have in common.
    package var isRequestKey: Bool {
        isNamed("Idempotency-Key") || isNamed("X-Idempotency-Key")
    }
}
