/// How bytes that a URL or a URL-encoded form cannot hold are escaped.
package struct PercentEncoding: Sendable, Hashable {
    /// For each byte, whether it stays as it is.
    private let isKept: [Bool]
    private let space: String
    private let digits: [UInt8]

    private init(keeping kept: String, space: String, isLowercase: Bool = false) {
        let kept = Set(kept.utf8)
        isKept = (0...UInt8.max).map { $0.isLetterOrDigit || kept.contains($0) }
        self.space = space
        digits = Array((isLowercase ? "0123456789abcdef" : "0123456789ABCDEF").utf8)
    }

    /// The serializer of browsers: `*-._` stay, a space becomes `+` (WHATWG URL §5.2).
    package static let form = PercentEncoding(keeping: "*-._", space: "+")

    /// curl's `--data-urlencode`: `-._~` stay (RFC 3986 §2.3), a space becomes `+`.
    package static let curl = PercentEncoding(keeping: "-._~", space: "+")

    /// curl's `--url-query`: as `curl`, with `a` to `f` in lower case.
    package static let curlQuery = PercentEncoding(
        keeping: "-._~", space: "+", isLowercase: true)

    /// The file name that curl's `-T` adds to a URL: the same, and a space becomes `%20`.
    package static let curlPath = PercentEncoding(
        keeping: "-._~", space: "%20", isLowercase: true)

    /// The function `url` of curl's variables: as `curl`, and a space becomes `%20`.
    package static let curlVariable = PercentEncoding(keeping: "-._~", space: "%20")

    /// Only bytes that a URL cannot have (RFC 3986 §2).
    package static let url = PercentEncoding(keeping: "!#$&'()*+,-./:;=?@[]_~", space: "%20")

    package func escaping(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.underestimatedCount)
        for byte in bytes { escape(byte) { output.append($0) } }
        return output
    }

    /// Hands on what `byte` becomes: one byte or three.
    func escape(_ byte: UInt8, _ write: (UInt8) -> Void) {
        if isKept[Int(byte)] {
            write(byte)
        } else if byte == UInt8(ascii: " ") {
            for byte in space.utf8 { write(byte) }
        } else {
            write(UInt8(ascii: "%"))
            write(digits[Int(byte >> 4)])
            write(digits[Int(byte & 0xF)])
        }
    }
}

/// Escapes a content on its way.
extension PercentEncoding: CountingEncoder {
    @inline(__always)
    func encode(
        _ input: UnsafeRawBufferPointer, isLast: Bool, _ output: inout some EncodedOutput
    ) -> Int {
        for byte in input { escape(byte) { output.put($0) } }
        return input.count
    }
}
