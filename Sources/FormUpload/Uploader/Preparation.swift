import Foundation

#if os(Linux)
    import Libcurl
    import FoundationNetworking
#endif

/// The initialisation of libraries before the first transfer of a process.
enum Preparation {
    /// Done once. Who asks meanwhile waits.
    static let isDone: Bool = {
        #if os(Linux)
            libcurl_prepare()
            _ = URLSessionConfiguration.default
            // URLSession compares the names of header fields with it.
            _ = Locale.current
        #endif
        return true
    }()
}

extension Uploader {
    /// Initialises libcurl and URLSession, which the first upload of a process waits for otherwise.
    ///
    /// It takes about a millisecond, and can be called on any thread while something else is done.
    package static func prepare() { _ = Preparation.isDone }
}
