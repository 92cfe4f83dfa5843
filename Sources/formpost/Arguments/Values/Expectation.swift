import FormEncoding

/// One `--expect`: what a response must have to be a success.
struct Expectation: Equatable, Sendable {
    enum Subject: Equatable, Sendable {
        /// This value, or any if it is `nil`.
        case value(Capture.Source, equalTo: ByteString?)
        /// The body has this text in it.
        case text(ByteString)

        var isInBody: Bool {
            switch self {
            case .value(let source, _): source.isInBody
            case .text: true
            }
        }
    }

    let subject: Subject
    /// The option and its value as typed.
    let option: String
    let argument: ByteString
}

extension Expectation {
    /// Parses `kind:where`, perhaps with `=value`, or `text:TEXT`.
    init(_ use: OptionUse) throws(UsageError) {
        (option, argument) = (use.option, use.value)
        let bytes = use.value.bytes
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
            throw use.bad(.notExpectation)
        }
        let kind = String(decoding: bytes[..<colon], as: UTF8.self)
        let rest = bytes[(colon + 1)...]
        if kind == "text" {
            guard !rest.isEmpty else { throw use.bad(.notExpectation) }
            subject = .text(ByteString(bytes: rest))
            return
        }
        let place = rest.prefix { $0 != UInt8(ascii: "=") }
        let source = try Capture.Source(
            kind, ByteString(bytes: place), use, problem: .notExpectation)
        let value = rest[place.endIndex...].dropFirst()
        let hasValue = place.endIndex < rest.endIndex
        subject = .value(source, equalTo: hasValue ? ByteString(bytes: value) : nil)
    }
}

extension ValueKind where Value == Expectation {
    static var expectation: Self { Self { (use) throws(UsageError) in try Expectation(use) } }
}
