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

/// Masks the sent body of a form.
///
/// The form gives the delimiters and their order; no content can contain one of them.
struct FormMask: BodyMask {
    private struct Delimiter {
        var bytes: [UInt8]
        /// Whether a part's head follows.
        var opensPart = false
        /// Whether the content that follows is a secret.
        var isSecret = false
    }

    private let names: SecretNames
    private var delimiters: [Delimiter] = []
    private var hasSecrets = false

    /// The part's head in which the body is.
    private var head: HeadMask?
    /// Whether the body is in the content of a secret part.
    private var isSecret = false
    private var next = 0
    /// The bytes of the next delimiter so far.
    private var matched = 0

    /// `nil` where the form has nothing to hide.
    init?(_ form: MultipartForm, _ names: SecretNames) {
        self.names = names
        add(form, isSecret: false)
        guard hasSecrets else { return nil }
    }

    mutating func masking(_ bytes: [UInt8]) -> [UInt8] {
        var shown = bytes
        for (index, byte) in bytes.enumerated() {
            let isHidden = head?.hides(byte) ?? isSecret
            if isHidden { shown[index] = UInt8(ascii: "*") }
            if let head {
                if head.isAtEnd { self.head = nil }
            } else if let delimiter = delimiter(endingWith: byte) {
                // The part of it in this piece has been masked as content.
                let count = min(delimiter.bytes.count, index + 1)
                shown.replaceSubrange(
                    index + 1 - count...index, with: delimiter.bytes.suffix(count))
                head = delimiter.opensPart ? HeadMask(names.headers) : nil
                isSecret = delimiter.isSecret
            }
        }
        return shown
    }

    /// Returns the next delimiter if this byte of a content is its last one.
    private mutating func delimiter(endingWith byte: UInt8) -> Delimiter? {
        guard next < delimiters.count else { return nil }
        let delimiter = delimiters[next]
        // A delimiter's first byte occurs again only at its end, so a match restarts here.
        if byte != delimiter.bytes[matched] { matched = 0 }
        if byte == delimiter.bytes[matched] { matched += 1 }
        guard matched == delimiter.bytes.count else { return nil }
        matched = 0
        next += 1
        return delimiter
    }

    private mutating func add(_ form: MultipartForm, isSecret: Bool) {
        let boundary = form.boundary.value.bytes
        var start = "--"
        for part in form.parts {
            let isSecretPart = isSecret || names.fields.contains(part.name ?? "")
            let hasSecretLine = part.headers.contains {
                !names.secrets(inHeader: $0.line.bytes).isEmpty
            }
            hasSecrets = hasSecrets || isSecretPart || hasSecretLine
            delimiters.append(
                Delimiter(
                    bytes: Array(start.utf8) + boundary + Array("\r\n".utf8), opensPart: true,
                    isSecret: isSecretPart))
            start = "\r\n--"
            if case .form(let nested) = part.content { add(nested, isSecret: isSecretPart) }
        }
        delimiters.append(
            Delimiter(
                bytes: Array(start.utf8) + boundary + Array("--\r\n".utf8), isSecret: isSecret))
    }
}
