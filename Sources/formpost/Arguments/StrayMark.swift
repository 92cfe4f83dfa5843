import FormEncoding

/// A word that was taken for a URL and never is one: what a broken line or another command's habits
/// leave.
enum StrayMark: Equatable, Sendable {
    /// `"$URL"` without a value.
    case empty
    /// `\` and a blank at the end of a line.
    case blank
    /// A line end of a script with Windows' line ends.
    case lineEnd
    case backslash
    /// `^` and `` ` ``, by which other shells continue a line.
    case continuation(ByteString)
    /// `curl`
    case command
    /// `POST`
    case method(ByteString)

    init?(_ word: ByteString) {
        switch word.description {
        case "": self = .empty
        case "\\": self = .backslash
        case "^", "`": self = .continuation(word)
        case "curl": self = .command
        case "POST", "PUT", "PATCH", "GET", "DELETE": self = .method(word)
        default:
            if word.bytes.allSatisfy({ "\r\n\\".utf8.contains($0) }) {
                self = .lineEnd
            } else if word.bytes.allSatisfy(\.isBlank) {
                self = .blank
            } else {
                return nil
            }
        }
    }
}
