import FormEncoding
import FormUpload

/// Hides the secrets in libcurl's reports of one transfer, which come in pieces. A secret is found by its text, if that
/// is registered, or else by its place: a field of a head, a part of a form, a pair of data.
struct RedactedStream {
    private let redactor: Redactor
    private var names: CredentialNames
    private var sent: HeadMask
    private var received: HeadMask
    /// The secret places of a body, at its beginning and where it is now.
    private let freshBody: BodyPlaces?
    private var body: BodyPlaces?
    private var framing: ChunkFraming?
    /// The ends of the bodies so far, where a text may begin.
    private var tails: (sent: [UInt8], received: [UInt8]) = ([], [])
    /// Whether requests go to the address of an unfinished upload, which is a secret, as in `Location`.
    private let isResumable: Bool
    /// Whether the HTTP/2 fields that are being reported are of such a request.
    private var hidesPath = false
    /// The request head so far, to tell whether its body is chunked.
    private var head: [UInt8] = []

    init(_ redactor: Redactor, content: BodyContent = .other, isResumable: Bool = false) {
        (self.redactor, names, self.isResumable) = (redactor, redactor.names, isResumable)
        if isResumable { names.add("Location") }
        sent = HeadMask(names: names, hidesTargets: isResumable)
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
        sent = HeadMask(names: names, hidesTargets: isResumable)
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
            // The colon of `:method` belongs to the name.
            let end = field.dropFirst().firstIndex(of: UInt8(ascii: ":")) ?? field.endIndex
            let name = field[..<end]
            if name.elementsEqual(":method".utf8) {
                let value = field.dropFirst(name.count + 2)
                let method = ByteString(value.prefix { $0 != UInt8(ascii: "]") })
                hidesPath = isResumable && method.goesToUpload
            }
            let isHidden =
                name.isToken
                ? names.contains(ByteString(bytes: name))
                : hidesPath && name.elementsEqual(":path".utf8)
            if isHidden {
                return Array(bytes[..<name.endIndex]) + Array(": [masked]]\n".utf8)
            }
        }
        guard bytes.last == UInt8(ascii: "\n") else { return redactor.redact(bytes, isCut: true) }
        var line = redactor.redact(bytes.dropLast(), isCut: true)
        line.append(UInt8(ascii: "\n"))
        return line
    }
}

extension ByteString {
    /// Whether requests by this method go to the address of an upload: questions and pieces do.
    fileprivate var goesToUpload: Bool { ["HEAD", "PATCH", "DELETE"].contains(self) }
}

extension [UInt8] {
    var endsHead: Bool { suffix(4).elementsEqual("\r\n\r\n".utf8) }

    /// `Added cookie name="value" for domain …`
    fileprivate var maskingCookie: [UInt8]? {
        for start in ["Added cookie ", "Replaced cookie "] where starts(with: start.utf8) {
            let name = prefix { $0 != UInt8(ascii: "=") }
            let end = Array("\" for domain ".utf8)
            let last = indices.last { self[$0...].starts(with: end) }
            var masked = Array(name)
            masked += "=\"[masked]".utf8
            if let last {
                masked += self[last...]
            } else {
                masked += "\"\n".utf8
            }
            return masked
        }
        return nil
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
