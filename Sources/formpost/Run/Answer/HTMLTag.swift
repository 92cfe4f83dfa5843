/// A start tag of an HTML document.
struct HTMLTag: Equatable {
    /// In lower case.
    var name: [UInt8]
    /// In their order; names in lower case, values decoded.
    var attributes: [Attribute] = []

    struct Attribute: Equatable {
        var name: [UInt8]
        /// Empty if there is none.
        var value: [UInt8]
    }

    /// The value of an attribute; of several with one name the first counts.
    func value(of attribute: String) -> [UInt8]? {
        attributes.first { $0.name.elementsEqual(attribute.utf8) }?.value
    }
}

/// The start tags of an HTML document in their order, as browsers find them (HTML standard, 13.2.5),
/// but for what is in comments and scripts. Each byte is looked at a limited number of times.
struct HTMLTags: Sequence, IteratorProtocol {
    private var scanner: HTMLScanner

    init(_ document: [UInt8]) { scanner = HTMLScanner(document) }

    mutating func next() -> HTMLTag? {
        while scanner.skip(past: UInt8(ascii: "<")) {
            switch scanner.next {
            case let byte? where byte.isLetter:
                // A document that ends within a tag has not got it.
                guard let tag = scanner.tag() else { return nil }
                if Self.textual.contains(tag.name) { scanner.skipText(of: tag.name) }
                return tag
            case UInt8(ascii: "/"):
                scanner.advance()
                if scanner.next?.isLetter ?? false {
                    guard scanner.tag() != nil else { return nil }
                } else {
                    scanner.skip(past: UInt8(ascii: ">"))
                }
            case UInt8(ascii: "!"):
                scanner.advance()
                scanner.skipDeclaration()
            case UInt8(ascii: "?"): scanner.skip(past: UInt8(ascii: ">"))
            default: break
            }
        }
        return nil
    }

    /// The elements in which there are no tags, only text up to their end tag.
    private static let textual = Set(
        ["iframe", "noembed", "noframes", "script", "style", "textarea", "title", "xmp"]
            .map { Array($0.utf8) })
}

/// Eats the bytes of an HTML document.
private struct HTMLScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func advance() { position += 1 }

    /// Skips all up to a byte, and the byte; false if there is none.
    @discardableResult
    mutating func skip(past byte: UInt8) -> Bool {
        while position < bytes.count {
            position += 1
            if bytes[position - 1] == byte { return true }
        }
        return false
    }

    /// Skips a comment or a declaration, of which `<!` has been eaten.
    mutating func skipDeclaration() {
        guard skip("--") else {
            skip(past: UInt8(ascii: ">"))
            return
        }
        if skip(">") || skip("->") { return }
        while position < bytes.count {
            if skip("-->") || skip("--!>") { return }
            position += 1
        }
    }

    /// Skips the text of an element up to its end tag.
    mutating func skipText(of element: [UInt8]) {
        while skip(past: UInt8(ascii: "<")) {
            guard next == UInt8(ascii: "/") else { continue }
            let end = position + 1 + element.count
            guard end <= bytes.count,
                zip(bytes[(position + 1)...], element).allSatisfy({ $0.lowercased == $1 }),
                end == bytes.count || bytes[end].endsTagName
            else { continue }
            position -= 1
            return
        }
    }

    /// A name and attributes, with the `>`; `nil` if the document ends before that.
    mutating func tag() -> HTMLTag? {
        var tag = HTMLTag(name: eat { $0.endsTagName })
        while let byte = next {
            if byte == UInt8(ascii: ">") {
                position += 1
                return tag
            }
            if byte.endsTagName {
                position += 1
            } else {
                tag.attributes.append(attribute())
            }
        }
        return nil
    }

    private mutating func attribute() -> HTMLTag.Attribute {
        // A `=` at the start belongs to the name.
        let isOdd = next == UInt8(ascii: "=")
        if isOdd { position += 1 }
        let rest = eat { $0.endsTagName || $0 == UInt8(ascii: "=") }
        let name = (isOdd ? [UInt8(ascii: "=")] : []) + rest
        skipBlanks()
        guard next == UInt8(ascii: "=") else { return HTMLTag.Attribute(name: name, value: []) }
        position += 1
        skipBlanks()
        return HTMLTag.Attribute(name: name, value: value().withoutCharacterReferences)
    }

    private mutating func value() -> [UInt8] {
        guard let quote = next, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            let start = position
            while let byte = next, !byte.isBlankOfHTML, byte != UInt8(ascii: ">") { position += 1 }
            return Array(bytes[start..<position])
        }
        position += 1
        let start = position
        return skip(past: quote) ? Array(bytes[start..<(position - 1)]) : []
    }

    /// In lower case.
    private mutating func eat(until isEnd: (UInt8) -> Bool) -> [UInt8] {
        let start = position
        while let byte = next, !isEnd(byte) { position += 1 }
        return bytes[start..<position].map(\.lowercased)
    }

    private mutating func skipBlanks() {
        while next?.isBlankOfHTML ?? false { position += 1 }
    }

    private mutating func skip(_ text: StaticString) -> Bool {
        let isNext = text.withUTF8Buffer { text in
            position + text.count <= bytes.count
                && text.indices.allSatisfy { bytes[position + $0] == text[$0] }
        }
        if isNext { position += text.utf8CodeUnitCount }
        return isNext
    }
}

extension UInt8 {
    fileprivate var isBlankOfHTML: Bool { [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(self) }

    fileprivate var endsTagName: Bool {
        isBlankOfHTML || self == UInt8(ascii: "/") || self == UInt8(ascii: ">")
    }
}
