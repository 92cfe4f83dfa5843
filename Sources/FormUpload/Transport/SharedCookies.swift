import FormEncoding

#if os(Linux)
    import CURLHooks
    import Foundation

    /// The cookies that the transfers of an uploader share: those that servers set, and those of
    /// `-b` files.
    final class SharedCookies: Sendable {
        private struct State {
            /// Made by the first transfer that needs them; libcurl has a lock of its own.
            var made: OpaquePointer?
            var givenFiles: Set<ByteString> = []
        }

        private let state = Guarded(State())
        private var made: OpaquePointer? { state.withLock { $0.made } }

        deinit { if let made { curlhooks_cookies_free(made) } }

        /// The handle through which libcurl's transfers share cookies.
        func shared(by exchange: Exchange) throws(UploadError) -> OpaquePointer {
            let cookies = state.withLock {
                $0.made = $0.made ?? curlhooks_cookies_create()
                return $0.made
            }
            guard let cookies else {
                throw .transfer(code: CURLCode.outOfMemory, reason: "", exchange.soFar)
            }
            return cookies
        }

        /// The setting of a `-b` file that an earlier transfer has read becomes that of none: a pipe has
        /// nothing for a second time.
        func withoutReadFile(_ setting: CURLSetting) -> CURLSetting {
            guard setting.option == .cookieFile, case .string(let path?) = setting.value else {
                return setting
            }
            let isFirst = state.withLock { $0.givenFiles.insert(path).inserted }
            return isFirst || !areLoaded ? setting : CURLSetting(.cookieFile, .string(""))
        }

        /// Whether libcurl has read the files of `-b`.
        var areLoaded: Bool { made.map { curlhooks_has_cookies($0) } ?? false }

        /// Each that has not expired, in Netscape's format; `nil` if memory is short.
        var lines: [ByteString]? {
            guard let made else { return [] }
            var lines: [ByteString] = []
            let isRead = withUnsafeMutablePointer(to: &lines) { lines in
                curlhooks_each_cookie(made, lines) { context, line in
                    context.assumingMemoryBound(to: [ByteString].self).pointee
                        .append(ByteString(cString: line))
                }
            }
            let now = Int64(time(nil))
            return isRead ? lines.filter { !$0.isExpiredCookie(at: now) } : nil
        }
    }

    extension ByteString {
        /// Whether a line in Netscape's format has expired: its fifth field is a time in seconds since 1970, or 0.
        fileprivate func isExpiredCookie(at now: Int64) -> Bool {
            let fields = bytes.split(
                separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
            guard fields.count > 4, let end = Int64(String(decoding: fields[4], as: UTF8.self))
            else { return false }
            return end != 0 && end < now
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
