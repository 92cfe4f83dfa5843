import FormEncoding
import Foundation

/// Why the value of an option cannot be used: makes a sentence.
struct ValueProblem: Sendable {
    let sentence: @Sendable (OptionUse) -> String

    init(_ sentence: @escaping @Sendable (OptionUse) -> String) { self.sentence = sentence }

    /// What the sentence says of the value.
    init(_ predicate: String) { sentence = { "\(Messages.quoted($0.shown)) \(predicate)" } }

    static func not(_ kind: String) -> ValueProblem { ValueProblem("is not \(kind)") }

    static func notToken(_ kind: String) -> ValueProblem {
        not("\(kind): only letters, digits and \(Messages.tokenCharacters)")
    }

    static func notOneOf(_ words: [String]) -> ValueProblem {
        ValueProblem { use in
            // Numbers are not mistyped words.
            let isWord = use.shown.bytes.first?.isLetter == true
            let nearest =
                isWord ? Suggestion.nearest(to: use.shown.description, among: words) : nil
            return "\(Messages.quoted(use.shown)) is not one of \(words.joined(separator: ", "))"
                + Messages.didYouMean(nearest)
        }
    }

    static let empty = ValueProblem { _ in "the value is empty" }
    static let returnAtEnd = ValueProblem { Messages.returnAtEnd($0.shown) }
    static let negative = ValueProblem("is negative")
    static let tooLarge = ValueProblem("is too large")

    /// A CR, LF or NUL, which would end the header line (RFC 9110, 5.5).
    static let lineBreak = ValueProblem { use in
        let name = (use.typed.flatMap { try? Template($0) })?.references.last?.name
        let remedy = use.value.breaksOnlyAtEnd ? name.map { ": {{\($0):trim}}" } : nil
        return "\(Messages.quoted(use.shown)) contains a CR, LF or NUL, which no header may contain"
            + (remedy.map { $0 + " leaves out a line end after the text" } ?? "")
    }
}

/// Parses and validates the value of an option.
struct ValueKind<Value>: Sendable {
    /// The allowed words; empty if the value is free.
    var words: [String] = []

    var meaning = ValueMeaning.text

    let parse: @Sendable (OptionUse) throws(Failure) -> Value
}

extension ValueKind {
    /// A kind whose values `parse` makes of the text; `nil` is the problem.
    init(
        words: [String] = [], or problem: ValueProblem,
        _ parse: @escaping @Sendable (ByteString) -> Value?
    ) {
        self.init(words: words) { (use) throws(Failure) in
            guard let value = parse(use.value) else { throw use.bad(problem) }
            return value
        }
    }

    func requiring(
        _ problem: ValueProblem, _ isValid: @escaping @Sendable (Value) -> Bool
    ) -> Self {
        Self(words: words, meaning: meaning) { (use) throws(Failure) in
            let value = try parse(use)
            guard isValid(value) else { throw use.bad(problem) }
            return value
        }
    }

    /// The kind of values that `transform` makes of the value and of the option as written.
    func map<Other>(
        _ transform: @escaping @Sendable (OptionUse, Value) -> Other
    ) -> ValueKind<Other> {
        ValueKind<Other>(words: words, meaning: meaning) { (use) throws(Failure) in
            transform(use, try parse(use))
        }
    }
}

extension ValueKind where Value == ByteString {
    /// Any text, possibly empty.
    static func text(_ meaning: ValueMeaning = .text) -> Self {
        Self(meaning: meaning) { use in use.value }
    }

    static func nonEmpty(_ meaning: ValueMeaning = .text) -> Self {
        let kind = text(meaning).requiring(.empty) { !$0.isEmpty }
        return switch meaning {
        case .output, .channel, .directory: kind.requiring(.returnAtEnd) { $0.bytes.last != 0x0D }
        default: kind
        }
    }

    static var inputFile: Self { nonEmpty(.input) }
    static var outputFile: Self { nonEmpty(.output(.written)) }
    static var directory: Self { nonEmpty(.directory) }

    /// A file that is read and written, which a standard channel cannot be.
    static var journal: Self {
        nonEmpty(.output(.journal))
            .requiring(.not("a file that can be read and written")) { $0 != "-" }
    }

    /// A file, or the number of an open descriptor.
    static var progressChannel: Self {
        let problem = ValueProblem { use in
            let number = Messages.shown(use.shown)
            return "the descriptor \(number) is not open: write \(number)>file after the command"
        }
        return nonEmpty(.channel).requiring(problem) { value in
            value.pathOfChannel.descriptorNumber.map { fcntl($0, F_GETFD) != -1 } ?? true
        }
    }

    /// The values that a header may have: no CR, LF or NUL (RFC 9110, 5.5).
    var withoutLineEnds: Self { requiring(.lineBreak) { !$0.contains(where: \.endsHeaderLine) } }

    /// A text for a header that is not blank.
    static var idempotencyKey: Self {
        text().requiring(.empty) { !$0.allSatisfy(\.isBlank) }.withoutLineEnds
    }

    /// A header in one of curl's forms, as a line, or `@file`.
    static var passedHeader: Self { ValueKind<HeaderArgument>.header.map { use, _ in use.value } }

    /// A token (RFC 9110, 5.6.2), such as a method.
    static var token: Self { nonEmpty().requiring(.notToken("a method")) { $0.bytes.isToken } }

    /// A name alone, of a field that may have any characters but an `=`.
    static var secretName: Self {
        nonEmpty().requiring(.not("a name alone")) {
            !$0.contains(UInt8(ascii: "=")) && $0.bytes.firstRange(of: ": ".utf8) == nil
        }
    }

    /// One of a few words, in any letter case.
    static func keyword(_ words: [String]) -> Self {
        Self(words: words, or: .notOneOf(words)) { value in
            words.contains(value.description.uppercased()) ? value : nil
        }
    }
}

extension ByteString {
    /// The path of a channel of `--progress-to`, which may be the number of a descriptor.
    var pathOfChannel: ByteString {
        let isNumber = !isEmpty && allSatisfy(\.isDigit)
        return isNumber ? "/dev/fd/" + self : self
    }

    /// Whether a CR or LF at the end is all that a header may not contain.
    var breaksOnlyAtEnd: Bool {
        let end = bytes.lastIndex { $0 != 0x0D && $0 != 0x0A } ?? bytes.startIndex
        return !bytes.prefix(through: end).contains(where: \.endsHeaderLine)
    }

    /// With the `@` that is missing after the first `=`; `nil` if another thing is wrong.
    fileprivate var withMark: ByteString? {
        let (name, text) = nameAndText
        guard let mark = text.first, ![mark, bytes[0]].contains(where: "@<".utf8.contains) else {
            return nil
        }
        return ByteString(bytes: name + "=@".utf8 + text)
    }
}

extension ValueKind where Value == Boundary {
    /// A boundary (RFC 2046, 5.1.1).
    static var boundary: Self {
        Self(or: ValueProblem { Messages.notBoundary($0.shown) }) { try? Boundary($0) }
    }
}

extension ValueKind where Value == Int {
    static func integer(in range: ClosedRange<Int>) -> Self {
        Self { (use) throws(Failure) in
            let (isNegative, digits) = use.value.bytes.splitSign
            guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else {
                throw use.bad(.not("a whole number"))
            }
            if isNegative, range.lowerBound >= 0 { throw use.bad(.negative) }
            guard let number = Int(use.value.description), range.contains(number) else {
                let (least, most) = (range.lowerBound, range.upperBound)
                throw use.bad(ValueProblem("is out of range (\(least)–\(most))"))
            }
            return number
        }
    }
}

extension ValueKind where Value == Int64 {
    /// Bytes, with curl's suffixes of one letter in either case: `B`, `K` (1024), `M`, `G`.
    static var size: Self {
        Self { (use) throws(Failure) in
            guard let size = use.value.description.wholeMatch(of: /(-?)([0-9]+)([BbKkMmGg]?)/)
            else { throw use.bad(.not("a size: bytes, or a number with K, M or G")) }
            guard size.1.isEmpty else { throw use.bad(.negative) }
            let shift = ["k": 10, "m": 20, "g": 30][size.3.lowercased()] ?? 0
            guard let number = Int64(size.2), number <= Int64.max >> shift else {
                throw use.bad(.tooLarge)
            }
            return number << shift
        }
    }
}

extension ValueKind where Value == Duration {
    /// Seconds, with a fraction or an exponent, in whole milliseconds.
    ///
    /// Rounded up, so that a tiny duration does not become 0, which often means 'no limit'.
    static var duration: Self {
        Self { (use) throws(Failure) in
            let (isNegative, number) = use.value.bytes.splitSign
            // Double's parser also accepts nan, inf and hexadecimal, which are not times.
            guard let first = number.first, first.isDigit || first == UInt8(ascii: "."),
                number.prefix(2).contains(where: \.isDigit),
                number.allSatisfy({ $0.isDigit || ".eE+-".utf8.contains($0) }),
                let seconds = Double("0" + String(decoding: number, as: UTF8.self))
            else { throw use.bad(.not("a number of seconds, such as 30 or 0.5")) }
            guard !isNegative else { throw use.bad(.negative) }
            // Well below the overflow of milliseconds in 64 bits, which is curl's limit.
            guard seconds <= 9.0e15 else { throw use.bad(.tooLarge) }
            return .milliseconds(Int64((seconds * 1000).rounded(.up)))
        }
    }
}

extension ValueKind where Value == Duration? {
    /// A duration that limits something: 0 is no limit, as in curl.
    static var timeLimit: Self { ValueKind<Duration>.duration.map { $1 == .zero ? nil : $1 } }
}

extension ValueKind where Value == InputFile {
    static func file(_ meaning: ValueMeaning) -> Self {
        ValueKind<ByteString>.nonEmpty(meaning).map { use, value in
            InputFile(path: meaning.input(of: value) ?? value, option: use.option)
        }
    }
}

extension FormField {
    init(_ kind: Kind, _ use: OptionUse) {
        self.init(kind: kind, argument: use.value, option: use.option, place: use.place)
    }
}

extension ValueKind where Value == FormField {
    static func field(_ kind: FormField.Kind, _ meaning: ValueMeaning = .form) -> Self {
        Self(meaning: meaning) { use in FormField(kind, use) }
    }

    static var each: Self {
        Self(meaning: .each) { (use) throws(Failure) in
            guard let argument = EachArgument(use.value) else {
                guard let file = use.shown.withMark else {
                    throw use.bad(.not("name=@pattern, name=<list, @pattern or <list"))
                }
                throw use.failure(
                    "no '@' in \(Messages.quoted(use.shown)): write \(Messages.quoted(file))")
            }
            guard argument.isList || argument.source != "-" else {
                let name = ByteString(bytes: use.value.bytes.prefix { $0 != UInt8(ascii: "@") })
                let list = name + ("<-" as ByteString)
                throw use.failure(
                    "\(Messages.quoted(use.shown)) would send standard input itself: write "
                        + "\(Messages.quoted(list)) to read paths from it")
            }
            return FormField(.each(argument), use)
        }
    }
}

extension ValueKind
where Value: CaseIterable & RawRepresentable & Sendable, Value.RawValue == String {
    static var word: Self {
        let words = Value.allCases.map(\.rawValue)
        return Self(words: words, or: .notOneOf(words)) { Value(rawValue: $0.description) }
    }
}

extension [UInt8] {
    fileprivate var splitSign: (isNegative: Bool, rest: ArraySlice<UInt8>) {
        first == UInt8(ascii: "-") ? (true, dropFirst()) : (false, self[...])
    }
}
