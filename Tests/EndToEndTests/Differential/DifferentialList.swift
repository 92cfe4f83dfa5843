import TestSupport

/// The form options of a command line, and its standard input.
///
/// Written as the words of a table row:
/// - `a=b`: the value of an `-F`
/// - `--form-string a=b`, `--form-escape`: another option; its value follows the first blank
/// - `| text`: standard input is a pipe with this text; `< name`: it is this file of the rig
/// - `\u{F780}` … `\u{F7FF}`: the bytes 0x80 … 0xFF, which alone are no UTF-8
struct DifferentialList: Sendable {
    var arguments: [[UInt8]] = []
    var input = Input.file("in.bin")

    enum Input: Sendable, Equatable {
        case file(String)
        case pipe([UInt8])
    }

    init() {}

    init(row: [String]) {
        for word in row {
            if word.hasPrefix("| ") {
                input = .pipe(Self.bytes(word.dropFirst(2)))
            } else if word.hasPrefix("< ") {
                input = .file(String(word.dropFirst(2)))
            } else if word.hasPrefix("--") {
                let words = word.split(separator: " ", maxSplits: 1)
                arguments += words.map(Self.bytes)
                if word.hasSuffix(" ") && words.count == 1 { arguments.append([]) }
            } else {
                arguments += [Array("-F".utf8), Self.bytes(word[...])]
            }
        }
    }

    /// UTF-8, except for the scalars that represent a byte.
    private static func bytes(_ text: Substring) -> [UInt8] {
        text.unicodeScalars.flatMap { scalar in
            (0xF780...0xF7FF).contains(scalar.value)
                ? [UInt8(scalar.value - 0xF700)] : Array(String(scalar).utf8)
        }
    }
}

extension DifferentialList: CustomStringConvertible {
    /// The list as shell words.
    var description: String {
        let words = arguments.map(Self.quoted).joined(separator: " ")
        return switch input {
        case .file(let name): "\(words) < \(name)"
        case .pipe(let bytes): "printf %b \(Self.quoted(Array(bytes.prefix(200)))) | … \(words)"
        }
    }

    private static func quoted(_ bytes: [UInt8]) -> String {
        let isPlain = bytes.allSatisfy { (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "'") }
        if isPlain { return "'\(String(decoding: bytes, as: UTF8.self))'" }
        let escaped = bytes.map { byte in
            switch byte {
            case UInt8(ascii: "'"), UInt8(ascii: "\\"): "\\" + String(UnicodeScalar(byte))
            case 0x20...0x7E: String(UnicodeScalar(byte))
            default: "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return "$'\(escaped.joined())'"
    }
}
