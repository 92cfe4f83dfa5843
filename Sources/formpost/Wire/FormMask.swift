import FormEncoding
import FormUpload

/// Masks the sent body of a form, piece by piece, with a `*` for each byte of secret parts.
///
/// The form gives the delimiters and their order; no content can contain one of them.
struct FormMask: BodyMask {
    private struct Delimiter {
        var bytes: [UInt8]
        /// Whether a part's head follows.
        var opensPart = false
        var isSecret = false
    }

    private enum Place {
        case content(isSecret: Bool)
        case head(lineLength: Int)
    }

    private let headers: CredentialNames
    private let fields: CredentialNames
    private var delimiters: [Delimiter] = []
    private var hasSecrets = false

    private var framing: ChunkFraming?
    private var next = 0
    private var place = Place.content(isSecret: false)
    private var headMask: PartHeadMask
    private var matched = 0
    /// The indices, in the current piece, of the delimiter bytes matched so far.
    private var matchedPlaces: [Int] = []

    /// `nil` where the form has nothing to hide.
    init?(_ form: MultipartForm, headers: CredentialNames, fields: CredentialNames) {
        self.headers = headers
        self.fields = fields
        headMask = PartHeadMask(headers)
        add(form, isSecret: false)
        guard hasSecrets else { return nil }
    }

    /// Starts at the beginning of the body, for the first time or again.
    mutating func begin(isChunked: Bool) {
        framing = isChunked ? ChunkFraming() : nil
        next = 0
        matched = 0
        place = .content(isSecret: false)
        headMask = PartHeadMask(headers)
    }

    mutating func masking(_ bytes: [UInt8]) -> [UInt8] {
        var shown = bytes
        matchedPlaces = []
        for index in bytes.indices where framing?.isData(bytes[index]) ?? true {
            mask(&shown, index)
        }
        return shown
    }

    private mutating func mask(_ shown: inout [UInt8], _ index: Int) {
        let byte = shown[index]
        switch place {
        case .head(let length):
            if headMask.hides(byte) { shown[index] = UInt8(ascii: "*") }
            if byte == UInt8(ascii: "\n") {
                place = length == 0 ? .content(isSecret: isInSecret) : .head(lineLength: 0)
            } else if byte != UInt8(ascii: "\r") {
                place = .head(lineLength: length + 1)
            }
        case .content(let isSecret):
            if isSecret { shown[index] = UInt8(ascii: "*") }
            match(byte, at: index, &shown)
        }
    }

    private var isInSecret: Bool { next > 0 && delimiters[next - 1].isSecret }

    private mutating func match(_ byte: UInt8, at index: Int, _ shown: inout [UInt8]) {
        guard next < delimiters.count else { return }
        let delimiter = delimiters[next]
        if byte != delimiter.bytes[matched] {
            // A delimiter's first byte occurs again only at its end, so a match restarts here.
            matched = 0
            matchedPlaces = []
            guard byte == delimiter.bytes[0] else { return }
        }
        matched += 1
        matchedPlaces.append(index)
        guard matched == delimiter.bytes.count else { return }
        // Restores the delimiter's bytes in this piece, which were masked as content.
        for (place, byte) in zip(matchedPlaces.reversed(), delimiter.bytes.reversed()) {
            shown[place] = byte
        }
        matched = 0
        matchedPlaces = []
        next += 1
        place = delimiter.opensPart ? .head(lineLength: 0) : .content(isSecret: delimiter.isSecret)
    }

    private mutating func add(_ form: MultipartForm, isSecret: Bool) {
        let boundary = form.boundary.value.bytes
        var start = "--"
        for part in form.parts {
            let isSecretPart =
                isSecret || fields.contains(part.name ?? "")
            let hasSecretLine = part.headers.contains { header in
                let name = header.line.bytes.prefix { $0 != UInt8(ascii: ":") }
                return headers.contains(ByteString(bytes: name))
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

/// Which bytes of a part's head are the value of a secret field.
private struct PartHeadMask {
    private let names: CredentialNames
    private var line: [UInt8] = []
    private var isValue = false
    private var isSecret = false

    init(_ names: CredentialNames) { self.names = names }

    mutating func hides(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\n"):
            (line, isValue, isSecret) = ([], false, false)
            return false
        case UInt8(ascii: ":") where !isValue:
            isValue = true
            isSecret = names.contains(ByteString(bytes: line))
            return false
        default:
            if !isValue { line.append(byte) }
            return isSecret && byte != UInt8(ascii: "\r")
        }
    }
}
