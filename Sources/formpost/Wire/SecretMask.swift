import FormEncoding
import FormUpload

/// Replaces the values of secret fields in libcurl's reports.
///
/// A mask keeps state between the pieces of one transfer.
struct SecretMask {
    private let names: CredentialNames
    private var sent: HeadMask
    private var received: HeadMask
    private var body: (any BodyMask)?
    /// The request head so far, to tell whether its body is chunked.
    private var head: [UInt8] = []

    /// `content` is what is sent, with these names of its fields.
    init(
        headers names: CredentialNames, fields: CredentialNames = CredentialNames(),
        content: BodyContent = .other
    ) {
        self.names = names
        sent = HeadMask(names)
        received = HeadMask(names)
        body = content.mask(headers: names, fields: fields)
    }

    /// A sent head or a piece of one.
    mutating func masking(headSent bytes: [UInt8]) -> [UInt8] {
        let end = Array("\r\n\r\n".utf8)
        if head.suffix(4).elementsEqual(end) { beginAnew() }
        head += bytes
        if head.suffix(4).elementsEqual(end) { body?.begin(isChunked: head.announcesChunks) }
        return sent.masking(bytes.maskingURLs)
    }

    /// A received head or a line of one.
    mutating func masking(headReceived bytes: [UInt8]) -> [UInt8] {
        received.masking(bytes.maskingURLs)
    }

    /// A piece of a sent body, with chunk framing if there is any.
    mutating func masking(bodySent bytes: [UInt8]) -> [UInt8] { body?.masking(bytes) ?? bytes }

    /// Prepares for another request; the previous one may have ended anywhere.
    mutating func beginAnew() {
        sent = HeadMask(names)
        received = HeadMask(names)
        head = []
    }

    /// libcurl's information lines: the fields of an HTTP/2 request, received cookies, a proxy's
    /// URL.
    ///
    /// Compares bytes, not characters: a cookie may begin with a combining character, which would
    /// merge with the quote before it.
    func masking(information bytes: [UInt8]) -> [UInt8] {
        if let said = bytes.maskingCookie { return said }
        // `h2h3 [name: value]`, `[HTTP/2] [1] [name: value]`
        for (start, byte) in bytes.enumerated() where byte == UInt8(ascii: "[") {
            let name = bytes[(start + 1)...].prefix { $0 != UInt8(ascii: ":") }
            if name.isToken, names.contains(ByteString(bytes: name)) {
                return bytes[..<name.endIndex] + Array(": [masked]]\n".utf8)
            }
        }
        return bytes.maskingURLs
    }
}

/// A head with the values of secret fields replaced, piece by piece.
struct HeadMask {
    private enum Place {
        case lineStart
        case name
        case shown
        case masked(hasCR: Bool)
    }

    private let names: CredentialNames
    private var place = Place.lineStart
    /// That of the line's field, as far as it has come.
    private var name: [UInt8] = []
    /// A line that begins with a blank continues the previous one (RFC 9112 §5.2).
    private var wasSecret = false

    init(_ names: CredentialNames) { self.names = names }

    mutating func masking(_ bytes: [UInt8]) -> [UInt8] {
        var shown: [UInt8] = []
        for byte in bytes { append(byte, to: &shown) }
        return shown
    }

    private mutating func append(_ byte: UInt8, to shown: inout [UInt8]) {
        if case .lineStart = place {
            wasSecret = wasSecret && byte.isSpaceOrTab
            place = wasSecret ? .masked(hasCR: false) : .name
            name = []
            if wasSecret { shown += " [masked]".utf8 }
        }
        switch (place, byte) {
        case (.masked(let hasCR), UInt8(ascii: "\n")):
            shown += (hasCR ? "\r\n" : "\n").utf8
            place = .lineStart
        case (.masked, _):
            place = .masked(hasCR: byte == UInt8(ascii: "\r"))
        case (_, UInt8(ascii: "\n")):
            shown.append(byte)
            place = .lineStart
        case (.name, UInt8(ascii: ":")):
            shown.append(byte)
            // A request or status line has blanks before a colon, if it has one.
            wasSecret = name.fieldName.bytes.isToken && names.contains(name.fieldName)
            place = wasSecret ? .masked(hasCR: false) : .shown
            if wasSecret { shown += " [masked]".utf8 }
        case (.name, _):
            shown.append(byte)
            name.append(byte)
        case (.shown, _), (.lineStart, _):
            shown.append(byte)
        }
    }
}

extension [UInt8] {
    /// Without blanks that a careless server has before the colon.
    fileprivate var fieldName: ByteString {
        let name = drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }.reversed()
        return ByteString(bytes: name)
    }

    fileprivate var announcesChunks: Bool {
        String(decoding: self, as: UTF8.self).lowercased()
            .contains("\r\ntransfer-encoding: chunked\r\n")
    }

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
