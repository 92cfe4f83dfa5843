import FormEncoding

#if os(Linux)
    import CURLHooks
    import Foundation

    /// The cookies that the transfers of an uploader share: those that servers set, and those of
    /// `-b` files.
    final class SharedCookies: @unchecked Sendable {
        // Unchecked: made by the first transfer that needs them, under `lock`; libcurl has its own.
        private let lock = NSLock()
        private var made: OpaquePointer?

        deinit { if let made { curlhooks_cookies_release(made) } }

        /// Before the transfer begins.
        func share(with transfer: OpaquePointer, _ exchange: Exchange) throws(UploadError) {
            let cookies = lock.withLock {
                made = made ?? curlhooks_cookies_create()
                return made
            }
            guard let cookies else {
                throw .transfer(code: CURLCode.outOfMemory, reason: "", exchange.soFar)
            }
            curlhooks_share_cookies(transfer, cookies)
        }

        /// Whether libcurl has read the files of `-b`.
        var areLoaded: Bool { lock.withLock { made }.map { curlhooks_has_cookies($0) } ?? false }

        /// Each in Netscape's format; `nil` if memory is short.
        var lines: [ByteString]? {
            guard let made = lock.withLock({ made }) else { return [] }
            var lines: [ByteString] = []
            let isRead = withUnsafeMutablePointer(to: &lines) { lines in
                curlhooks_each_cookie(made, lines) { context, line in
                    context.assumingMemoryBound(to: [ByteString].self).pointee
                        .append(ByteString(cString: line))
                }
            }
            return isRead ? lines : nil
        }
    }
#else
    /// Without the hooks there is no store of cookies.
    final class SharedCookies: Sendable {
        let areLoaded = false
        let lines: [ByteString]? = []
    }
#endif

extension UploadOptions {
    /// Whether cookies that servers set are kept (`-c`, or `-b` with a file or an empty name).
    var keepsCookies: Bool {
        curlSettings.contains { $0.option == .cookieFile || $0.option == .cookieJar }
    }
}
