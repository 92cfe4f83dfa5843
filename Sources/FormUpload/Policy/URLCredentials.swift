import FormEncoding

/// Credentials in the paths and queries of URLs: `?sig=…`, `/bot123:…/`, and the values of parameters
/// that `names` has besides.
extension [UInt8] {
    /// The text with these credentials replaced, for each URL in it.
    package func maskingCredentials(_ names: CredentialNames = CredentialNames()) -> [UInt8] {
        var masked: [UInt8] = []
        var index = 0
        for range in credentialRanges(names) {
            masked += self[index..<range.lowerBound] + Array(Self.mask)
            index = range.upperBound
        }
        return masked + self[index...]
    }

    /// These credentials.
    package func credentials(_ names: CredentialNames = CredentialNames()) -> [ByteString] {
        credentialRanges(names).map { ByteString(bytes: self[$0]) }
    }

    private static var mask: String.UTF8View { "[masked]".utf8 }

    /// In one pass: a server may send any text.
    package func credentialRanges(_ names: CredentialNames = CredentialNames()) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var index = 0
        while index < count {
            let found =
                switch self[index] {
                case UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: "#"):
                    parameter(at: index, names)
                case UInt8(ascii: "/"): botToken(at: index) ?? webhookToken(at: index)
                default: nil as Range<Int>?
                }
            if let found, !found.isEmpty, !self[found].starts(with: Self.mask) {
                ranges.append(found)
            }
            index = Swift.max(index + 1, found?.upperBound ?? 0)
        }
        return ranges
    }

    /// The value of a parameter that follows its separator, if it is a credential.
    private func parameter(at separator: Int, _ names: CredentialNames) -> Range<Int>? {
        let name = self[(separator + 1)...].prefix { $0 != UInt8(ascii: "=") && $0.isInParameter }
        guard name.endIndex < count, self[name.endIndex] == UInt8(ascii: "=") else { return nil }
        let decoded = ByteString(bytes: WrittenURL.decoded(name))
        guard names.contains(parameter: decoded) else { return nil }
        let value = self[(name.endIndex + 1)...].prefix(while: \.isInParameter)
        return value.startIndex..<value.endIndex
    }

    /// The token in `/bot123456:ABC/sendDocument`, as Telegram has it.
    private func botToken(at slash: Int) -> Range<Int>? {
        guard self[slash...].starts(with: "/bot".utf8) else { return nil }
        let number = self[(slash + 4)...].prefix(while: \.isDigit)
        let rest = self[number.endIndex...].prefix { $0.isInParameter && $0 != UInt8(ascii: "/") }
        guard !number.isEmpty, [":", "%3A", "%3a"].contains(where: { rest.starts(with: $0.utf8) })
        else { return nil }
        return number.startIndex..<rest.endIndex
    }
}

extension [UInt8] {
    /// The token in `/webhooks/123456/abc`, as Discord has it.
    fileprivate func webhookToken(at slash: Int) -> Range<Int>? {
        let start = "/webhooks/".utf8
        guard self[slash...].starts(with: start) else { return nil }
        let number = self[(slash + start.count)...].prefix(while: \.isDigit)
        guard !number.isEmpty, self[number.endIndex...].first == UInt8(ascii: "/") else {
            return nil
        }
        let token = self[(number.endIndex + 1)...].prefix {
            $0.isInParameter && $0 != UInt8(ascii: "/")
        }
        return token.isEmpty ? nil : token.startIndex..<token.endIndex
    }
}

extension ByteString {
    /// The login of a URL.
    package var userinfoRange: Range<Int>? { bytes[authority.lowerBound...].loginAtStart() }
}

extension ArraySlice<UInt8> {
    /// The login of a text that begins with an authority. A `#` ends that, but may be meant for a part
    /// of the password, which must not be shown.
    package func loginAtStart(endsAtBlank: Bool = false) -> Range<Int>? {
        let place = prefix {
            $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && !(endsAtBlank && $0 <= 0x20)
        }
        return place.lastIndex(of: UInt8(ascii: "@")).map { startIndex..<$0 }
    }
}

extension UInt8 {
    /// Not a blank, nor what ends a parameter or a URL in a text.
    fileprivate var isInParameter: Bool {
        self > 0x20 && self != 0x7F && !"&#?\"<>".utf8.contains(self)
    }
}
