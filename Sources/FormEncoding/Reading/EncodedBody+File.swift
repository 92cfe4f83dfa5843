import Foundation

extension EncodedBody {
    /// The file at a file URL as a body, such as a form that was written to it.
    ///
    /// Throws `.input` with `.notFileURL`, or why the file cannot be read.
    public init(file url: URL, contentType: MediaType? = nil) throws(FormError) {
        let path: ByteString
        do throws(BodyError) { path = try ByteString(pathOf: url) } catch { throw .input(error) }
        try self.init([.file(path)], contentType: contentType)
    }
}
