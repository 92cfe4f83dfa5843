/// Finds the known name nearest to a mistyped one, for 'did you mean'.
enum Suggestion {
    /// The nearest of `candidates`, or `nil` when none is near.
    ///
    /// Near means at most a third of the letters wrong. A longer candidate with the word as its
    /// prefix is near, too, since options cannot be shortened, and so is one that the word only adds words to.
    static func nearest(to word: String, among candidates: [String]) -> String? {
        let typed = Array(word.utf8.prefix(64))
        // All other single letters are equally near.
        guard typed.filter({ $0 != UInt8(ascii: "-") }).count > 1 else { return nil }
        let limit = max(1, typed.count / 3)
        let costs = candidates.map { candidate -> (name: String, cost: Int) in
            let name = Array(candidate.utf8)
            let isPrefix = typed.count >= 3 && name.starts(with: typed)
            let isStart = typed.starts(with: name + [UInt8(ascii: "-")])
            return (candidate, isPrefix ? 1 : min(distance(typed, name), isStart ? 2 : .max))
        }
        return costs.filter { $0.cost <= limit }.min { $0.cost < $1.cost }?.name
    }

    /// How many letters to insert, delete, replace or swap with their neighbour (the optimal
    /// string alignment distance).
    static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
        var costs = [Array(0...second.count)]
        for (row, letter) in first.enumerated() {
            var current = [row + 1]
            for (column, other) in second.enumerated() {
                var cost = min(
                    costs[row][column] + (letter == other ? 0 : 1), costs[row][column + 1] + 1,
                    current[column] + 1)
                if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
                    cost = min(cost, costs[row - 1][column - 1] + 1)
                }
                current.append(cost)
            }
            costs.append(current)
        }
        return costs[first.count][second.count]
    }
}
