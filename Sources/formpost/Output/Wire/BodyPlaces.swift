import FormEncoding
import FormUpload

/// The places of secrets in a sent body, each between two texts.
struct BodyPlaces {
    /// What stands before a secret (a delimiter and a head), with what stands after it.
    private var places: [ArraySlice<UInt8>: [UInt8]] = [:]
    /// The lengths of what stands before secrets.
    private var lengths: Set<Int> = []
    private var pairs: PairMask?

    /// What ends the secret in which the body is.
    private var closing: [UInt8]?
    /// The end of the body so far, where an opening or `closing` may begin.
    private var tail: [UInt8] = []

    /// `nil` where the body has no such place. The secrets of headers and of JSON are registered.
    init?(_ content: BodyContent, _ redactor: Redactor) {
        let names = redactor.names
        switch content {
        case .form(let form):
            add(form, redactor)
            if places.isEmpty { return nil }
        case .pairs: pairs = PairMask(names: names)
        case .json(let bytes):
            redactor.register(names.secrets(inJSON: bytes), in: bytes)
            return nil
        case .file, .other: return nil
        }
    }

    /// Without recursion: forms are nested deeply, and a thread's stack can be small.
    private mutating func add(_ form: MultipartForm, _ redactor: Redactor) {
        let names = redactor.names
        var forms = [(form: form, type: form.mediaType ?? .formData)]
        while let (form, type) = forms.popLast() {
            let boundary = Array("--".utf8) + form.boundary.value.bytes
            for part in form.parts {
                for header in part.headers {
                    let line = header.line.bytes
                    redactor.register(names.secrets(inHeader: line), in: line)
                }
                guard names.contains(part.nameBytes ?? "") || part.encodesSecret(redactor) else {
                    if let nested = part.nestedForm {
                        forms.append((nested, part.nestedType(of: nested)))
                    }
                    continue
                }
                var opening = boundary + Array("\r\n".utf8)
                let isField = type.isKind(of: .formData)
                part.renderHeaders(isField: isField, form.escaping, into: &opening)
                places[opening[...]] = Array("\r\n".utf8) + boundary
                lengths.insert(opening.count)
            }
        }
    }

    mutating func masking(_ bytes: [UInt8]) -> [UInt8] {
        if pairs != nil { return pairs?.masking(bytes) ?? bytes }
        var shown = bytes
        for (index, byte) in bytes.enumerated() {
            tail.append(byte)
            if let closing {
                shown[index] = UInt8(ascii: "*")
                guard tail.suffix(closing.count).elementsEqual(closing) else { continue }
                let start = max(0, index + 1 - closing.count)
                shown.replaceSubrange(start...index, with: bytes[start...index])
                // A delimiter begins with the boundary at the end of `closing`.
                (self.closing, tail) = (nil, Array(closing.dropFirst(2)))
            } else if byte == UInt8(ascii: "\n"), tail.endsHead,
                let end = lengths.compactMap({ places[tail.suffix($0)] }).first
            {
                (closing, tail) = (end, [])
            }
        }
        tail = tail.suffix(lengths.max() ?? 0)
        return shown
    }
}

extension FormPart {
    /// Whether an encoder changes how a registered text is written.
    fileprivate func encodesSecret(_ redactor: Redactor) -> Bool {
        guard [.base64, .quotedPrintable].contains(transferEncoding),
            case .source(let source) = content, let text = source.memory
        else { return false }
        return !redactor.secrets(in: Array(text)).isEmpty
    }
}

/// Masks the values of secret fields in a URL-encoded form, whose length is not known.
private struct PairMask {
    /// Longer than any name of a credential.
    private static let longestName = 256

    let names: CredentialNames
    /// `nil` after the `=`.
    var name: [UInt8]? = []
    var isSecret = false

    mutating func masking(_ bytes: [UInt8]) -> [UInt8] {
        var shown = bytes
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "&") {
                (name, isSecret) = ([], false)
            } else if isSecret {
                shown[index] = UInt8(ascii: "*")
            } else if let name, byte == UInt8(ascii: "=") {
                isSecret = names.contains(
                    parameter: ByteString(bytes: WrittenURL.decoded(name[...])))
                self.name = nil
            } else if name?.count ?? .max < Self.longestName {
                name?.append(byte)
            }
        }
        return shown
    }
}
