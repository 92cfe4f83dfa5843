import FormEncoding
import FormUpload
import Foundation

/// The values of secret variables, which are masked wherever formpost prints them, in each of their
/// `SecretForms`. The answers of servers are printed as they came.
struct SecretValues: Sendable {
    private let values: [VariableValue]
    private let named: Set<String>
    private let search: TextSearch
    /// The name of the variable for each plain value.
    private let names: [ByteString: String]

    /// No secrets.
    init() { self.init([], named: []) }

    /// Keeps those of `values` whose variables are imported and have the name of a secret, and those
    /// of `named` variables (`--secret-variable`).
    init(_ values: [VariableValue], named: Set<String>) {
        var texts: [ByteString] = []
        var names: [ByteString: String] = [:]
        for value in values where value.isSecret(named) {
            guard let forms = SecretForms(of: value.text) else { continue }
            texts += forms.plain + forms.encoded
            for text in forms.plain { names[text] = value.name }
        }
        (self.values, self.named) = (values, named)
        (search, self.names) = (TextSearch(texts), names)
    }

    /// Adds values that a response has given to variables.
    mutating func add(_ captured: [String: ByteString]) {
        let new = captured.filter { named.contains($0.key) }
            .map { VariableValue(name: $0.key, text: $0.value.bytes, isImported: false) }
        if !new.isEmpty { self = SecretValues(values + new, named: named) }
    }

    /// Adds the URL of an upload that a server has made: whoever has the URL can add to the upload.
    mutating func add(uploadURL url: String) {
        let new = VariableValue(name: "upload_url", text: Array(url.utf8), isImported: false)
        if !values.contains(new) {
            self = SecretValues(values + [new], named: named.union([new.name]))
        }
    }

    var isEmpty: Bool { names.isEmpty }

    /// Returns the text with `[masked]` in place of secrets.
    func masking(_ text: [UInt8]) -> [UInt8] {
        isEmpty ? text : text.masking(secrets(in: text))
    }

    func masking(_ text: String) -> String {
        isEmpty ? text : String(decoding: masking(Array(text.utf8)), as: UTF8.self)
    }

    /// Returns the places of secrets. An encoded one is named after none of the variables.
    func secrets(in text: [UInt8]) -> [Secret] {
        guard !isEmpty else { return [] }
        return search.ranges(in: text).map { range in
            let name = names[ByteString(bytes: text[range])]
            return Secret(name: name.map { ByteString($0) } ?? "encoded_secret", range: range)
        }
    }

    /// A mask for a body that comes in pieces; `nil` without secrets.
    var bodyMask: SecretValueMask? { isEmpty ? nil : SecretValueMask(search) }
}

/// Masks values in a body with a `*` for each byte.
struct SecretValueMask {
    /// A shorter beginning of a secret at the end of a piece is shown, since it may be chance.
    private static let shortestBeginning = 4

    private let search: TextSearch
    private var state = TextSearch.start

    fileprivate init(_ search: TextSearch) { self.search = search }

    /// Masks the values of `bytes` in `text`, where other bytes of them are masked already.
    mutating func masking(_ text: [UInt8], as bytes: [UInt8]) -> [UInt8] {
        var shown = text
        for range in search.ranges(in: bytes, from: &state) {
            for place in range.clamped(to: bytes.indices) { shown[place] = UInt8(ascii: "*") }
        }
        let beginning = search.length(of: state)
        if beginning >= Self.shortestBeginning {
            for place in max(0, bytes.count - beginning)..<bytes.count {
                shown[place] = UInt8(ascii: "*")
            }
        }
        return shown
    }
}

/// The secrets belong to the process, as its arguments do: every sentence needs them.
extension SecretValues {
    static var ofProcess: SecretValues {
        get { shared.value }
        set { shared.value = newValue }
    }

    private static let shared = ProcessWide(SecretValues())
}

/// The ways in which a secret may be written.
struct SecretForms {
    /// A shorter value would be found by chance.
    static let shortest = 8
    /// A longer value is not looked for: its forms take memory.
    static let longest = 8192

    /// The secret itself. Of a URL that is one, its path and query: the host may be shown, and a request has
    /// the target alone.
    let plain: [ByteString]
    /// The secret in percent-encoding, in JSON, as the name of a form field, in Base64 alone or with text before
    /// it, and in hex.
    let encoded: [ByteString]

    /// `nil` for a value that is too short or too long.
    init?(of value: [UInt8]) {
        let secret = value.trimmed
        guard (Self.shortest...Self.longest).contains(secret.count) else { return nil }
        var plain = [secret]
        if let scheme = secret.firstRange(of: Array("://".utf8)) {
            let target = secret[scheme.upperBound...].drop { $0 != UInt8(ascii: "/") }
            let hasLogin = ByteString(bytes: secret).userinfoRange != nil
            if target.count >= Self.shortest {
                plain = hasLogin ? [secret, Array(target)] : [Array(target)]
            }
        }
        let encodings: [PercentEncoding] = [.form, .curl, .curlQuery, .curlPath, .curlVariable]
        var encoded = encodings.map { $0.escaping(secret) }
        encoded += [secret.escapedForURL, secret.escapedForJSON]
        encoded += [NameEscaping.percent.escaping(secret), NameEscaping.backslash.escaping(secret)]
        let slash = UInt8(ascii: "/")
        encoded.append(
            secret.escapedForJSON.flatMap { $0 == slash ? [UInt8(ascii: "\\"), slash] : [$0] })
        encoded += (0...2).flatMap { secret.base64(after: $0) }
        encoded += [secret.hexadecimal, secret.hexadecimal.map(\.uppercased)]
        var known = Set(plain + [secret])
        self.plain = plain.map { ByteString(bytes: $0) }
        self.encoded = encoded.filter { $0.count >= Self.shortest && known.insert($0).inserted }
            .map { ByteString(bytes: $0) }
    }
}

extension [UInt8] {
    /// With percent-encoding only where a URL cannot have the byte (RFC 3986 §2).
    fileprivate var escapedForURL: [UInt8] {
        flatMap { byte -> [UInt8] in
            let isKept = byte > 0x20 && byte < 0x7F && !"\"%<>\\^`{|}".utf8.contains(byte)
            return isKept ? [byte] : [UInt8(ascii: "%")] + [byte].hexadecimal.map(\.uppercased)
        }
    }

    /// The Base64 of the secret after so many other bytes, as far as the secret alone determines it; in both
    /// alphabets (RFC 4648 §4, §5).
    fileprivate func base64(after count: Int) -> [[UInt8]] {
        let text = ([UInt8](repeating: 0, count: count) + self).base64
        let rest = (count + self.count) % 3
        let end = text.count - (rest == 0 ? 0 : 4 - rest)
        var forms = [Array(text[[0, 2, 3][count]..<end])]
        // The end of the text.
        if count == 0, rest != 0 { forms += [text, text.filter { $0 != UInt8(ascii: "=") }] }
        return forms + forms.map { $0.map(\.inURLAlphabet) }
    }
}

extension UInt8 {
    fileprivate var uppercased: UInt8 { isLetter ? self & 0xDF : self }

    fileprivate var inURLAlphabet: UInt8 {
        switch self {
        case UInt8(ascii: "+"): UInt8(ascii: "-")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        default: self
        }
    }
}
