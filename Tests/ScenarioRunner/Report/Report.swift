extension Scenario {
    /// The block with a mark at each line that is wrong, and what came in its place.
    func report(_ marks: [Mark]) -> String {
        var lines = ["\(place): \(title)"]
        func add(_ text: [String], _ wrong: [Mark]) {
            for (index, line) in text.enumerated() {
                lines.append((wrong.isEmpty || index > 0 ? "    " : "  ! ") + line)
            }
            for mark in wrong {
                if mark.came.count == 1 {
                    lines.append("      \(mark.label): \(mark.came[0])")
                } else {
                    lines.append("      \(mark.label):")
                    lines += mark.came.map { $0.isEmpty ? "" : "          " + $0 }
                }
            }
        }
        let wrong = marks.filter { if case .title = $0.place { true } else { false } }
        if !wrong.isEmpty { add(["# \(title)"], wrong) }
        for (index, statement) in statements.enumerated() {
            let text = [statement.head] + statement.continuation.map { "    " + $0 }
            add(text, marks.filter { if case .statement(index) = $0.place { true } else { false } })
            for mark in marks {
                if case .unwritten(let line, after: index) = mark.place { add([line], [mark]) }
            }
        }
        lines.append("again: make test SCENARIO=\(place)")
        return lines.map { $0 + "\n" }.joined()
    }
}
