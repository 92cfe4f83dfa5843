import Foundation

/// An error in a sentence, and what to do about it.
package struct ErrorText {
    package let sentence: String
    package let remedy: String?

    package init(_ sentence: String, _ remedy: String? = nil) {
        (self.sentence, self.remedy) = (sentence, remedy)
    }

    /// The sentence and the remedy, as one text.
    package var description: String { sentence + (remedy.map { "; " + $0 } ?? "") }

    /// The system's sentence for an errno.
    package static func reason(_ errno: Int32) -> String { String(cString: strerror(errno)) }

    /// The remedy for a file that changes.
    static let copy = "body.spooled() makes a copy that does not change"
}
