/// How text looks on a terminal (ECMA-48, SGR).
enum TextColor: String {
    case faint = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case magenta = "35"
    case cyan = "36"
    case boldBlue = "1;34"

    var start: String { "\u{1B}[\(rawValue)m" }

    static let end = "\u{1B}[0m"
}
