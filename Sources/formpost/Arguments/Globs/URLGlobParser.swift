import FormEncoding
import Foundation

/// Parses a glob of curl: text, `{sets}` and `[ranges]`.
struct URLGlobParser {
    /// The product of the counts of all pieces so far.
    private(set) var count: Int64 = 1

    private let bytes: [UInt8]
    private var position = 0

    /// As in curl, so that no glob takes a number of loops that no one can read.
    private static let mostPieces = 255
    private static let longestAddress = 127

    init(_ text: ByteString) { bytes = text.bytes }

    mutating func pieces() throws(URLGlob.Problem) -> [URLGlob.Piece] {
        var pieces: [URLGlob.Piece] = []
        while position < bytes.count {
            let text = try literal()
            if text.isEmpty {
                let opensSet = bytes[position] == UInt8(ascii: "{")
                position += 1
                let start = position
                let piece = try opensSet ? set() : range()
                let (product, overflows) = count.multipliedReportingOverflow(by: piece.count)
                guard !overflows, piece.count < .max else { throw problem(.overflow, at: start) }
                count = product
                pieces.append(piece)
            } else {
                pieces.append(.literal(text))
            }
            guard pieces.count <= Self.mostPieces else { throw problem(.tooManyPieces) }
        }
        return pieces
    }

    /// The text up to a set or a range.
    private mutating func literal() throws(URLGlob.Problem) -> ByteString {
        var text = ByteString()
        while let byte = byte() {
            switch byte {
            case UInt8(ascii: "{"): return text
            case UInt8(ascii: "["):
                let length = lengthOfAddress ?? (self.byte(1) == UInt8(ascii: "]") ? 2 : 0)
                guard length > 0 else { return text }
                text += bytes[position..<position + length]
                position += length
            case UInt8(ascii: "}"), UInt8(ascii: "]"): throw problem(.unmatchedClose)
            default:
                if byte == UInt8(ascii: "\\"), let next = self.byte(1), "{[}]".utf8.contains(next) {
                    position += 1
                }
                text.append(bytes[position])
                position += 1
            }
        }
        return text
    }

    /// The texts up to the `}`. Sets are not nested.
    private mutating func set() throws(URLGlob.Problem) -> URLGlob.Piece {
        let start = position
        var values = [ByteString()]
        while let byte = byte() {
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): throw problem(.nestedBrace)
            case UInt8(ascii: "]"): throw problem(.unexpectedBracket)
            case UInt8(ascii: "}"):
                if position == start { throw problem(.emptySet) }
                position += 1
                return .set(values)
            case UInt8(ascii: ","): values.append(ByteString())
            default:
                if byte == UInt8(ascii: "\\"), self.byte(1) != nil { position += 1 }
                values[values.count - 1].append(bytes[position])
            }
            position += 1
        }
        throw problem(.unmatchedBrace, at: start - 1)
    }

    /// `a-z]`, `1-9]`, `001-100:2]`.
    private mutating func range() throws(URLGlob.Problem) -> URLGlob.Piece {
        guard let first = byte(), first.isLetterOrDigit else {
            throw problem(.badRangeSpecification)
        }
        return try first.isDigit ? numbers() : letters(first)
    }

    private mutating func letters(_ first: UInt8) throws(URLGlob.Problem) -> URLGlob.Piece {
        let start = position
        guard byte(1) == UInt8(ascii: "-"), let last = byte(2) else {
            throw problem(.badRange, at: start)
        }
        position += 3
        guard let step = step() else { throw problem(.badRange, at: start) }
        let isSingle = first == last && step == 1
        guard isSingle || step > 0 && first < last && last - first < 26 && step <= last - first
        else { throw problem(.badRange) }
        return .letters(first: first, last: last, step: UInt8(step))
    }

    private mutating func numbers() throws(URLGlob.Problem) -> URLGlob.Piece {
        let start = position
        guard let (first, width) = number() else { throw problem(.badRange, at: start) }
        guard byte() == UInt8(ascii: "-") else { throw problem(.badRange, at: start) }
        position += 1
        while byte()?.isSpaceOrTab ?? false { position += 1 }
        let second = position
        guard let (last, _) = number() else { throw problem(.badRange, at: second) }
        let colon = position
        guard let step = step() else {
            // curl reads a step that is not there as 0.
            let rest = bytes[colon...]
            let place = rest.starts(with: ":]".utf8) ? colon + 2 : colon + 1
            throw problem(.badRange, at: rest.first == UInt8(ascii: ":") ? place : second)
        }
        guard first == last && step == 1 || step > 0 && first < last && step <= last - first
        else { throw problem(.badRange) }
        let isPadded = bytes[start] == UInt8(ascii: "0")
        return .numbers(first: first, last: last, step: step, width: isPadded ? width : 0)
    }

    /// `]`, or `:2]`; `nil` if it is neither.
    private mutating func step() -> Int64? {
        var step: Int64 = 1
        if byte() == UInt8(ascii: ":") {
            position += 1
            guard let (number, _) = number() else { return nil }
            step = number
        }
        guard byte() == UInt8(ascii: "]") else { return nil }
        position += 1
        return step
    }

    /// A decimal number and how many digits it has; `nil` if there is none, or a too large one.
    private mutating func number() -> (Int64, width: Int)? {
        let digits = bytes[position...].prefix(while: \.isDigit)
        guard let number = Int64(String(decoding: digits, as: UTF8.self)) else { return nil }
        position = digits.endIndex
        return (number, digits.count)
    }

    /// The length of the IPv6 address in brackets that is next, possibly with a zone (RFC 6874).
    private var lengthOfAddress: Int? {
        let rest = bytes[position...].dropFirst()
        guard let end = rest.firstIndex(of: UInt8(ascii: "]")), end - position < Self.longestAddress
        else { return nil }
        let parts = bytes[position + 1..<end].split(
            separator: UInt8(ascii: "%"), maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count > 1, parts[1].isEmpty || parts[1].count > 17 { return nil }
        var address = in6_addr()
        let isAddress = inet_pton(AF_INET6, ByteString(bytes: parts[0]).cString, &address) == 1
        return isAddress ? end + 1 - position : nil
    }

    private func byte(_ distance: Int = 0) -> UInt8? {
        let index = position + distance
        return index < bytes.count ? bytes[index] : nil
    }

    private func problem(_ fact: URLGlob.Fact, at offset: Int? = nil) -> URLGlob.Problem {
        URLGlob.Problem(fact: fact, column: (offset ?? position) + 1)
    }
}
