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
        var rest = text.bytes[...]
        while let braces = rest.firstRange(of: "{{".utf8) {
            let before = rest[..<braces.lowerBound]
            rest = rest[braces.upperBound...]
            if before.last == UInt8(ascii: "\\") {
                append(.text(Array(before.dropLast()) + "{{".utf8))
            } else {
                append(.text(Array(before)))
                append(.reference(try Self.reference(&rest)))
            }
        }
        append(.text(Array(rest)))
    }

    /// Eats `name:function}}`.
    private static func reference(_ rest: inout ArraySlice<UInt8>) throws(Failure) -> Reference {
        let place = "after the '{{' at column \(rest.startIndex - 1)"
        let remedy = "(write \\{{ for the braces themselves)"
        guard let end = rest.firstRange(of: "}}".utf8) else {
            throw .usage("no '}}' \(place) \(remedy)")
        }
        var words = rest[..<end.lowerBound].split(
            separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)[...]
        rest = rest[end.upperBound...]
        let name = words.removeFirst()
        guard name.isVariableName else {
            throw .usage(
                "no name of a variable \(place): only letters, digits and '_' \(remedy)")
        }
        var reference = Reference(name: String(decoding: name, as: UTF8.self))
        for word in words {
            let text = String(decoding: word, as: UTF8.self)
            guard let function = TemplateFunction(rawValue: text) else {
                throw .usage(
                    "\(TemplateFunction.unknown(text)) \(place): the functions are "
                        + TemplateFunction.names.joined(separator: ", "))
            }
            reference.functions.append(function)
        }
        return reference
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

    /// Longer text may be anything.
    static func unknown(_ function: String) -> String {
        guard function.utf8.count <= 16 else { return "unknown function" }
        return "unknown function \(Messages.quoted(function))"
            + Messages.didYouMean(Suggestion.nearest(to: function, among: names))
    }

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

    /// The last component of a path; slashes at the end do not count.
    var fileName: [UInt8] { withoutSlashes.lastPathComponent.bytes }

    /// The path before its last component, without slashes at its end; `.` if there is none.
    var directoryName: [UInt8] {
        let directory = withoutSlashes.isEmpty ? self : withoutSlashes.directory
        guard !directory.isEmpty else { return Array(".".utf8) }
        let name = directory.withoutSlashes.bytes
        return name.isEmpty ? Array("/".utf8) : name
    }

    /// A dot at the start of a name or at its end begins no extension.
    var splitExtension: (stem: [UInt8], ext: [UInt8]) {
        guard let dot = lastIndex(of: UInt8(ascii: ".")), dot > 0, dot < count - 1 else {
            return (self, [])
        }
        return (Array(self[..<dot]), Array(self[(dot + 1)...]))
    }

    private var withoutSlashes: ByteString {
        ByteString(prefix(through: lastIndex { $0 != UInt8(ascii: "/") } ?? -1))
    }
}
