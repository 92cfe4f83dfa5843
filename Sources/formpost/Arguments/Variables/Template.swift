import FormEncoding
import Foundation

/// A text with variables, in curl's syntax: `{{name}}` or `{{name:function:function}}`.
///
/// `\{{` stands for `{{`. What curl leaves as it is with a warning is an error.
struct Template: Equatable, Sendable {
    /// A variable, and the functions that apply to its value from left to right.
    struct Reference: Equatable, Sendable {
        var name: String
        var functions: [TemplateFunction] = []
        /// The options that its value waits for; empty if the variable is set.
        var waitsFor: Set<Wait> = []

        var isCaptured: Bool { waitsFor.contains(.capture) }

        func waiting(for waits: Set<Wait>) -> Reference {
            Reference(name: name, functions: functions, waitsFor: waits)
        }

        /// As it is written.
        var spelling: String {
            "{{" + ([name] + functions.map(\.rawValue)).joined(separator: ":") + "}}"
        }
    }

    /// An option that sets variables for requests.
    enum Wait: Sendable {
        case each, capture
    }

    enum Piece: Equatable, Sendable {
        case text([UInt8])
        case reference(Reference)
    }

    private(set) var pieces: [Piece] = []

    init() {}

    init(_ text: ByteString) throws(Failure) {
        var scanner = TemplateScanner(text.bytes)
        while let piece = try scanner.next() { append(piece) }
    }

    /// The text, if no variables are left in it.
    var text: ByteString? {
        guard references.isEmpty else { return nil }
        return ByteString(bytes: literalStart)
    }

    /// The text before the first variable.
    var literalStart: [UInt8] {
        if case .text(let text) = pieces.first { text } else { [] }
    }

    var references: [Reference] {
        pieces.compactMap { if case .reference(let reference) = $0 { reference } else { nil } }
    }

    mutating func append(_ piece: Piece) {
        if case .text(let text) = piece, case .text(var before) = pieces.last {
            // Appended in place.
            pieces.removeLast()
            before += text
            pieces.append(.text(before))
        } else {
            pieces.append(piece)
        }
    }
}

/// Eats the pieces of a template.
private struct TemplateScanner {
    private static let open = Array("{{".utf8)
    private static let close = Array("}}".utf8)

    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func next() throws(Failure) -> Template.Piece? {
        guard !rest.isEmpty else { return nil }
        let braces = rest.firstRange(of: Self.open)
        let end = braces?.lowerBound ?? rest.endIndex
        guard end > rest.startIndex else {
            return .reference(try reference(from: end + Self.open.count))
        }
        let text = rest[..<end]
        rest = rest[end...]
        guard braces != nil, text.last == UInt8(ascii: "\\") else { return .text(Array(text)) }
        rest = rest.dropFirst(Self.open.count)
        return .text(text.dropLast() + Self.open)
    }

    private mutating func reference(from start: Int) throws(Failure) -> Template.Reference {
        let column = start - Self.open.count + 1
        let inside = rest[start...]
        let place = "after the '{{' at column \(column)"
        let remedy = "(write \\{{ for the braces themselves)"
        guard let end = inside.firstRange(of: Self.close) else {
            throw .usage("no '}}' \(place) \(remedy)")
        }
        rest = rest[end.upperBound...]
        var words = inside[..<end.lowerBound].split(
            separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)[...]
        let name = words.removeFirst()
        guard name.isVariableName else {
            throw .usage(
                "no name of a variable \(place): only letters, digits and '_' \(remedy)")
        }
        var reference = Template.Reference(name: String(decoding: name, as: UTF8.self))
        for word in words {
            let text = String(decoding: word, as: UTF8.self)
            guard let function = TemplateFunction(rawValue: text) else {
                throw .usage(
                    "\(Self.unknown(text)) \(place): the functions are "
                        + TemplateFunction.names.joined(separator: ", "))
            }
            reference.functions.append(function)
        }
        return reference
    }

    /// Longer text may be anything.
    private static func unknown(_ function: String) -> String {
        guard function.utf8.count <= 16 else { return "unknown function" }
        return "unknown function \(Messages.quoted(function))"
            + Messages.didYouMean(Suggestion.nearest(to: function, among: TemplateFunction.names))
    }
}

extension UInt8 {
    var isVariableCharacter: Bool { isLetterOrDigit || self == UInt8(ascii: "_") }
}

extension ArraySlice<UInt8> {
    /// Whether a variable can have this name, as in curl.
    var isVariableName: Bool { 1...127 ~= count && allSatisfy(\.isVariableCharacter) }
}

/// A function for the value of a variable, as it is written; `Texts.templateFunctions` has their meanings.
enum TemplateFunction: String, CaseIterable, Sendable {
    case trim, json, ascii, url
    case base64 = "b64"
    case fromBase64 = "64dec"
    case sha256, sha512, sha1, md5, crc32
    case hex, size, name, stem, ext
    case directory = "dir"
    case modified = "mtime"

    static let names = allCases.map(\.rawValue)

    var digest: Digest? { Digest(rawValue: rawValue) }

    /// Whether the content of a file cannot be told from the result.
    var hidesContent: Bool {
        switch self {
        case .trim, .json, .ascii, .url, .base64, .fromBase64, .hex: false
        default: true
        }
    }
}

/// The functions of templates that need nothing but bytes.
extension [UInt8] {
    var trimmed: [UInt8] {
        Array(drop(while: \.isBlank).reversed().drop(while: \.isBlank).reversed())
    }

    var hexadecimal: [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        return flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0xF)]] }
    }

    var base64: [UInt8] { Array(Data(self).base64EncodedString().utf8) }

    /// Decoded strictly, or curl's text for a failure.
    var fromBase64: [UInt8] {
        if isEmpty { return [] }
        let equals = UInt8(ascii: "=")
        let padding = reversed().prefix { $0 == equals }.count
        let isStrict = dropLast(padding).allSatisfy { $0.isLetterOrDigit || "+/".utf8.contains($0) }
        guard isStrict, padding <= 2, count % 4 == 0, let data = Data(base64Encoded: Data(self))
        else {
            return Array("[64dec-fail]".utf8)
        }
        return Array(data)
    }
}

/// Parts of a path.
extension [UInt8] {
    private static let slash = UInt8(ascii: "/")

    /// The last component; slashes at the end do not count.
    var fileName: [UInt8] {
        let path = withoutSlashes
        return path.lastIndex(of: Self.slash).map { Array(path[($0 + 1)...]) } ?? path
    }

    /// The path before the last component, without slashes at its end; `.` if there is none.
    var directoryName: [UInt8] {
        let path = withoutSlashes
        guard let slash = path.lastIndex(of: Self.slash) else {
            return Array((path.isEmpty && !isEmpty ? "/" : ".").utf8)
        }
        let directory = Array(path[..<slash]).withoutSlashes
        return directory.isEmpty ? [Self.slash] : directory
    }

    /// A dot at the start of a name or at its end begins no extension.
    var splitExtension: (stem: [UInt8], ext: [UInt8]) {
        guard let dot = lastIndex(of: UInt8(ascii: ".")), dot > 0, dot < count - 1 else {
            return (self, [])
        }
        return (Array(self[..<dot]), Array(self[(dot + 1)...]))
    }

    private var withoutSlashes: [UInt8] {
        Array(self[..<(lastIndex { $0 != Self.slash }.map { $0 + 1 } ?? 0)])
    }
}

extension Int64 {
    /// Seconds since 1970 as ISO 8601, in UTC.
    var timestamp: [UInt8] {
        Array(Date(timeIntervalSince1970: Double(self)).formatted(.iso8601).utf8)
    }
}
