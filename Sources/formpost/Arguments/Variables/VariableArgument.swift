import FormEncoding

/// The value of `--variable`: `name=text`, `name@file`, `%name`, `%name=text` or `%name@file`, each
/// perhaps with a range of bytes after the name, as in `name[0-99]@file`.
struct VariableArgument: Equatable, Sendable {
    enum Content: Equatable, Sendable {
        case text([UInt8])
        case file(InputFile)
    }

    var name: String
    /// A variable of the environment with this name comes before the content.
    var isImported = false
    /// Inclusive offsets.
    var range: ClosedRange<Int64>?
    /// `nil` only for a variable of the environment.
    var content: Content?
    let option: String

    var inputFile: InputFile? { if case .file(let file) = content { file } else { nil } }

    /// Parses a use of the option.
    init(_ use: OptionUse) throws(Failure) {
        option = use.option
        var rest = use.value.bytes[...]
        if rest.first == UInt8(ascii: "%") {
            isImported = true
            rest.removeFirst()
        }
        let name = rest.prefix(while: \.isVariableCharacter)
        guard !name.isEmpty, name.count <= Self.longestName else { throw use.bad(Self.syntax) }
        self.name = String(decoding: name, as: UTF8.self)
        rest = rest[name.endIndex...]
        if rest.first == UInt8(ascii: "["), let end = rest.firstIndex(of: UInt8(ascii: "]")) {
            guard let range = Self.range(rest[..<end].dropFirst()) else {
                throw use.bad(ValueProblem("has no range of bytes such as [0-99] after the name"))
            }
            self.range = range
            rest = rest[(end + 1)...]
        }
        switch rest.popFirst() {
        case UInt8(ascii: "="): content = .text(Array(rest))
        case UInt8(ascii: "@"):
            guard !rest.isEmpty else { throw use.bad(Self.syntax) }
            content = .file(InputFile(use, path: ByteString(bytes: rest)))
        case nil where isImported: break
        default: throw use.bad(Self.syntax)
        }
    }

    private static let syntax = ValueProblem.not(
        "a variable: write name=text, name@file or %name, with letters, digits and '_' in the name")

    /// curl's limit, in bytes.
    static let longestName = 127

    /// `2-5` or `2-`.
    private static func range(_ text: ArraySlice<UInt8>) -> ClosedRange<Int64>? {
        let ends = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy({ $0.allSatisfy(\.isDigit) }),
            let first = Int64(String(decoding: ends[0], as: UTF8.self)),
            let last = ends[1].isEmpty ? .max : Int64(String(decoding: ends[1], as: UTF8.self)),
            first <= last
        else { return nil }
        return first...last
    }
}

extension [UInt8] {
    /// The bytes at these offsets, as far as there are any.
    func bytes(in range: ClosedRange<Int64>?) -> [UInt8] {
        guard let range else { return self }
        guard range.lowerBound < count else { return [] }
        return Array(
            self[Int(range.lowerBound)...Int(Swift.min(range.upperBound, Int64(count - 1)))])
    }
}
