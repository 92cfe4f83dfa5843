/// The line between the parts of a form, without its dashes (RFC 2046 §5.1.1).
package struct Boundary: Sendable, Hashable {
    package let value: ByteString

    /// True for a boundary with 128 random bits of the system, which no content contains by chance.
    package let isRandom: Bool

    /// A chosen boundary: 1 to 70 letters, digits, `'()+_,-./:=?` and spaces, not ending in a
    /// space. Throws `.invalidBoundary`.
    ///
    /// Many servers support only letters, digits, `.`, `_` and `-`. Contents are searched for the
    /// boundary when a form is encoded.
    package init(_ value: ByteString) throws(BodyFault) {
        guard (1...70).contains(value.count), value.last != UInt8(ascii: " "),
            value.allSatisfy({ $0.isLetterOrDigit || "'()+_,-./:=? ".utf8.contains($0) })
        else { throw .invalidBoundary(value) }
        self.value = value
        isRandom = false
    }

    /// `formpost-` and 128 random bits in hexadecimal: recognisable in a trace and valid without
    /// quotes.
    package static func random() -> Boundary {
        let words = (0..<2).map { _ in
            String(UInt64.random(in: 0 ... .max), radix: 16).leftPadded(to: 16, with: "0")
        }
        return Boundary(unchecked: ByteString(randomPrefix + words.joined()), isRandom: true)
    }

    /// The boundary of an earlier form, whose contents need no search if `random()` has made it.
    package static func again(_ value: ByteString) throws(BodyFault) -> Boundary {
        let digits = value.dropFirst(randomPrefix.utf8.count)
        let isRandom =
            value.starts(with: randomPrefix.utf8) && digits.count == 32
            && digits.allSatisfy("0123456789abcdef".utf8.contains)
        return Boundary(unchecked: try Boundary(value).value, isRandom: isRandom)
    }

    /// Random boundaries are equal: they say nothing about a form.
    package static func == (one: Boundary, other: Boundary) -> Bool {
        one.isRandom && other.isRandom || one.value == other.value && one.isRandom == other.isRandom
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(isRandom ? "" : value) }

    static let randomPrefix = "formpost-"

    private init(unchecked value: ByteString, isRandom: Bool) {
        (self.value, self.isRandom) = (value, isRandom)
    }

    /// `; boundary=…`, to follow a media type: quoted only if RFC 2045 §5.1 requires it, since some
    /// servers do not support the quotes.
    var parameter: ByteString {
        "; boundary=" + (value.isToken ? value : ByteString("\"\(value)\""))
    }
}
