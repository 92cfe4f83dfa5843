import Foundation

/// Base64 with padding (RFC 4648 §4), decoded strictly.
enum Base64 {
    static func decoded(_ text: String) -> [UInt8]? {
        Data(base64Encoded: text).map { [UInt8]($0) }
    }
}
