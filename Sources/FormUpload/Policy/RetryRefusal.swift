/// Why a request is not sent again although retries are left.
package enum RetryRefusal: Sendable, Equatable {
    /// The pause would be longer than allowed; the server may have asked for it.
    case pause(Duration, isAskedFor: Bool, beyond: Bound)
    /// The policy does not cover this failure; with this switch it would.
    case needs(Switch)

    /// The limit that a pause must not exceed.
    package enum Bound: Sendable, Equatable {
        /// The rest of `RetryPolicy.maximumTime`.
        case retryTime
        /// `RetryPolicy.longestServerPause`, if `RetryPolicy.maximumTime` is not set.
        case longestServerPause
    }

    /// A switch of `RetryPolicy`.
    package enum Switch: Sendable, Equatable, CaseIterable {
        /// `retriesRefusedConnections`
        case refusedConnections
        /// `retriesAllErrors`
        case allErrors
    }
}
