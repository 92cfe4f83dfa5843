import FormEncoding
import FormUpload

/// What to do about a final status that is not a success.
extension Messages {
    /// The remedy, if the response shows one.
    static func remedy(
        for response: UploadResponse, _ facts: TransferFacts, _ transfer: Transfer
    ) -> String? {
        let head = response.head
        switch head.status {
        case 401:
            if let file = LoginFile(transfer, facts) {
                return file.hasLogin ? nil : "\(path(file.path)) has no login for \(file.host)"
            }
            return Challenge(head).remedy(for: transfer)
        case 407 where ProxyLogin.isAsked(facts, transfer):
            return ProxyLogin.remedy(transfer.run.settings.passed)
        case 300..<400: return wayOn(from: response, facts, transfer)
        default: return nil
        }
    }
}

/// What a server asks for with `WWW-Authenticate` (RFC 9110 §11.6.1).
private struct Challenge {
    private let schemes: Set<String>

    init(_ head: ResponseHead) {
        schemes = Set(
            head.fields.filter { $0.isNamed("WWW-Authenticate") }.compactMap { field in
                field.value.description.split(separator: " ").first.map { $0.lowercased() }
            })
    }

    /// How to log in; `nil` where the login itself seems to be wrong.
    func remedy(for transfer: Transfer) -> String? {
        let options = transfer.options
        let hasLogin =
            options.string(.userPassword) != nil || transfer.request.url.userinfo != nil
            || transfer.request.headers.contains { $0.isNamed("Authorization") }
        let hasBasic = schemes.contains("basic")
        let hasDigest = schemes.contains("digest")
        if !hasLogin, options.string(.bearer) == nil {
            if hasBasic || hasDigest {
                return "it wants a login: \(hasBasic ? "" : "--digest ")-u user:password"
            }
            return schemes.contains("bearer") ? "it wants a token: --oauth2-bearer token" : nil
        }
        let ways = options.authentication
        if hasDigest, !hasBasic, ways == .basic { return "it takes Digest only: --digest" }
        if hasBasic, !hasDigest, ways == .digest {
            return "it takes Basic only: leave out --digest"
        }
        return nil
    }
}

/// A proxy that rejects the request for lack of a valid login.
enum ProxyLogin {
    static func remedy(_ passed: [PassedOption]) -> String {
        let user = passed.last { $0.setting.option == .proxyUserPassword }
        return user.map { "the proxy did not accept the login of \($0.name)" }
            ?? "the proxy wants a login: -U user:password"
    }

    /// Whether a 407 can come from a proxy; servers can send it, too.
    fileprivate static func isAsked(_ facts: TransferFacts, _ transfer: Transfer) -> Bool {
        let passed = transfer.run.settings.passed.map(\.setting.option)
        if passed.contains(.proxy) || passed.contains(.preProxy) || facts.proxyStatus != 0 {
            return true
        }
        return !passed.contains(.connectTo)
            && URLPlace(facts.url.bytes.isEmpty ? transfer.request.url : facts.url).port
                != facts.remotePort
    }
}

/// The host and the port that a URL names.
struct URLPlace {
    let host: String
    /// `nil`: none is written.
    let writtenPort: Int?
    /// The one that is written, or else the scheme's.
    let port: Int

    static func scheme(of url: ByteString) -> [UInt8] {
        url.bytes.prefix { $0 != UInt8(ascii: ":") }.map(\.lowercased)
    }

    /// A URL's scheme with its authority, and the rest of it, which begins with a slash.
    static func parts(of url: ByteString) -> (origin: ByteString, target: ByteString) {
        let isSlash: (UInt8) -> Bool = { $0 == UInt8(ascii: "/") }
        let start = url.bytes.firstRange(of: Array("://".utf8))?.upperBound ?? 0
        let end = url.bytes[start...].firstIndex(where: isSlash) ?? url.bytes.endIndex
        return (ByteString(bytes: url.bytes[..<end]), ByteString(bytes: url.bytes[end...]))
    }

    init(_ url: ByteString) {
        let text = url.description
        let rest = text.range(of: "://").map { text[$0.upperBound...] } ?? text[...]
        let authority = rest.prefix { !"/?#".contains($0) }
        let place = authority.split(separator: "@").last ?? ""
        let end = place.lastIndex(of: "]") ?? place.startIndex
        let colon = place[end...].lastIndex(of: ":")
        host = String(place[..<(colon ?? place.endIndex)])
        let isSecure = text.lowercased().hasPrefix("https:")
        writtenPort = colon.flatMap { Int(place[place.index(after: $0)...]) }
        port = writtenPort ?? (isSecure ? 443 : 80)
    }
}
