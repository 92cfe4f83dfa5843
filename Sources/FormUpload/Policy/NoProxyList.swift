import FormEncoding
import Foundation

/// The addresses that are reached without a proxy, from a list as in `--noproxy` and the variable `no_proxy`.
///
/// libcurl knows names. Depending on its version it knows no networks, none of IPv6, or an address of IPv6 only
/// as it is written in the URL.
package struct NoProxyList {
    package let list: ByteString

    /// The list of the option, or else of the environment; `nil` if there is none.
    package init?(
        _ option: ByteString?,
        _ variable: (String) -> ByteString? = { getenv($0).map { ByteString(cString: $0) } }
    ) {
        // An empty one does not count, as in libcurl.
        let ofEnvironment = ["no_proxy", "NO_PROXY"].compactMap(variable).first { !$0.isEmpty }
        guard let list = option ?? ofEnvironment else { return nil }
        self.list = list
    }

    /// Whether the host is in the list; `nil` if it is a name.
    package func contains(_ host: String) -> Bool? {
        guard let address = Self.bytes(of: host) else { return nil }
        let entries = list.description.split { $0 == " " || $0 == "," }
        return list == "*" || entries.contains { Self.covers($0, address) }
    }

    /// Whether an entry, such as `::1` or `10.0.0.0/8`, is the address or its network.
    private static func covers(_ entry: Substring, _ address: [UInt8]) -> Bool {
        let parts = entry.split(
            separator: "/", maxSplits: 1, omittingEmptySubsequences: false
        ).map(String.init)
        let longest = address.count * 8
        let length = parts.count == 1 ? longest : Int(parts[1]) ?? -1
        guard let network = bytes(of: parts[0]), network.count == address.count,
            (0...longest).contains(length)
        else { return false }
        return (0..<length).allSatisfy { bit in
            let difference = network[bit / 8] ^ address[bit / 8]
            return difference << (bit % 8) & 0x80 == 0
        }
    }

    /// The 4 or 16 bytes of an address, which may be in brackets.
    private static func bytes(of text: String) -> [UInt8]? {
        let isInBrackets = text.hasPrefix("[") && text.hasSuffix("]")
        let address = isInBrackets ? String(text.dropFirst().dropLast()) : text
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET6, address, &bytes) == 1 { return bytes }
        return inet_pton(AF_INET, address, &bytes) == 1 ? Array(bytes.prefix(4)) : nil
    }
}
