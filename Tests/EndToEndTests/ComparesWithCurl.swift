import TestSupport
import Testing

extension Trait where Self == ConditionTrait {
    /// For tests that run formpost and curl and expect the same result.
    static var comparesWithCurl: Self {
        .enabled(if: ReferenceCurl.isComparable, Comment(rawValue: ReferenceCurl.reason))
    }
}
