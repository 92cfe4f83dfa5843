import FormEncoding
import FormUpload
import Foundation

/// Hides secrets in what formpost itself prints: messages, progress, logs, previews and the process list.
///
/// A secret is registered as a text when an option is read or an answer brings it. The secrets of a URL are also
/// found by the names of their parameters. The body of a response is printed as it came.
final class Redactor: Sendable {
    /// Every sentence passes it, so the process has one.
    static let ofProcess = Redactor()

    private let state = Guarded((names: CredentialNames(), texts: SecretTexts()))

    var names: CredentialNames { state.withLock { $0.names } }

    func use(_ names: CredentialNames) { state.withLock { $0.names = names } }

    func register(_ secrets: [Secret], in text: [UInt8]) {
        guard !secrets.isEmpty else { return }
        state.withLock { state in
            for secret in secrets { state.texts.insert(secret, in: text) }
        }
    }

    /// Registers the secrets of a URL.
    func register(url: ByteString, isValid: Bool = true) {
        register(names.secrets(inURL: url) + (isValid ? [] : url.passwordOfInvalid), in: url.bytes)
    }

    /// Registers the URL of an upload that a server has made: whoever has the URL can add to the upload. There
    /// may be many: a URL is registered as it is and in JSON, and not in encodings that only variables have.
    func register(uploadURL url: String) {
        register(Array(url.utf8), of: "upload_url", isEncoded: false)
    }

    /// Registers the value of a variable in each way in which it may be written.
    func register(_ value: [UInt8], of variable: String, isEncoded: Bool = true) {
        let forms = Self.forms(of: value, named: ByteString(variable), isEncoded: isEncoded)
        state.withLock { state in
            for (name, text) in forms {
                state.texts.insert(Secret(name: name, range: text.indices), in: text)
            }
        }
    }

    /// Registers those values of variables that an option calls secrets.
    func register(captured: [String: ByteString]) {
        let names = names
        for (name, value) in captured where names.adds(name) {
            register(value.bytes, of: name)
        }
    }

    /// Returns the places of registered texts, in order. With `isCut` the end of the text may be missing: then the
    /// beginning of a secret there is a place as well.
    func secrets(in text: [UInt8], isCut: Bool = false) -> [Secret] {
        state.withLock { $0.texts.secrets(in: text, isCut: isCut) }
    }

    /// Returns the text with `[masked]` in place of secrets.
    func redact(_ text: [UInt8], isCut: Bool = false) -> [UInt8] {
        text.masking(secrets(in: text, isCut: isCut) + names.secrets(inText: text))
    }

    func redact(_ text: String) -> String {
        String(decoding: redact(Array(text.utf8)), as: UTF8.self)
    }

    func redact(_ text: ByteString) -> ByteString { ByteString(bytes: redact(text.bytes)) }

    /// Returns the text with a `*` for each byte of registered texts.
    func stars(_ text: [UInt8]) -> [UInt8] {
        var shown = text
        for secret in secrets(in: text) { shown.star(secret.range) }
        return shown
    }

    /// Returns `piece` with stars for texts in `bytes`. The end of the stream so far is in `tail`: a text may begin there.
    func starring(_ piece: [UInt8], as bytes: [UInt8], tail: inout [UInt8]) -> [UInt8] {
        state.withLock { state in
            var piece = piece
            let window = tail + bytes
            let start = tail.count
            let next = state.texts.search(window, endsOpen: true) {
                piece.star($0.range.lowerBound - start..<$0.range.upperBound - start)
            }
            tail = Array(window[next...])
            return piece
        }
    }
}

extension ArraySlice<UInt8> {
    /// As `==`, which compares byte by byte.
    fileprivate func isSame(as other: ArraySlice<UInt8>) -> Bool {
        count == other.count
            && withUnsafeBytes { bytes in
                other.withUnsafeBytes { others in
                    guard let start = bytes.baseAddress, let other = others.baseAddress else {
                        return true
                    }
                    return memcmp(start, other, bytes.count) == 0
                }
            }
    }
}

/// The ways in which a secret may be written.
extension Redactor {
    /// A shorter value would be found by chance.
    private static let shortest = 8
    /// A longer value is looked for as it is alone: its encoded forms take memory.
    private static let longest = 8192

    /// Returns the secret itself (of a URL that is one, its path and query: the host may be shown, and a request has
    /// the target alone), and the secret in percent-encoding, in JSON, as the name of a form field, in Base64 alone
    /// or with text before it, and in hex; nothing for a value that is too short.
    private static func forms(
        of value: [UInt8], named name: ByteString, isEncoded: Bool
    ) -> [(name: ByteString, text: [UInt8])] {
        let secret = value.trimmed
        guard secret.count >= shortest else { return [] }
        var plain = [secret]
        if let scheme = secret.firstRange(of: Array("://".utf8)) {
            let target = secret[scheme.upperBound...].drop { $0 != UInt8(ascii: "/") }
            let hasLogin = ByteString(bytes: secret).userinfoRange != nil
            if target.count >= shortest {
                plain = hasLogin ? [secret, Array(target)] : [Array(target)]
            }
        }
        let named = plain.map { (name, $0) }
        guard secret.count <= longest else { return named }
        let encodings: [PercentEncoding] = [
            .form, .curl, .curlQuery, .curlPath, .curlVariable, .url,
        ]
        let json = plain.map { $0.escapedForJSON.escaping("/").bytes }
        guard isEncoded else { return named + json.map { ("encoded_secret", $0) } }
        var encoded = encodings.map { $0.escaping(secret) } + json + [secret.escapedForJSON]
        encoded += secret.escapedForJSON.escapedForASCII.map { [$0] } ?? []
        encoded += [NameEscaping.percent.escaping(secret), NameEscaping.backslash.escaping(secret)]
        encoded += (0...2).flatMap { secret.base64(after: $0) }
        let digits = String(decoding: secret.hexadecimal, as: UTF8.self)
        encoded += [secret.hexadecimal, Array(digits.uppercased().utf8)]
        var known = Set(plain + [secret])
        return named
            + encoded.filter { $0.count >= shortest && known.insert($0).inserted }
            .map { ("encoded_secret", $0) }
    }
}

extension [UInt8] {
    /// The Base64 of the secret after so many other bytes, as far as the secret alone determines it; in both
    /// alphabets (RFC 4648 §4, §5).
    fileprivate func base64(after count: Int) -> [[UInt8]] {
        let text = ([UInt8](repeating: 0, count: count) + self).base64
        let rest = (count + self.count) % 3
        let end = text.count - (rest == 0 ? 0 : 4 - rest)
        var forms = [Array(text[[0, 2, 3][count]..<end])]
        // The end of the text.
        if count == 0, rest != 0 { forms += [text, text.filter { $0 != UInt8(ascii: "=") }] }
        return forms
            + forms.map {
                $0.replacing("+".utf8, with: "-".utf8).replacing("/".utf8, with: "_".utf8)
            }
    }

    fileprivate mutating func star(_ range: Range<Int>) {
        for place in range.clamped(to: indices) { self[place] = UInt8(ascii: "*") }
    }
}

/// Texts to look for, by their first bytes. Adding one costs that text only.
struct SecretTexts {
    /// The bytes by which texts are told apart; a shorter beginning at the end of a piece may be chance.
    private static let prefix = 4
    /// A shorter secret is looked for together with what stands before it.
    private static let shortest = 6
    /// A longer secret is looked for in pieces.
    private static let longest = 4096

    /// The texts with the same first bytes.
    private struct Group {
        /// Each length once, the longest first.
        var lengths: [Int] = []
        var texts: [(text: ArraySlice<UInt8>, secret: Secret)] = []
    }

    /// Each text with its part that is the secret.
    private var entries: [ArraySlice<UInt8>: Secret] = [:]
    private var groups: [UInt32: Group] = [:]
    /// A bit for each hash of first bytes: most places of a text end a search here.
    private var filter: [UInt64] = []

    mutating func insert(_ secret: Secret, in text: [UInt8]) {
        var range = secret.range
        guard range.count < Self.shortest else {
            while range.count > Self.longest {
                let end = range.lowerBound + Self.longest
                insert(text[range.lowerBound..<end], 0..<Self.longest, secret.name)
                range = Swift.min(end, range.upperBound - Self.shortest)..<range.upperBound
            }
            return insert(text[range], 0..<range.count, secret.name)
        }
        guard !range.isEmpty else { return }
        var context = Swift.max(0, range.lowerBound - Self.shortest)..<range.upperBound
        if context.count < Self.prefix {
            context = context.lowerBound..<Swift.min(text.count, context.lowerBound + Self.shortest)
        }
        let start = range.lowerBound - context.lowerBound
        insert(text[context], start..<start + range.count, secret.name)
    }

    /// Adds a part of an option's value, which may be attached to the option.
    mutating func insert(_ secret: Secret, in value: [UInt8], of option: String) {
        insert(secret, in: value)
        guard secret.range.count < Self.shortest else { return }
        for end in ["", "="] {
            let start = Array((option + end).utf8)
            let range =
                secret.range.lowerBound + start.count..<secret.range.upperBound + start.count
            insert(Secret(name: secret.name, range: range), in: start + value)
        }
    }

    /// Adds a whole text, of which `secret` is to be hidden.
    mutating func insert(
        _ text: ArraySlice<UInt8>, _ secret: Range<Int>, _ name: ByteString
    ) {
        guard entries[text] == nil else { return }
        // A slice would keep all of its text.
        let text = Array(text)[...]
        let entry = Secret(name: name, range: secret)
        entries[text] = entry
        guard text.count >= Self.prefix else { return }
        if filter.isEmpty { filter = [UInt64](repeating: 0, count: 1 << 10) }
        let key = text.prefix(Self.prefix).reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        let bit = Self.hash(key)
        filter[bit >> 6] |= 1 << UInt64(bit & 63)
        if groups[key]?.lengths.contains(text.count) != true {
            groups[key, default: Group()].lengths.append(text.count)
            groups[key]?.lengths.sort(by: >)
        }
        groups[key]?.texts.append((text, entry))
    }

    private static func hash(_ key: UInt32) -> Int { Int((key &* 0x9E37_79B1) >> 16) }

    /// Returns the places of secrets, in order. Those that touch are one.
    func secrets(in bytes: [UInt8], isCut: Bool = false) -> [Secret] {
        var secrets: [Secret] = []
        _ = search(bytes, endsOpen: isCut) { secrets.append($0) }
        return secrets.merged
    }

    /// Comparing a long text with up to four others takes less time than hashing it.
    private func entry(_ text: ArraySlice<UInt8>, in group: Group) -> Secret? {
        group.texts.count <= 4
            ? group.texts.first { text.isSame(as: $0.text) }?.secret : entries[text]
    }

    /// Calls `found` with each secret; returns where the end of `bytes` may be the beginning of a text. A beginning is
    /// compared beyond its first bytes with `endsOpen` only, and then is a secret as well.
    func search(
        _ bytes: [UInt8], endsOpen: Bool, found: (Secret) -> Void
    ) -> Int {
        var next = max(0, bytes.count - Self.prefix + 1)
        guard !filter.isEmpty, bytes.count >= Self.prefix else {
            // A short one is found alone only.
            if let entry = entries[bytes[...]] { found(entry) }
            return next
        }
        var key: UInt32 = 0
        for (index, byte) in bytes.enumerated() {
            key = key << 8 | UInt32(byte)
            let bit = Self.hash(key)
            guard filter[bit >> 6] >> UInt64(bit & 63) & 1 == 1, index + 1 >= Self.prefix,
                let group = groups[key]
            else { continue }
            let start = index + 1 - Self.prefix
            let rest = bytes.count - start
            for length in group.lengths where length <= rest {
                guard let entry = entry(bytes[start..<start + length], in: group) else { continue }
                let end = start + entry.range.upperBound
                found(Secret(name: entry.name, range: start + entry.range.lowerBound..<end))
            }
            if endsOpen, start < next, group.lengths[0] > rest,
                group.texts.contains(where: {
                    $0.text.count > rest && $0.text.prefix(rest) == bytes[start...]
                })
            {
                next = start
            }
        }
        if next + Self.prefix <= bytes.count {
            found(Secret(name: "secret", range: next..<bytes.count))
        }
        return next
    }
}
