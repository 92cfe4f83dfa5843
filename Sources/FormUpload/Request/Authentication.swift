/// Login methods of HTTP, as libcurl numbers them (`CURLAUTH_…`).
package struct Authentication: OptionSet, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }

    package static let basic = Authentication(rawValue: 1 << 0)
    package static let digest = Authentication(rawValue: 1 << 1)
    package static let bearer = Authentication(rawValue: 1 << 6)
    /// All but CURLAUTH_DIGEST_IE, the Digest of old Internet Explorers.
    package static let any = Authentication(rawValue: ~(1 << 4))

    /// Whether the login can be sent only after a challenge of the server, or may have to be.
    package var needsChallenge: Bool { self != .basic && self != .bearer }

    var isSingle: Bool { rawValue.nonzeroBitCount == 1 }
}

extension CURLSetting {
    package init(_ ways: Authentication) {
        self.init(.httpAuthentication, .number(ways.rawValue))
    }

    /// The login methods that it allows; `nil`: it is another option.
    package var authentication: Authentication? {
        guard option == .httpAuthentication, case .number(let ways) = value else { return nil }
        return Authentication(rawValue: ways)
    }
}

extension UploadOptions {
    /// The login methods that are allowed: by default Basic.
    package var authentication: Authentication {
        curlSettings.reversed().lazy.compactMap(\.authentication).first ?? .basic
    }
}
