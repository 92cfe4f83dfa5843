import TestSupport

extension RecordedRequest {
    /// The body as text, with `XY` in place of the random boundary of its Content-Type; nil where
    /// that has none.
    var bodyWithBoundaryXY: String? {
        let prefix = "multipart/form-data; boundary="
        guard let type = header("Content-Type"), type.hasPrefix(prefix + "formpost-") else {
            return nil
        }
        return body.text.replacing(type.dropFirst(prefix.count), with: "XY")
    }
}
