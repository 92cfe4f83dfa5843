import Foundation

extension FormPart {
    /// The file at a file URL; filename and content type as with `file(_:path:)`.
    ///
    /// Throws `.input(.notFileURL)` for another URL. The file is measured when the form is encoded.
    public static func file(
        _ name: ByteString, url: URL, filename: ByteString? = nil, contentType: MediaType? = nil
    ) throws(FormError) -> FormPart {
        do throws(BodyError) {
            return .file(
                name, path: try ByteString(pathOf: url), filename: filename,
                contentType: contentType)
        } catch {
            throw .input(error)
        }
    }
}
