/// Something that is wrong with a scenario.
struct Mark: Sendable {
    enum Place: Sendable {
        case title
        /// A statement, by its index.
        case statement(Int)
        /// A line that is not written because it holds anyway; shown below a statement.
        case unwritten(String, after: Int)
    }

    var place: Place
    /// The lines that came instead.
    var came: [String]
    /// The word before them: `came`, `curl`, `error`.
    var label = "came"

    init(_ place: Place, _ came: [String]) {
        self.place = place
        self.came = came
    }

    init(_ place: Place, _ came: String) { self.init(place, [came]) }

    /// An error in the block itself.
    static func error(_ text: String, at place: Place) -> Mark {
        Mark(place, text).labelled("error")
    }

    func labelled(_ label: String) -> Mark {
        var mark = self
        mark.label = label
        return mark
    }
}
