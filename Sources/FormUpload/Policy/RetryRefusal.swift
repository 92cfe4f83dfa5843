/// Why a request is not sent again, although the policy has a retry left.
public enum RetryRefusal: Sendable, Equatable {
    /// The pause before it would last longer than is allowed; the server may have asked for it.
    case pause(Duration, isAskedFor: Bool, beyond: Bound)
    /// The policy does not cover this failure; with this switch it would.
    case needs(Switch)

    /// What a pause must fit into.
    public enum Bound: Sendable, Equatable {
        /// What is left of `UploadLimits.total`.
        case total
        /// What is left of `RetryPolicy.maximumTime`.
        case retryTime
        /// `RetryPolicy.longestRequest`, where there is neither of the two.
        case longestRequest
    }

    /// A switch of `RetryPolicy`.
    public enum Switch: Sendable, Equatable, CaseIterable {
        /// `retriesRefusedConnections`
        case refusedConnections
        /// `retriesAllErrors`
        case allErrors
    }
}
