import FormEncoding

/// A line of bash up to the cursor, split into words as the shell splits it.
struct ShellLine {
    /// Those before the last one, without quotes.
    private(set) var words: [ByteString] = []
    /// The word at the cursor, as far as it is typed.
    private(set) var last = ByteString()
    /// Readline replaces what follows the last of its break characters, or the quote that is open, and
    /// keeps as many bytes of the word at the cursor.
    private(set) var kept = 0
    /// A quote is open.
    var isQuoted: Bool { quote != nil }

    private var quote: UInt8?

    init(_ line: ByteString, breaks: ByteString) {
        let (at, backslash) = (UInt8(ascii: "@"), UInt8(ascii: "\\"))
        var isWord = false
        var bytes = line.bytes[...]
        while let byte = bytes.popFirst() {
            if byte == quote {
                quote = nil
            } else if byte == backslash, quote != UInt8(ascii: "'"),
                quote == nil || bytes.first.map({ "$`\"\\".utf8.contains($0) }) == true
            {
                isWord = true
                if let next = bytes.popFirst() { last.append(next) }
            } else if quote != nil {
                last.append(byte)
            } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
                (quote, isWord, kept) = (byte, true, last.count)
            } else if byte.isBlank {
                if isWord { words.append(last) }
                (last, isWord, kept) = ("", false, 0)
            } else {
                isWord = true
                let breaksHere = breaks.contains(byte)
                // An `@` belongs to what readline replaces.
                if breaksHere, byte == at { kept = last.count }
                last.append(byte)
                if breaksHere, byte != at { kept = last.count }
            }
        }
    }
}
