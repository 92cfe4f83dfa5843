import FormEncoding

/// One `--capture`: a variable, and where in a response its value is.
struct Capture: Sendable {
    enum Source: Sendable {
        /// The value of the last cookie of this name that is set.
        case cookie(ByteString)
        /// The value of the last field of this name in the head of the final response.
        case header(ByteString)
        case json(JSONPointer)
        /// The first match in the body, or its first group.
        case regex(RegularExpression)

        var isInBody: Bool {
            switch self {
            case .cookie, .header: false
            case .json, .regex: true
            }
        }
    }

    let name: String
    let source: Source
    let use: OptionUse

    /// Parses `name=kind:where`.
    init(_ use: OptionUse) throws(Failure) {
        self.use = use
        let bytes = use.value.bytes
        let name = bytes.prefix(while: \.isVariableCharacter)
        let rest = bytes[name.endIndex...]
        guard name.isVariableName, rest.first == UInt8(ascii: "="),
            let colon = rest.firstIndex(of: UInt8(ascii: ":"))
        else { throw use.bad(Source.syntax) }
        self.name = String(decoding: name, as: UTF8.self)
        guard !Variables.ofRequests.contains(self.name) else {
            throw use.failure(
                "\(Messages.quoted(ByteString(bytes: name))) is a variable of --each: choose another name"
            )
        }
        let place = ByteString(bytes: rest[(colon + 1)...])
        source = try Source(
            String(decoding: rest[..<colon].dropFirst(), as: UTF8.self), place, use,
            problem: Source.syntax)
    }
}

extension Capture.Source {
    fileprivate static let syntax = ValueProblem.not(
        "name=source, with cookie:NAME, header:NAME, json:/POINTER or regex:PATTERN as the source")

    /// `problem` is that of a value with another kind, or without a place.
    init(
        _ kind: String, _ place: ByteString, _ use: OptionUse, problem: ValueProblem
    ) throws(Failure) {
        switch kind {
        case "json":
            guard let pointer = JSONPointer(place) else {
                throw use.failure(
                    "\(Messages.quoted(place)) is not a JSON Pointer, such as /files/0/id")
            }
            self = .json(pointer)
            return
        case "cookie": self = .cookie(place)
        case "header": self = .header(place)
        case "regex":
            do throws(Failure) { self = .regex(try RegularExpression(place)) } catch {
                throw use.failure(
                    "\(Messages.quoted(place)) is not a regular expression: \(error.text)")
            }
        default: throw use.bad(problem)
        }
        guard !place.isEmpty else { throw use.bad(problem) }
        guard isInBody || place.bytes.isToken else { throw use.bad(.notToken("a header name")) }
    }
}

/// One `--expect`: what a response must have to be a success.
struct Expectation: Sendable {
    let source: Capture.Source
    /// `nil`: any value.
    let value: ByteString?
    let use: OptionUse

    private static let syntax = ValueProblem.not(
        "json:/POINTER, header:NAME or cookie:NAME, perhaps with =VALUE, or regex:PATTERN")

    /// Parses `kind:where`, perhaps with `=value`, or `regex:PATTERN`. In `where` a `=` is written `\=`.
    init(_ use: OptionUse) throws(Failure) {
        self.use = use
        let bytes = use.value.bytes
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
            throw use.bad(Self.syntax)
        }
        let kind = String(decoding: bytes[..<colon], as: UTF8.self)
        let rest = bytes[(colon + 1)...]
        let escape = Array(#"\="#.utf8)
        let end = rest.indices.first { place in
            rest[place] == escape[1] && bytes[place - 1] != escape[0] && kind != "regex"
        }
        let place = rest[..<(end ?? rest.endIndex)]
        source = try Capture.Source(
            kind, ByteString(kind == "regex" ? place : place.replacing(escape, with: escape[1...])),
            use, problem: Self.syntax)
        value = end.map { ByteString(bytes: rest[($0 + 1)...]) }
    }
}
