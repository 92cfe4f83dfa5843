import FormEncoding
import FormUpload

/// Remedies for a final status that is not a success.
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
            return ProxyLogin.remedy(
                transfer.proxyRoute, for: facts.url.bytes.isEmpty ? transfer.request.url : facts.url
            )
        case 429, 503: return retryRemedy(transfer)
        case 300..<400: return wayOn(from: response, facts, transfer)
        default: return nil
        }
    }
}

extension Messages {
    /// A server that is busy for a while. A body that comes from a stream cannot be sent again.
    private static func retryRemedy(_ transfer: Transfer) -> String? {
        let isStream = transfer.request.body.map { $0.contentLength == nil } ?? false
        guard transfer.settings.retry.maximum == 0, !isStream else { return nil }
        return "--retry 3 would try again"
    }
}

/// The authentication schemes of `WWW-Authenticate` (RFC 9110 §11.6.1).
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
            options.string(.userPassword) != nil || transfer.request.url.userinfoRange != nil
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
    static func remedy(_ route: ProxyRoute, for url: ByteString) -> String {
        route.proxyLogin(for: url).map { "the proxy refused the login of \($0)" }
            ?? "the proxy wants a login: -U user:password"
    }

    /// Whether a 407 can come from a proxy; servers can send it, too.
    fileprivate static func isAsked(_ facts: TransferFacts, _ transfer: Transfer) -> Bool {
        let passed = transfer.settings.passed.map(\.setting.option)
        if passed.contains(.proxy) || passed.contains(.preProxy) || facts.proxyStatus != 0 {
            return true
        }
        return !passed.contains(.connectTo)
            && URLPlace(facts.url.bytes.isEmpty ? transfer.request.url : facts.url).port
                != facts.remotePort
    }
}
