import Foundation

#if os(Linux)
    import Libcurl
    import FoundationNetworking
#endif

/// The initialisation of libraries before the first transfer of a process.
enum Preparation {
    /// Both, once. Who asks meanwhile waits.
    static var isDone: Bool { ofLibcurl && ofURLSession }

    static let ofLibcurl: Bool = {
        #if os(Linux)
            libcurl_prepare()
        #endif
        return true
    }()

    static let ofURLSession: Bool = {
        #if os(Linux)
            _ = URLSessionConfiguration.default
            // URLSession compares the names of header fields with it.
            _ = Locale.current
        #endif
        return true
    }()
}

extension Uploader {
    /// Opens and initialises libcurl, which the first upload of a process waits for otherwise. No thread can be
    /// made while it is opened.
    package static func prepareLibcurl() { _ = Preparation.ofLibcurl }

    /// Initialises URLSession, which can be done beside that.
    package static func prepareURLSession() { _ = Preparation.ofURLSession }
}
