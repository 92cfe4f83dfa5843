/// The lengths of the bodies of all requests, as far as they are known before the requests are made.
/// `ProgressState` corrects their sum as requests begin.
struct ExpectedSizes: Sendable, ExpressibleByArrayLiteral {
    /// Requests in a row: each with a length of its own, or all with one.
    private struct Row {
        let first: Int
        var count: Int
        /// -1 for one that is not known.
        var sizes: [Int64]
    }

    private var rows: [Row] = []
    /// How many requests there are.
    private(set) var count = 0
    /// The sum of the lengths that are known.
    private(set) var total: Int64 = 0
    /// How many are not known.
    private(set) var unknown = 0

    init(arrayLiteral sizes: Int64?...) {
        for size in sizes { append(size) }
    }

    /// Adds `count` requests with bodies of one length.
    mutating func append(_ size: Int64?, count: Int = 1) {
        guard count > 0 else { return }
        // The last row is not copied: then its list would be, too.
        if count == 1, rows.last.map({ $0.sizes.count == $0.count }) ?? false {
            rows[rows.count - 1].sizes.append(size ?? -1)
            rows[rows.count - 1].count += 1
        } else {
            rows.append(Row(first: self.count, count: count, sizes: [size ?? -1]))
        }
        self.count += count
        guard let size else { return unknown += count }
        let (product, isTooLarge) = size.multipliedReportingOverflow(by: Int64(count))
        total = total.adding(isTooLarge ? .max : product)
    }

    /// The length of the body of a request, counted from 0.
    subscript(number: Int) -> Int64? {
        guard let row = rows.last(where: { $0.first <= number }) else { return nil }
        let size = row.sizes[row.sizes.count == row.count ? number - row.first : 0]
        return size < 0 ? nil : size
    }
}

extension Int64 {
    /// Returns the sum, or the largest number in place of more: sparse files can be longer together than any
    /// one file.
    func adding(_ other: Int64) -> Int64 {
        let (sum, isTooLarge) = addingReportingOverflow(other)
        return isTooLarge ? .max : sum
    }
}
