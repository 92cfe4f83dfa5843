/// Writes a manual page in the macros of man(7).
///
/// Texts are plain; literal words in backticks become bold. Lines are under 80 bytes, as mandoc
/// wants.
struct ManWriter {
    /// Without hyphenation; groff's macros switch it on again in each paragraph unless HY is 0.
    private(set) var text = """
        .TH FORMPOST 1 \(Version.date) "formpost \(Version.number)" "User Commands"
        .nr HY 0
        .nh

        """
    /// The first paragraph below a title has no request of its own.
    private var isBelowTitle = false

    /// The title of a section, or of a part of one.
    mutating func title(_ title: String, isInner: Bool) {
        text += "\(isInner ? ".SS" : ".SH") \"\(Self.escaped(title))\"\n"
        isBelowTitle = true
    }

    mutating func paragraphs(_ text: String) {
        for content in TextReader.paragraphs(text) {
            if !isBelowTitle { self.text += ".PP\n" }
            fill(content)
        }
    }

    /// A tag, already in roff, and what it means; perhaps with lines to be typed.
    mutating func item(tag: String, _ content: String, example: [String] = []) {
        text += ".TP\n\(tag)\n"
        fill(content)
        if !example.isEmpty { type(example, indentation: 7) }
    }

    /// Lines to be typed.
    mutating func example(_ lines: [String]) {
        text += ".PP\n"
        type(lines, indentation: 4)
    }

    private mutating func type(_ lines: [String], indentation: Int) {
        text += ".RS \(indentation)\n.EX\n"
        for line in lines { text += Self.guarded(Self.escaped(line)) + "\n" }
        text += ".EE\n.RE\n"
    }

    private mutating func fill(_ content: String) {
        isBelowTitle = false
        for line in TextWrap.lines(Self.marked(content), width: 78) {
            text += Self.guarded(line) + "\n"
        }
    }

    static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fP" }

    static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fP" }

    /// Escapes each character to print as itself, and each dash as an ASCII hyphen.
    static func escaped(_ text: String) -> String {
        text.reduce(into: "") { line, character in line += escapes[character] ?? "\(character)" }
    }

    private static let escapes: [Character: String] = [
        "\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti",
    ]

    /// Text in backticks becomes bold; other dashes are hyphens, except those of options.
    static func marked(_ content: String) -> String {
        let pieces = content.split(separator: "`", omittingEmptySubsequences: false)
        return pieces.enumerated().map { index, piece in
            guard index % 2 == 1 else { return prose(String(piece)) }
            let words = piece.split(separator: " ").map(String.init)
            // A line of the page does not break within a command that is not long.
            let whole = bold(words.joined(separator: " ")).replacing(" ", with: "\\0")
            if whole.utf8.count <= longestCommand { return whole }
            // A font change for each word, so that a line may break between them.
            return words.map(bold).joined(separator: " ")
        }.joined()
    }

    /// In bytes, with the escapes.
    private static let longestCommand = 60

    /// Words that begin with a dash are options; other dashes are hyphens.
    private static func prose(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            let isOption = word.drop { "(,;:".contains($0) }.first == "-"
            let text = escaped(String(word))
            // Lines do not break at hyphens within words.
            return isOption || !word.contains("-") ? text : "\\%" + text.replacing("\\-", with: "-")
        }.joined(separator: " ")
    }

    /// A dot or a quote at the start of a line would be a roff request.
    private static func guarded(_ line: String) -> String {
        line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
    }
}
