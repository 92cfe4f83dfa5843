import FormEncoding

/// The final statuses that count as a success (`--expect-status`).
struct StatusSet: Equatable, Sendable {
    var ranges: [ClosedRange<Int>] = []

    func contains(_ status: Int) -> Bool { ranges.contains { $0.contains(status) } }

    /// `409`, `2xx` or `200-204`, from 100 to 999; `nil` for anything else.
    static func range(of item: some Collection<UInt8>) -> ClosedRange<Int>? {
        let item = Array(item)
        if let status = status(item[...]) { return status...status }
        if item.count == 3, let hundreds = status([item[0], UInt8(ascii: "0"), UInt8(ascii: "0")]),
            item.dropFirst().allSatisfy({ $0.lowercased == UInt8(ascii: "x") })
        {
            return hundreds...(hundreds + 99)
        }
        guard item.count == 7, item[3] == UInt8(ascii: "-"), let first = status(item[..<3]),
            let last = status(item[4...]), first <= last
        else { return nil }
        return first...last
    }

    private static func status(_ digits: ArraySlice<UInt8>) -> Int? {
        guard digits.count == 3, digits.allSatisfy(\.isDigit) else { return nil }
        let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        return number >= 100 ? number : nil
    }
}

extension ValueKind where Value == StatusSet {
    /// A list such as `2xx,409,300-303`.
    static var statuses: Self {
        Self { (use) throws(UsageError) in
            var set = StatusSet()
            let comma = UInt8(ascii: ",")
            for item in use.value.bytes.split(separator: comma, omittingEmptySubsequences: false) {
                guard let range = StatusSet.range(of: item) else {
                    throw use.bad(.notStatus(ByteString(bytes: item)))
                }
                set.ranges.append(range)
            }
            return set
        }
    }
}
