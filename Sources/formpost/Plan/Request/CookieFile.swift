import FormEncoding
import FormUpload

/// The file of `-c`, in Netscape's format. Not written by libcurl, which puts half a file in the place
/// of an older one when the disk is full, and does not report it.
struct CookieFile {
    /// `nil`: standard output.
    let path: ByteString?
    /// Whether the path names a descriptor of this process. For any other path, links were followed at the
    /// start; a link that appears later is replaced.
    let isDescriptor: Bool

    /// `nil` without `-c`.
    init?(_ options: UploadOptions) {
        guard let path = options.string(.cookieJar) else { return nil }
        let number = path.descriptorNumber
        isDescriptor = number != nil
        self.path = path == "-" || number == 1 ? nil : number == nil ? path.followingLinks : path
    }

    var isStandardOutput: Bool { path == nil }
}
