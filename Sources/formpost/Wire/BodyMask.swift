import FormEncoding
import FormUpload

/// Masks a sent body, piece by piece, with a `*` for each byte of secret fields.
protocol BodyMask {
    /// Starts at the beginning of the body, for the first time or again.
    mutating func begin(isChunked: Bool)

    mutating func masking(_ bytes: [UInt8]) -> [UInt8]
}

/// What a body consists of, as far as secrets in it can be found.
enum BodyContent {
    case form(MultipartForm)
    /// `name=value` pairs, joined by `&`.
    case pairs
    /// JSON that is known before it is sent.
    case json([UInt8])
    /// Of `-T`, apart from standard input.
    case file
    case other

    /// `nil` where there is nothing to hide.
    func mask(headers: CredentialNames, fields: CredentialNames) -> (any BodyMask)? {
        switch self {
        case .form(let form): FormMask(form, headers: headers, fields: fields)
        case .pairs: PairMask(fields)
        case .json(let bytes): JSONMask(bytes, fields)
        case .file, .other: nil
        }
    }
}

/// Masks the values of secret fields in a URL-encoded form.
struct PairMask: BodyMask {
    private let names: CredentialNames
    private var framing: ChunkFraming?
    private var name: [UInt8] = []
    private var isValue = false
    private var isSecret = false

    init(_ names: CredentialNames) { self.names = names }

    mutating func begin(isChunked: Bool) {
        framing = isChunked ? ChunkFraming() : nil
        (name, isValue, isSecret) = ([], false, false)
    }

    mutating func masking(_ bytes: [UInt8]) -> [UInt8] {
        var shown = bytes
        for (index, byte) in bytes.enumerated() where framing?.isData(byte) ?? true {
            if byte == UInt8(ascii: "&") {
                (name, isValue, isSecret) = ([], false, false)
            } else if isSecret {
                shown[index] = UInt8(ascii: "*")
            } else if !isValue, byte == UInt8(ascii: "=") {
                isValue = true
                isSecret = names.contains(
                    parameter: ByteString(bytes: WrittenURL.decoded(name[...])))
            } else if !isValue, name.count < Self.longestName {
                name.append(byte)
            }
        }
        return shown
    }

    /// Longer than any name of a credential.
    private static let longestName = 256
}

/// Masks the values of secret members of a text in JSON.
struct JSONMask: BodyMask {
    private let secrets: [Range<Int>]
    private var framing: ChunkFraming?
    private var position = 0
    private var next = 0

    /// `nil` where it has nothing to hide.
    init?(_ text: [UInt8], _ names: CredentialNames) {
        secrets = text.secretJSONValues(names).map(\.value)
        if secrets.isEmpty { return nil }
    }

    mutating func begin(isChunked: Bool) {
        framing = isChunked ? ChunkFraming() : nil
        (position, next) = (0, 0)
    }

    mutating func masking(_ bytes: [UInt8]) -> [UInt8] {
        var shown = bytes
        for (index, byte) in bytes.enumerated() where framing?.isData(byte) ?? true {
            while next < secrets.count, position >= secrets[next].upperBound { next += 1 }
            if next < secrets.count, secrets[next].contains(position) {
                shown[index] = UInt8(ascii: "*")
            }
            position += 1
        }
        return shown
    }
}

/// Which bytes of a chunked body are data, and which are sizes and the lines around them
/// (RFC 9112 §7.1).
struct ChunkFraming {
    private var sizeLine: [UInt8] = []
    private var left = 0
    private var isInEnd = false

    mutating func isData(_ byte: UInt8) -> Bool {
        if left > 0 {
            left -= 1
            isInEnd = left == 0
            return true
        }
        guard byte == UInt8(ascii: "\n") else {
            if !isInEnd, byte != UInt8(ascii: "\r") { sizeLine.append(byte) }
            return false
        }
        if isInEnd {
            isInEnd = false
        } else {
            left = Int(String(decoding: sizeLine, as: UTF8.self), radix: 16) ?? 0
            sizeLine = []
        }
        return false
    }
}
