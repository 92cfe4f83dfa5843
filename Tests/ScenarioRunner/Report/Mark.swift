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
    /// What `came` is: another program may have done it.
    var label = "came"

    init(_ place: Place, _ came: String...) {
        self.place = place
        self.came = came
    }

    init(_ place: Place, _ came: [String]) {
        self.place = place
        self.came = came
    }
}
