import FormEncoding
import FormUpload

/// Hides the secrets in libcurl's reports of one transfer, which come in pieces. A secret is found by its text, if that
/// is registered, or else by its place: a field of a head, a part of a form, a pair of data.
struct RedactedStream {
    private let redactor: Redactor
    private let names: CredentialNames
    private var sent: HeadMask
    private var received: HeadMask
    /// The secret places of a body, at its beginning and where it is now.
    private let freshBody: BodyPlaces?
    private var body: BodyPlaces?
    private var framing: ChunkFraming?
    /// The ends of the bodies so far, where a text may begin.
    private var tails: (sent: [UInt8], received: [UInt8]) = ([], [])
    /// Whether requests go to the address of an unfinished upload, which is a secret.
    private let hidesTargets: Bool
    /// Whether the HTTP/2 fields that are being reported are of such a request.
    private var hidesPath = false
    /// The request head so far, to tell whether its body is chunked.
    private var head: [UInt8] = []

    init(
        _ redactor: Redactor, _ names: CredentialNames, content: BodyContent = .other,
        hidesTargets: Bool = false
    ) {
        (self.redactor, self.names, self.hidesTargets) = (redactor, names, hidesTargets)
        sent = HeadMask(names: names, hidesTargets: hidesTargets)
        received = HeadMask(names: names)
        freshBody = BodyPlaces(content, redactor)
        body = freshBody
    }

    mutating func redacted(_ kind: WireEvent.Kind, _ bytes: [UInt8]) -> [UInt8] {
        switch kind {
        case .headSent:
            read(head: bytes)
            return sent.masking(redactor.redact(bytes))
        case .headReceived: return received.masking(redactor.redact(bytes))
        case .bodySent:
            return redactor.starring(places(in: bytes), as: bytes, tail: &tails.sent)
        case .bodyReceived: return redactor.starring(bytes, as: bytes, tail: &tails.received)
        case .information: return redacted(information: bytes)
        case .tlsSent, .tlsReceived: return bytes
        }
    }

    /// Prepares for another request; the previous one may have ended anywhere.
    mutating func restart() {
        sent = HeadMask(names: names, hidesTargets: hidesTargets)
        received = HeadMask(names: names)
        head = []
    }

    /// Reads a sent head or a piece of one; after its end a body begins, for the first time or again.
    private mutating func read(head bytes: [UInt8]) {
        if head.endsHead { restart() }
        head += bytes
        guard head.endsHead else { return }
        body = freshBody
        let isChunked = String(decoding: head, as: UTF8.self).lowercased()
            .contains("\r\ntransfer-encoding: chunked\r\n")
        framing = isChunked ? ChunkFraming() : nil
    }

    private mutating func places(in bytes: [UInt8]) -> [UInt8] {
        guard body != nil, framing != nil else { return body?.masking(bytes) ?? bytes }
        let places = bytes.indices.filter { framing?.isData(bytes[$0]) ?? true }
        var shown = bytes
        for (place, byte) in zip(places, body?.masking(places.map { bytes[$0] }) ?? []) {
            shown[place] = byte
        }
        return shown
    }

    /// libcurl's information lines: the fields of an HTTP/2 request, received cookies, URLs, also ones that are cut.
    ///
    /// Compares bytes, not characters: a cookie may begin with a combining character, which would
    /// merge with the quote before it.
    private mutating func redacted(information bytes: [UInt8]) -> [UInt8] {
        if let said = bytes.maskingCookie { return redactor.redact(said) }
        // `h2h3 [name: value]`, `[HTTP/2] [1] [name: value]`
        for (start, byte) in bytes.enumerated() where byte == UInt8(ascii: "[") {
            let field = bytes[(start + 1)...]
            let name = field.prefix(1) + field.dropFirst().prefix { $0 != UInt8(ascii: ":") }
            if name.elementsEqual(":method".utf8) {
                let value = field.dropFirst(name.count + 2)
                let method = ByteString(value.prefix { $0 != UInt8(ascii: "]") })
                hidesPath = hidesTargets && method.goesToUpload
            }
            let isHidden =
                name.isToken
                ? names.contains(ByteString(bytes: name))
                : hidesPath && name.elementsEqual(":path".utf8)
            if isHidden {
                return bytes[..<name.endIndex] + Array(": [masked]]\n".utf8)
            }
        }
        let isLine = bytes.last == UInt8(ascii: "\n")
        return redactor.redact(isLine ? bytes.dropLast() : bytes, isCut: true)
            + (isLine ? [UInt8(ascii: "\n")] : [])
    }
}

extension ByteString {
    /// Whether requests by this method go to the address of an upload: questions and pieces do.
    fileprivate var goesToUpload: Bool { ["HEAD", "PATCH", "DELETE"].contains(self) }
}

extension [UInt8] {
    fileprivate var endsHead: Bool { suffix(4).elementsEqual("\r\n\r\n".utf8) }

    /// `Added cookie name="value" for domain …`
    fileprivate var maskingCookie: [UInt8]? {
        for start in ["Added cookie ", "Replaced cookie "] where starts(with: start.utf8) {
            let name = prefix { $0 != UInt8(ascii: "=") }
            let end = Array("\" for domain ".utf8)
            let last = indices.last { self[$0...].starts(with: end) }
            let rest = last.map { self[$0...] } ?? Array("\"\n".utf8)[...]
            return name + Array("=\"[masked]".utf8) + rest
        }
        return nil
    }
}

/// The places of secrets in a sent body, each between two texts.
private struct BodyPlaces {
    /// What stands before a secret, a delimiter and a head, with what stands after it.
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

/// Tells the bytes of a chunked body that are data from sizes and the lines around them
/// (RFC 9112 §7.1).
private struct ChunkFraming {
    private var sizeLine: [UInt8] = []
    /// How many bytes are left of a chunk, with the line end after its data.
    private var left = 0

    mutating func isData(_ byte: UInt8) -> Bool {
        if left > 0 {
            left -= 1
            return left >= 2
        }
        if byte == UInt8(ascii: "\n") {
            left = (Int(String(decoding: sizeLine, as: UTF8.self), radix: 16) ?? 0) &+ 2
            sizeLine = []
        } else if byte != UInt8(ascii: "\r") {
            sizeLine.append(byte)
        }
        return false
    }
}

/// Masks the values of secret fields in the head of a request or a response, which may come in pieces, and the target
/// of a request that goes to an unfinished upload.
private struct HeadMask {
    let names: CredentialNames
    /// Whether the target of a request may be a secret, and has not ended yet.
    var hidesTargets = false
    /// The name in the current line, as far as it has come; `nil` after the colon.
    var name: [UInt8]? = []
    var isLineStart = true
    /// Whether the value of a secret field has begun; where a line begins, whether the line before had one.
    var isSecret = false

    /// Returns a piece of a head with `[masked]` in place of each secret, or of its part in a line.
    mutating func masking(_ bytes: [UInt8]) -> [UInt8] {
        var shown: [UInt8] = []
        for byte in bytes {
            var begins = false
            if isLineStart {
                // A line that begins with a blank continues the previous one (RFC 9112 §5.2).
                isSecret = isSecret && byte.isSpaceOrTab
                (begins, name) = (isSecret, [])
            }
            isLineStart = byte == UInt8(ascii: "\n")
            if hidesTargets, byte == UInt8(ascii: " ") {
                begins = !isSecret && ByteString(bytes: name ?? []).goesToUpload
                (hidesTargets, isSecret) = (begins, begins)
            }
            if !isSecret || isLineStart || byte == UInt8(ascii: "\r") { shown.append(byte) }
            if !isSecret, byte == UInt8(ascii: ":"), let field = name?.trimmed {
                // A request or status line has blanks before a colon, if it has one. A careless server has
                // blanks before the colon of a field.
                isSecret = field.isToken && names.contains(ByteString(bytes: field))
                (begins, name) = (isSecret, nil)
            } else {
                name?.append(byte)
            }
            if begins { shown += " [masked]".utf8 }
        }
        return shown
    }
}
