import FormEncoding
import FormUpload

/// The host and the port that a URL names, as it was written.
struct URLPlace {
    let host: String
    /// The text after the colon; `nil` if there is no colon.
    let portText: String?
    /// The one that is written, or else the scheme's.
    let port: Int

    /// `nil`: none is written.
    var writtenPort: Int? { portText.flatMap { Int($0) } }

    init(_ url: ByteString) {
        let authority = String(decoding: url.bytes[url.authority], as: UTF8.self)
        let place = authority[
            (authority.lastIndex(of: "@").map(authority.index(after:)) ?? authority.startIndex)...]
        let end = place.lastIndex(of: "]") ?? place.startIndex
        let colon = place[end...].lastIndex(of: ":")
        host = String(place[..<(colon ?? place.endIndex)])
        portText = colon.map { String(place[place.index(after: $0)...]) }
        let isSecure = Self.scheme(of: url) == Array("https".utf8)
        port = portText.flatMap { Int($0) } ?? (isSecure ? 443 : 80)
    }

    /// In lower case; what stands before the first colon.
    static func scheme(of url: ByteString) -> [UInt8] {
        url.bytes.prefix { $0 != UInt8(ascii: ":") }.map(\.lowercased)
    }

    /// A URL's scheme with its authority, and the rest of it, which begins with a slash.
    static func parts(of url: ByteString) -> (origin: ByteString, target: ByteString) {
        let slash = UInt8(ascii: "/")
        let end = url.bytes[url.authority.lowerBound...].firstIndex(of: slash) ?? url.bytes.endIndex
        return (ByteString(bytes: url.bytes[..<end]), ByteString(bytes: url.bytes[end...]))
    }
}
