import FormEncoding
import Foundation

/// The resource that receives an upload, to go on with it later, in another process if need be
/// (`UploadRequest.resumed(from:)`).
///
/// Its URL is a secret: whoever has it can append to the upload, or cancel it. Descriptions mask it.
public struct UploadToken: Codable, Sendable, Hashable {
    /// The absolute URL of the resource.
    public let url: String
    /// How many bytes of the body the server has confirmed; it may have more.
    public internal(set) var offset: Int64
    /// The length of the body; nil if it is not known.
    public let length: Int64?
    /// The content type of the body, with the boundary of a form.
    public let contentType: String?
    /// When the server removes what it has, by its own clock; nil if it has not said so.
    public internal(set) var expires: Date?
    package let `protocol`: ResumptionProtocol

    /// The scheme, host and port of a URL; nil for one that cannot be read.
    package static func origin(of url: ByteString) -> String? {
        guard let url = try? UploadURL(url, relativeTo: nil) else { return nil }
        return "\(url.scheme)://" + String(decoding: url.authority, as: UTF8.self).lowercased()
    }
}

extension UploadToken: Described {
    /// The token without its URL.
    package var summary: String {
        "UploadToken(\(`protocol`.rawValue), \(offset) of \(length.map(String.init) ?? "?") bytes)"
    }
}
