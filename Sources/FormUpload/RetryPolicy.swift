import FormEncoding
import Foundation

/// When a request is sent again, and after how long (curl's `--retry` and its relatives).
public struct RetryPolicy: Sendable, Equatable {
    /// How many times at most after the first (`--retry`).
    public var maximum = 0
    /// The pause before each; by default 1 s, doubled each time up to 10 minutes.
    public var delay: Duration?
    /// No retry begins later than this after the first attempt (`--retry-max-time`).
    public var maximumTime: Duration?
    /// Whether a refused connection is worth another try (`--retry-connrefused`).
    public var retriesRefusedConnections = false
    /// Whether any failure is, any status of 400 and more among them (`--retry-all-errors`).
    public var retriesAllErrors = false

    public init() {}
}

extension RetryPolicy {
    /// Whether such a status may pass by itself.
    package func covers(status: Int) -> Bool {
        [408, 429, 500, 502, 503, 504].contains(status) || (retriesAllErrors && status >= 400)
    }

    /// Whether such a failure may pass by itself.
    package func covers(_ error: UploadError) -> Bool {
        switch error {
        case .timedOut, .stalled, .tooSlow: true
        case .transfer(CURLCode.timedOut, _, _), .transfer(CURLCode.couldNotResolveHost, _, _),
            .transfer(CURLCode.couldNotResolveProxy, _, _):
            true
        case .transfer(CURLCode.couldNotConnect, _, _):
            retriesRefusedConnections || retriesAllErrors
        case .transfer: retriesAllErrors
        case .malformedURL, .unsupportedScheme, .invalidText, .contradictsBody, .body, .handler,
            .needsHooks, .unsupportedOption, .cancelled, .tooManyRedirects, .cannotReplay:
            false
        }
    }

    /// The pause before retry `number` (1 is the first), `elapsed` after the start; `nil` if there
    /// is none any more. A server's `Retry-After` makes it longer, never shorter.
    package func pause(
        before number: Int, elapsed: Duration, retryAfter: Duration? = nil
    ) -> Duration? {
        guard number <= maximum else { return nil }
        let doubled = Duration.seconds(1 << min(number - 1, 10))
        let pause = max(delay ?? min(doubled, .seconds(600)), retryAfter ?? .zero)
        if let maximumTime, elapsed + pause > maximumTime { return nil }
        return pause
    }

    /// What `Retry-After` asks for, in seconds or until a date (RFC 9110 §10.2.3).
    package static func retryAfter(_ head: ResponseHead, now: Date = Date()) -> Duration? {
        guard let value = head.value(of: "Retry-After")?.description else { return nil }
        if let seconds = Int64(value) { return .seconds(max(0, min(seconds, 1 << 40))) }
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "GMT")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        guard let date = format.date(from: value) else { return nil }
        let seconds = date.timeIntervalSince(now).rounded(.up)
        return .seconds(Int64(max(0, min(seconds, 1e12))))
    }
}
