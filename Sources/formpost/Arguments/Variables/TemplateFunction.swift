import FormEncoding
import Foundation

/// A function for the value of a variable, as it is written; `Texts.templateFunctions` has their meanings.
enum TemplateFunction: String, CaseIterable, Sendable {
    case trim, json, url
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
        case .trim, .json, .url, .base64, .fromBase64, .hex: false
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
        var time = time_t(self)
        var parts = tm()
        var text = [CChar](repeating: 0, count: 64)
        guard gmtime_r(&time, &parts) != nil else { return [] }
        let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
        return text.prefix(count).map { UInt8(bitPattern: $0) }
    }
}
