/// Something that is wrong with a scenario.
struct Mark: Sendable {
    enum Place: Sendable {
        case title
        /// A statement, by its index.
        case statement(Int)
        /// A line that is not written, since it says what holds anyway; after a statement.
        case unwritten(String, after: Int)
    }

    var place: Place
    /// What came instead.
    var came: [String]
    /// What `came` is.
    var label = "came"

    init(_ place: Place, _ came: String...) {
        self.place = place
        self.came = came
    }

    /// Something that is wrong with the block itself.
    static func error(_ text: String, at place: Place) -> Mark {
        Mark(place, text).labelled("error")
    }

    func labelled(_ label: String) -> Mark {
        var mark = self
        mark.label = label
        return mark
    }

    init(_ place: Place, _ came: [String]) {
        self.place = place
        self.came = came
    }
}
