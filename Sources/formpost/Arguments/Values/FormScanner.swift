import FormEncoding

/// Reads the words of a `-F` argument, from left to right.
///
/// Each method consumes what it recognises or leaves the input untouched; only `pattern` may consume and return nil.
/// Positions are byte offsets into the whole argument, so that a message can point at a column. A value ends at `;`,
/// among files also at `,`.
struct FormScanner: Sendable {
    let bytes: [UInt8]
    var position = 0
    /// Whether a value, of a file or its parameters, ends at a comma as well.
    var endsAtComma = false

    /// The text between the last closing quote and the end of its value.
    private(set) var surplus: Range<Int>?

    /// The offset of the next `/` or blank, kept so that an argument is searched only once.
    private var slashOrBlank = 0

    init(_ argument: ByteString) { bytes = argument.bytes }

    /// The next byte, `nil` at the end.
    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    var rest: ByteString { ByteString(bytes: bytes[position...]) }

    /// Whether only `;` and blanks are left, which curl drops silently.
    var isAtEmptyParameters: Bool {
        next == UInt8(ascii: ";")
            && bytes[position...].allSatisfy { $0 == UInt8(ascii: ";") || $0.isBlank }
    }

    /// Where the last `filename=` with a blank before it begins, as prose has it after a `;`.
    func spacedFilename(in range: Range<Int>) -> Int? {
        let keyword = "filename=".utf8
        let end = bytes[range].lastIndex { !$0.isBlank } ?? range.lowerBound
        let start = end + 1 - keyword.count
        guard start > range.lowerBound, bytes[start - 1].isBlank,
            zip(bytes[start...end], keyword).allSatisfy({ $0.lowercased == $1 })
        else { return nil }
        return start
    }

    func text(_ range: Range<Int>) -> ByteString { ByteString(bytes: bytes[range]) }

    /// A value, unquoted or trimmed, and its offset.
    struct Word: Equatable, Sendable {
        var bytes: ByteString
        var offset: Int
        var isQuoted = false
    }

    /// Consumes everything up to and including the first `=`.
    mutating func name() -> ByteString? {
        guard let equals = bytes[position...].firstIndex(of: UInt8(ascii: "=")) else { return nil }
        defer { position = equals + 1 }
        return text(position..<equals)
    }

    /// Consumes this byte, if it is next.
    mutating func byte(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    mutating func blanks() {
        while let byte = next, byte.isBlank { position += 1 }
    }

    /// Consumes an ASCII word such as `type=`, in any letter case.
    mutating func keyword(_ word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard bytes.count - position >= count else { return false }
        let isEqual = word.withUTF8Buffer { word in
            zip(word, bytes[position...]).allSatisfy { $0 == $1.lowercased }
        }
        if isEqual { position += count }
        return isEqual
    }

    /// Consumes a value: the text between quotes without escapes, or a trimmed word.
    ///
    /// As in curl, an opening quote without a closing one is an ordinary byte.
    mutating func word() -> Word {
        blanks()
        return quoted() ?? unquoted()
    }

    /// Consumes `"…"`, in which only `\"` and `\\` are escapes, and any text after it up to the
    /// end.
    mutating func quoted() -> Word? {
        guard next == UInt8(ascii: "\"") else { return nil }
        var content: [UInt8] = []
        var index = position + 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            let isEscape = bytes[index] == UInt8(ascii: "\\")
            if isEscape, index + 1 < bytes.count, "\"\\".utf8.contains(bytes[index + 1]) {
                index += 1
            }
            content.append(bytes[index])
            index += 1
        }
        guard index < bytes.count else { return nil }

        let word = Word(bytes: ByteString(bytes: content), offset: position, isQuoted: true)
        position = index + 1
        let after = skip().trimmed
        surplus = after.isEmpty ? nil : after
        return word
    }

    /// Consumes a pattern of files: `"…"` as in `quoted`, or the text up to a `;`, in which a backslash
    /// takes the next byte with it. Nil if it is empty, or text follows its closing quote.
    mutating func pattern() -> ByteString? {
        let start = position
        if let word = quoted() {
            // Not even blanks follow.
            let isWhole = surplus == nil && bytes[position - 1] == UInt8(ascii: "\"")
            return isWhole && !word.bytes.isEmpty ? word.bytes : nil
        }
        guard next != UInt8(ascii: "\"") else { return nil }
        while let byte = next, byte != UInt8(ascii: ";") {
            position += byte == UInt8(ascii: "\\") && position + 1 < bytes.count ? 2 : 1
        }
        return position > start ? text(start..<position) : nil
    }

    mutating func unquoted() -> Word {
        let range = skip()
        return Word(bytes: text(range.trimmed), offset: range.trimmed.lowerBound)
    }

    /// Consumes a media type with its parameters: everything up to the end of the value.
    ///
    /// As in curl 7.88.1, a `;` or `,` before the first `/` belongs to the type. Text without `/` is
    /// consumed as well; the parser refuses it unless it is lax.
    mutating func mediaType() -> Range<Int>? {
        let start = position
        if let slash = slashOfMediaType() {
            position = slash + 1
            while let byte = next, !";, \n".utf8.contains(byte) { position += 1 }
            return start..<continuation()
        }
        let stop = continuation()
        if stop > start, !bytes[start..<stop].contains(UInt8(ascii: "/")) { return start..<stop }
        position = start
        return nil
    }

    /// Consumes the value; returns the end of its text without trailing blanks.
    mutating func continuation() -> Int {
        let range = skip()
        return max(range.whole.lowerBound, range.trimmed.upperBound)
    }

    /// The values of all `headers=` in an argument, wherever they stand, also in one that cannot be
    /// parsed. One with an open quote reaches to the end, since that is what was meant.
    static func headerValues(of argument: ByteString) -> [Range<Int>] {
        var scanner = FormScanner(argument)
        var values: [Range<Int>] = []
        while scanner.next != nil {
            guard scanner.keyword("headers=") else {
                scanner.position += 1
                continue
            }
            // The name of a file.
            if "@<".utf8.contains(where: { $0 == scanner.next }) { continue }
            scanner.blanks()
            let start = scanner.position
            if scanner.next == UInt8(ascii: "\"") {
                if scanner.quoted() == nil { scanner.position = scanner.bytes.count }
            } else {
                _ = scanner.unquoted()
            }
            values.append(start..<scanner.position)
        }
        return values
    }

    /// The position of a `/` with at least one byte on each side.
    private mutating func slashOfMediaType() -> Int? {
        slashOrBlank = max(slashOrBlank, position)
        while slashOrBlank < bytes.count, !"/ ".utf8.contains(bytes[slashOrBlank]) {
            slashOrBlank += 1
        }
        let slash = slashOrBlank
        guard slash > position, slash + 1 < bytes.count, bytes[slash] == UInt8(ascii: "/"),
            !";, \n".utf8.contains(bytes[slash + 1])
        else { return nil }
        return slash
    }

    /// Consumes the value; returns its range with and without outer blanks.
    private mutating func skip() -> (whole: Range<Int>, trimmed: Range<Int>) {
        let comma = endsAtComma ? UInt8(ascii: ",") : UInt8(ascii: ";")
        let stop =
            bytes[position...].firstIndex { $0 == UInt8(ascii: ";") || $0 == comma } ?? bytes.count
        defer { position = stop }
        let whole = position..<stop
        guard let first = bytes[whole].firstIndex(where: { !$0.isBlank }),
            let last = bytes[whole].lastIndex(where: { !$0.isBlank })
        else { return (whole, whole.lowerBound..<whole.lowerBound) }
        return (whole, first..<last + 1)
    }
}

extension ByteString {
    // Unsafe, since `Regex` is not Sendable; this one never changes.
    private nonisolated(unsafe) static let mediaType =
        // After the type parameters, `name=value` or `name="a value"`; sloppily also nothing.
        #/
        [\ \t-\r]*+ [\w!\#$%&'*+.^`|~\-]++ (?:/[\w!\#$%&'*+.^`|~\-]++)? [\ \t-\r]*+
        (?: ; [\ \t-\r]*+
            (?: [\w!\#$%&'*+.^`|~\-]++ = (?: (?:"[^"]*+(?:"|$)) (?:[^";]|"[^"]*+(?:"|$))*+
                | (?:[^\ \t-\r";]|"[^\ \t-\r"]*+(?:"|$))*+ ) )?+
            [\ \t-\r]*+ )*+
        /#.asciiOnlyCharacterClasses().matchingSemantics(.unicodeScalar)

    /// Whether the text has the shape of a media type (RFC 9110 §8.3.1), or is one word, which the parser
    /// refuses. Anything else after a `;type=` may be text.
    var looksLikeMediaType: Bool { description.wholeMatch(of: Self.mediaType) != nil }
    var beginsWithTypographicQuote: Bool {
        first ?? 0 > 0x7F
            && ByteString(prefix(3)).description.contains(where: \.isTypographicQuote)
    }
}

extension Character {
    var isTypographicQuote: Bool { "“”„‟‘’‚‛«»".contains(self) }
}
