/// What is wrong with a block, in words.
struct Mistake: Error {
    let text: String
    /// The index of the statement; nil for the whole block.
    var statement: Int?

    init(_ text: String, at statement: Int? = nil) {
        self.text = text
        self.statement = statement
    }
}
