/// How many requests there are in each of a row of groups.
struct Counts {
    /// How many there are up to the end of each group.
    private var ends: [Int] = []

    /// How many there are in all.
    var total: Int { ends.last ?? 0 }

    mutating func append(_ count: Int) { ends.append(total + count) }

    /// The group of a request, and its number in it; all are counted from 0.
    func position(of number: Int) -> (group: Int, number: Int) {
        // The first group that ends behind the request.
        var (low, high) = (0, ends.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] > number { high = middle } else { low = middle + 1 }
        }
        return (low, number - (low > 0 ? ends[low - 1] : 0))
    }
}
