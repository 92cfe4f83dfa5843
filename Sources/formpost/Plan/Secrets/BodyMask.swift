import FormEncoding
import FormUpload

/// Masks the data of a sent body, piece by piece, with a `*` for each byte of secret fields.
protocol BodyMask {
    mutating func masking(_ bytes: [UInt8]) -> [UInt8]
}

/// The kinds of bodies, as far as secrets in them can be found.
enum BodyContent {
    case form(MultipartForm)
    /// `name=value` pairs, joined by `&`.
    case pairs
    /// JSON that is known before it is sent.
    case json([UInt8])
    /// A file of `-T`, apart from standard input.
    case file
    case other

    /// `nil` where there is nothing to hide.
    func mask(_ names: SecretNames) -> (any BodyMask)? {
        switch self {
        case .form(let form): FormMask(form, names)
        case .pairs: PairMask(names)
        case .json(let bytes): JSONMask(bytes, names)
        case .file, .other: nil
        }
    }
}

/// Masks the values of secret fields in a URL-encoded form, whose length is not known.
private struct PairMask: BodyMask {
    private let names: SecretNames
    private var name: [UInt8] = []
    private var isValue = false
    private var isSecret = false

    init(_ names: SecretNames) { self.names = names }

    mutating func masking(_ bytes: [UInt8]) -> [UInt8] {
        var shown = bytes
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "&") {
                (name, isValue, isSecret) = ([], false, false)
            } else if isSecret {
                shown[index] = UInt8(ascii: "*")
            } else if !isValue, byte == UInt8(ascii: "=") {
                isValue = true
                isSecret = names.fields.contains(
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
private struct JSONMask: BodyMask {
    private let secrets: [Range<Int>]
    private var position = 0
    private var next = 0

    /// `nil` where the text has nothing to hide.
    init?(_ text: [UInt8], _ names: SecretNames) {
        secrets = names.secrets(inJSON: text).map(\.range)
        if secrets.isEmpty { return nil }
    }

    mutating func masking(_ bytes: [UInt8]) -> [UInt8] {
        var shown = bytes
        for index in bytes.indices {
            while next < secrets.count, position >= secrets[next].upperBound { next += 1 }
            if next < secrets.count, secrets[next].contains(position) {
                shown[index] = UInt8(ascii: "*")
            }
            position += 1
        }
        return shown
    }
}
