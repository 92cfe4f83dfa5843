import Foundation

/// A point in time to wait for, or none.
struct Deadline {
    private let date: Date?

    /// A deadline so many seconds from now; nil for none.
    init(_ seconds: Double?) {
        // NSCondition traps on dates that are centuries away.
        date = seconds.map { Date(timeIntervalSinceNow: min($0, 1e8)) }
    }

    /// Waits once, as `NSCondition.wait(until:)`; returns false when the time is over.
    func wait(on condition: NSCondition) -> Bool {
        if let date { return condition.wait(until: date) }
        condition.wait()
        return true
    }
}
