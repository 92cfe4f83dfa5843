package struct ErrorText {
    package let sentence: String
    package let remedy: String?

    package init(_ sentence: String, _ remedy: String? = nil) {
        (self.sentence, self.remedy) = (sentence, remedy)
    }

    package var description: String { sentence + (remedy.map { "; " + $0 } ?? "") }

    /// The remedy for a file that changes.
    static let copy = "body.spooled() makes a copy that does not change"
}
