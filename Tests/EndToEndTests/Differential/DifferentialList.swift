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
    /// The arguments and the input as texts of Swift.
    var description: String {
        let words = arguments.map { String(decoding: $0, as: UTF8.self).debugDescription }
        return "\(words.joined(separator: " ")) < \(input)"
    }
}
