/// The order of requests that are made one after another: those that have to wait for another command are put
/// off to the end of their operation.
struct TurnQueue {
    /// The numbers that are still to come, of each operation.
    private var ranges: ArraySlice<Range<Int>>
    private var putOff: ArraySlice<Int> = []
    /// Whether the last number had been put off before.
    private(set) var isPutOff = false

    init(_ operations: [PlannedOperation]) {
        ranges = operations.map { $0.first..<($0.first + $0.count) }[...]
    }

    mutating func next() -> Int? {
        while let range = ranges.first {
            if let number = range.first {
                ranges[ranges.startIndex] = range.dropFirst()
                isPutOff = false
                return number
            }
            if let number = putOff.popFirst() {
                isPutOff = true
                return number
            }
            ranges.removeFirst()
        }
        return nil
    }

    mutating func putOff(_ number: Int) { putOff.append(number) }

    /// All numbers that are still to come.
    var rest: [Range<Int>] { putOff.map { $0..<($0 + 1) } + ranges }
}
