import FormEncoding
import FormUpload

/// Hides the secrets in libcurl's reports of one transfer, which come in pieces.
struct SecretMask {
    private let names: SecretNames
    private var sent: HeadMask
    private var received: HeadMask
    private var body: (any BodyMask)?
    /// The mask at the beginning of a body.
    private let freshBody: (any BodyMask)?
    private var framing: ChunkFraming?
    private var sentValues: SecretValueMask?
    private var receivedValues: SecretValueMask?
    /// The request head so far, to tell whether its body is chunked.
    private var head: [UInt8] = []

    /// `content` is the content of the body that is sent.
    init(_ names: SecretNames, content: BodyContent = .other) {
        self.names = names
        sent = HeadMask(names.headers)
        received = HeadMask(names.headers)
        freshBody = content.mask(names)
        body = freshBody
        let values = SecretValues.ofProcess
        (sentValues, receivedValues) = (values.bodyMask, values.bodyMask)
    }

    mutating func masking(_ kind: WireEvent.Kind, _ bytes: [UInt8]) -> [UInt8] {
        // A server may have given new ones.
        let values = SecretValues.ofProcess
        switch kind {
        case .headSent:
            read(head: bytes)
            return sent.masking(values.masking(bytes).maskingURLs)
        case .headReceived: return received.masking(values.masking(bytes).maskingURLs)
        case .bodySent:
            let shown = masking(body: bytes)
            return sentValues?.masking(shown, as: bytes) ?? shown
        case .bodyReceived: return receivedValues?.masking(bytes, as: bytes) ?? bytes
        case .information: return masking(information: values.masking(bytes))
        case .tlsSent, .tlsReceived: return bytes
        }
    }

    /// Prepares for another request; the previous one may have ended anywhere.
    mutating func restart() {
        sent = HeadMask(names.headers)
        received = HeadMask(names.headers)
        head = []
    }

    /// Reads a sent head or a piece of one; after its end a body begins, for the first time or again.
    private mutating func read(head bytes: [UInt8]) {
        let end = Array("\r\n\r\n".utf8)
        if head.suffix(4).elementsEqual(end) { restart() }
        head += bytes
        guard head.suffix(4).elementsEqual(end) else { return }
        body = freshBody
        let isChunked = String(decoding: head, as: UTF8.self).lowercased()
            .contains("\r\ntransfer-encoding: chunked\r\n")
        framing = isChunked ? ChunkFraming() : nil
    }

    private mutating func masking(body bytes: [UInt8]) -> [UInt8] {
        guard framing != nil else { return body?.masking(bytes) ?? bytes }
        let places = bytes.indices.filter { framing?.isData(bytes[$0]) ?? true }
        var shown = bytes
        for (place, byte) in zip(places, body?.masking(places.map { bytes[$0] }) ?? []) {
            shown[place] = byte
        }
        return shown
    }

    /// libcurl's information lines: the fields of an HTTP/2 request, received cookies, a proxy's
    /// URL.
    ///
    /// Compares bytes, not characters: a cookie may begin with a combining character, which would
    /// merge with the quote before it.
    private func masking(information bytes: [UInt8]) -> [UInt8] {
        if let said = bytes.maskingCookie { return said }
        // `h2h3 [name: value]`, `[HTTP/2] [1] [name: value]`
        for (start, byte) in bytes.enumerated() where byte == UInt8(ascii: "[") {
            let name = bytes[(start + 1)...].prefix { $0 != UInt8(ascii: ":") }
            if name.isToken, names.headers.contains(ByteString(bytes: name)) {
                return bytes[..<name.endIndex] + Array(": [masked]]\n".utf8)
            }
        }
        return bytes.maskingURLs
    }
}

extension [UInt8] {
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

/// Tells the bytes of a chunked body that are data from sizes and the lines around them
/// (RFC 9112 §7.1).
private struct ChunkFraming {
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

/// Finds the values of secret fields in the head of a request, a response or a part, byte by byte.
struct HeadMask {
    private let names: CredentialNames
    /// The name in the current line, as far as it has come; `nil` after the colon.
    private var name: [UInt8]? = []
    private var isLineStart = true
    /// Whether the value of a secret field has begun.
    private var isSecret = false
    /// A line that begins with a blank continues the previous one (RFC 9112 §5.2).
    private var wasSecret = false
    /// Whether the last byte ended the head.
    private(set) var isAtEnd = false

    init(_ names: CredentialNames) { self.names = names }

    /// Returns whether the next byte belongs to a secret.
    mutating func hides(_ byte: UInt8) -> Bool {
        if isLineStart {
            isSecret = wasSecret && byte.isSpaceOrTab
            name = isSecret ? nil : []
        }
        isLineStart = byte == UInt8(ascii: "\n")
        if isLineStart {
            isAtEnd = name?.allSatisfy { $0 == UInt8(ascii: "\r") } ?? false
            (wasSecret, isSecret) = (isSecret, false)
        } else if byte == UInt8(ascii: ":"), let field = name?.trimmed {
            // A request or status line has blanks before a colon, if it has one. A careless server has
            // blanks before the colon of a field.
            isSecret = field.isToken && names.contains(ByteString(bytes: field))
            name = nil
            return false
        } else {
            name?.append(byte)
        }
        return isSecret && byte != UInt8(ascii: "\r")
    }

    /// Returns a piece of a head with `[masked]` in place of each secret, or of its part in a line.
    mutating func masking(_ bytes: [UInt8]) -> [UInt8] {
        var shown: [UInt8] = []
        for byte in bytes {
            let wasHidden = isSecret
            if !hides(byte) { shown.append(byte) }
            if isSecret, !wasHidden { shown += " [masked]".utf8 }
        }
        return shown
    }
}
