import Foundation

/// The limits that a server has announced for an upload: those of `Upload-Limit`, and of tus `Tus-Max-Size`
/// and `Upload-Expires`.
struct ResourceLimits: Sendable, Equatable {
    /// The largest length of an upload, in bytes.
    var size: Int64?
    /// The largest number of bytes in a request.
    var append: Int64?
    /// The smallest number of bytes in a request, apart from the last one.
    var leastAppend: Int64?
    /// When the resource is removed.
    var expires: Date?

    /// Replaces the limits that a response has.
    mutating func update(from head: ResponseHead, now: Date = Date()) {
        size = head.integer("Tus-Max-Size") ?? size
        expires = head["Upload-Expires"].flatMap(HTTPDate.parse) ?? expires
        guard let members = head.integers("Upload-Limit", keys: Self.keys) else { return }
        size = members["max-size"] ?? size
        append = members["max-append-size"].flatMap { $0 > 0 ? $0 : nil } ?? append
        leastAppend = members["min-append-size"] ?? leastAppend
        expires = members["max-age"].map { now.addingTimeInterval(TimeInterval($0)) } ?? expires
    }

    private static let keys: Set = [
        "max-size", "min-size", "max-append-size", "min-append-size", "max-age",
    ]

    /// The number of bytes for a request, if the rest does not fit; `own` is the caller's limit.
    func pieceSize(of rest: Int64, own: Int64?) -> Int64 {
        guard let largest = [own, append].compactMap({ $0 }).min() else { return rest }
        return min(rest, max(largest, leastAppend ?? 0))
    }
}
