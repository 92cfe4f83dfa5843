import FormEncoding
import Foundation

/// Parses and validates the value of an option.
struct ValueKind<Value>: Sendable {
    /// The allowed words; empty if the value is free.
    var words: [String] = []

    var meaning = ValueMeaning.text

    let parse: @Sendable (OptionUse) throws(UsageError) -> Value
}

extension ValueKind where Value == OptionUse {
    /// The value together with the option as written.
    static func use(_ meaning: ValueMeaning) -> Self { Self(meaning: meaning) { use in use } }
}

extension ValueKind where Value == ByteString {
    /// Any text, possibly empty.
    static var text: Self { Self { use in use.value } }

    /// Any text that is not empty.
    static var nonEmpty: Self { nonEmpty(.text) }

    static var inputFile: Self { nonEmpty(.input) }
    static var outputFile: Self { nonEmpty(.output(.written)) }
    static var directory: Self { nonEmpty(.directory) }

    /// A file that is read and written, which a standard channel cannot be.
    static var journal: Self {
        Self(meaning: .output(.journal)) { (use) throws(UsageError) in
            let path = try nonEmpty.parse(use)
            guard path != "-" else { throw use.bad(.notFile) }
            return path
        }
    }

    /// A file, or the number of an open descriptor.
    static var progressChannel: Self {
        Self(meaning: .channel) { (use) throws(UsageError) in
            let path = ProgressChannel.path(try nonEmpty.parse(use))
            if let number = path.descriptorNumber, fcntl(number, F_GETFD) == -1 {
                throw use.bad(.notOpen)
            }
            return use.value
        }
    }

    static func nonEmpty(_ meaning: ValueMeaning) -> Self {
        Self(meaning: meaning) { (use) throws(UsageError) in
            guard !use.value.bytes.isEmpty else { throw use.bad(.empty) }
            return use.value
        }
    }

    /// Any text, possibly empty, with a meaning.
    static func text(_ meaning: ValueMeaning) -> Self {
        Self(meaning: meaning) { use in use.value }
    }

    /// Text for a header: no CR, LF or NUL (RFC 9110, 5.5).
    static var headerText: Self { headerText(.text) }

    static func headerText(_ meaning: ValueMeaning) -> Self {
        Self(meaning: meaning) { (use) throws(UsageError) in
            guard !use.value.bytes.contains(where: \.endsHeaderLine) else {
                throw use.bad(.lineBreak)
            }
            return use.value
        }
    }

    /// A token for a header. An empty one is usually a variable that is not set.
    static var bearer: Self {
        Self(meaning: .text) { (use) throws(UsageError) in
            _ = try nonEmpty.parse(use)
            return try headerText.parse(use)
        }
    }

    /// A header in one of curl's forms, as a line, or `@file`.
    static var passedHeader: Self {
        Self(meaning: .textOrInput) { (use) throws(UsageError) in
            _ = try ValueKind<HeaderArgument>.header.parse(use)
            return use.value
        }
    }

    /// A token (RFC 9110, 5.6.2), such as a method.
    static var token: Self {
        Self { (use) throws(UsageError) in
            guard !use.value.bytes.isEmpty else { throw use.bad(.empty) }
            guard use.value.bytes.isToken else { throw use.bad(.notToken) }
            return use.value
        }
    }
}

extension ValueKind where Value == ByteString {
    /// The name of a header.
    static var headerName: Self {
        Self { (use) throws(UsageError) in
            guard !use.value.bytes.isEmpty else { throw use.bad(.empty) }
            guard use.value.bytes.isToken else {
                throw use.bad(.notHeaderName)
            }
            return use.value
        }
    }
}

extension ValueKind where Value == Boundary {
    /// A boundary (RFC 2046, 5.1.1).
    static var boundary: Self {
        Self { (use) throws(UsageError) in
            guard let boundary = try? Boundary(use.value) else { throw use.bad(.notBoundary) }
            return boundary
        }
    }
}

extension ValueKind where Value == Int {
    /// A decimal integer within `range`.
    static func integer(in range: ClosedRange<Int>) -> Self {
        Self { (use) throws(UsageError) in
            let (isNegative, digits) = use.value.bytes.splitSign
            guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { throw use.bad(.notInteger) }
            if isNegative, range.lowerBound >= 0 { throw use.bad(.negative) }
            guard let number = Int(use.value.description) else {
                throw use.bad(.outOfRange(range))
            }
            guard range.contains(number) else { throw use.bad(.outOfRange(range)) }
            return number
        }
    }
}

extension ValueKind where Value == Int64 {
    /// Bytes, with curl's suffixes of one letter in either case: `B`, `K` (1024), `M`, `G`.
    static var size: Self {
        Self { (use) throws(UsageError) in
            var (isNegative, digits) = use.value.bytes.splitSign
            let shift: Int64? =
                switch digits.last.map(\.lowercased) {
                case UInt8(ascii: "b"): 0
                case UInt8(ascii: "k"): 10
                case UInt8(ascii: "m"): 20
                case UInt8(ascii: "g"): 30
                default: nil
                }
            if shift != nil { digits.removeLast() }
            guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { throw use.bad(.notSize) }
            guard !isNegative else { throw use.bad(.negative) }
            guard let number = Int64(String(decoding: digits, as: UTF8.self)),
                number <= Int64.max >> (shift ?? 0)
            else { throw use.bad(.tooLarge) }
            return number << (shift ?? 0)
        }
    }
}

extension ValueKind where Value == Duration {
    /// Seconds, with a fraction or an exponent, in whole milliseconds.
    ///
    /// Rounded up, so that a tiny duration does not become 0, which often means 'no limit'.
    static var duration: Self {
        Self { (use) throws(UsageError) in
            let (isNegative, number) = use.value.bytes.splitSign
            // Double's parser also accepts nan, inf and hexadecimal, which are not times.
            guard let first = number.first, first.isDigit || first == UInt8(ascii: "."),
                number.prefix(2).contains(where: \.isDigit),
                number.allSatisfy({ $0.isDigit || ".eE+-".utf8.contains($0) }),
                let seconds = Double("0" + String(decoding: number, as: UTF8.self))
            else { throw use.bad(.notSeconds) }
            guard !isNegative else { throw use.bad(.negative) }
            guard seconds <= mostSeconds else { throw use.bad(.tooLarge) }
            let milliseconds = Int64(seconds * 1000)
            return .milliseconds(
                Double(milliseconds) < seconds * 1000 ? milliseconds + 1 : milliseconds)
        }
    }

    /// Well below the overflow of milliseconds in 64 bits, which is curl's limit.
    private static var mostSeconds: Double { 9.0e15 }
}

extension ValueKind where Value == Duration? {
    /// A duration that limits something: 0 is no limit, as in curl.
    static var timeLimit: Self {
        Self { (use) throws(UsageError) in
            let duration = try ValueKind<Duration>.duration.parse(use)
            return duration == .zero ? nil : duration
        }
    }
}

extension ValueKind where Value == StatusSet {
    /// A list such as `2xx,409,300-303`.
    static var statuses: Self {
        Self { (use) throws(UsageError) in
            var set = StatusSet()
            let comma = UInt8(ascii: ",")
            for item in use.value.bytes.split(separator: comma, omittingEmptySubsequences: false) {
                guard let range = StatusSet.range(of: item) else {
                    throw use.bad(.notStatus(ByteString(bytes: item)))
                }
                set.ranges.append(range)
            }
            return set
        }
    }
}

extension ValueKind where Value == HeaderArgument {
    /// A request header in one of curl's forms.
    static var header: Self {
        Self(meaning: .textOrInput) { (use) throws(UsageError) in
            if use.value.bytes.first == UInt8(ascii: "@") {
                guard use.value.bytes.count > 1 else { throw use.bad(.empty) }
                return .file(InputFile(use, path: ByteString(bytes: use.value.bytes.dropFirst())))
            }
            do throws(HeaderArgument.Problem) {
                return try HeaderArgument.line(use.value)
            } catch {
                throw use.bad(error.fact)
            }
        }
    }
}

extension [UInt8] {
    fileprivate var splitSign: (isNegative: Bool, rest: ArraySlice<UInt8>) {
        first == UInt8(ascii: "-") ? (true, dropFirst()) : (false, self[...])
    }
}
