import FormEncoding

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The file of `-c`. libcurl writes it when all is over, and is silent when it cannot.
enum CookieJar {
    /// Throws what is in the way of writing `path`, before anything is sent; `-` is fine.
    static func check(_ path: ByteString) throws(WriteError) {
        guard path != "-", access(path.cString, W_OK) != 0 else { return }
        guard errno == ENOENT, access(path.directoryPath.cString, W_OK) == 0 else {
            throw WriteError(path: path, errno: errno)
        }
    }
}
