import TestSupport
import Testing

extension Trait where Self == ConditionTrait {
    /// For tests that build packages, wait for a slow link or move gigabytes.
    static var exhaustive: Self {
        .enabled(if: Exhaustive.isRequested, "make test EXHAUSTIVE=1 runs what takes long")
    }
}
