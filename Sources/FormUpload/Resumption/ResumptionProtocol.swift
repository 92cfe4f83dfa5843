import FormEncoding

/// A protocol by which an upload goes on after an interruption, and what differs between them: names of
/// header fields and media types. The steps are the same (`UploadResource.Step`).
package enum ResumptionProtocol: String, Codable, Sendable {
    /// Resumable Uploads for HTTP, interop version 8 (draft-ietf-httpbis-resumable-upload-11).
    case draft8 = "resumable-8"
    /// Interop version 6 of that protocol, of servers that are older.
    case draft6 = "resumable-6"
    case tus = "tus-1.0"

    /// The interop version; nil for tus.
    var draftVersion: Int64? { Int64(rawValue.trimmingPrefix("resumable-")) }

    /// The field that every request has, except the OPTIONS of tus: what the server supports.
    var versionField: HeaderField {
        if let draftVersion {
            HeaderField("Upload-Draft-Interop-Version", "\(draftVersion)")
        } else {
            HeaderField("Tus-Resumable", "1.0.0")
        }
    }

    /// The content type of a request that appends bytes to a resource.
    var mediaType: MediaType {
        MediaType(
            unchecked: self == .tus
                ? "application/offset+octet-stream" : "application/partial-upload")
    }

    /// Whether the upload is complete with the last request that appends, as a field; tus knows from the length.
    func completeness(_ isComplete: Bool) -> [HeaderField] {
        self == .tus ? [] : [HeaderField("Upload-Complete", isComplete ? "?1" : "?0")]
    }
}
