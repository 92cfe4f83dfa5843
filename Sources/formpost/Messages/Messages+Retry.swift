import FormUpload

/// Sentences about refused retries.
extension Messages {
    /// Follows the status: the pause that the server asks for, if it is too long.
    static func wish(_ refusal: RetryRefusal?) -> String {
        guard case .pause(let pause, isAskedFor: true, let bound) = refusal else { return "" }
        return " and asks to wait \(seconds(pause)), longer than \(text(bound))"
    }

    /// Follows the reason of a failure: why there is no retry, and the option that allows one.
    static func notRetried(_ refusal: RetryRefusal?) -> String {
        switch refusal {
        case .pause(let pause, isAskedFor: false, let bound):
            "; not retried: the pause of \(seconds(pause)) is longer than \(text(bound))"
        case .needs(.refusedConnections): "; not retried; --retry-connrefused would"
        case .needs(.allErrors): "; not retried; --retry-all-errors would"
        case .pause, nil: ""
        }
    }

    private static func text(_ bound: RetryRefusal.Bound) -> String {
        switch bound {
        case .retryTime: "--retry-max-time leaves"
        case .longestRequest: "six hours (--retry-max-time can allow it)"
        }
    }
}
