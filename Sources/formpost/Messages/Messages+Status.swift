import FormEncoding
import FormUpload

/// What to do about a final status that is not a success.
extension Messages {
    /// The way out, as far as the response shows it; `nil`: it does not.
    static func remedy(
        for response: UploadResponse, _ facts: TransferFacts, _ transfer: Transfer
    ) -> String? {
        let head = response.head
        switch head.status {
        case 401:
            return LoginFile(transfer, facts).flatMap { file in
                file.hasLogin ? nil : "\(path(file.path)) has no login for \(file.host)"
            }
        case 407 where ProxyLogin.isAsked(facts, transfer):
            return ProxyLogin.remedy(transfer.run.settings.passed)
        case 300..<400:
            guard let target = head.value(of: "Location") else { return nil }
            let url = facts.redirectURL.bytes.isEmpty ? target : facts.redirectURL
            return "moved to \(shownURL(url)): upload there, or use -L"
        default: return nil
        }
    }
}

/// A proxy that wants a login, or another one.
enum ProxyLogin {
    static func remedy(_ passed: [PassedOption]) -> String {
        let user = passed.last { $0.setting.option == .proxyUserPassword }
        return user.map { "the proxy did not accept the login of \($0.name)" }
            ?? "the proxy wants a login: -U user:password"
    }

    /// Whether a 407 can be a proxy's: a server may send one, too.
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
