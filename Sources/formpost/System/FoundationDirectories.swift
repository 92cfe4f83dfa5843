import CProcess
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
    import Glibc

    /// The directories that FoundationNetworking creates for caches and cookies when a session is
    /// configured, even if it uses neither.
    enum FoundationDirectories {
        /// Prevents that for cookies. Call it before other threads run: it sets an environment variable.
        static func avoidForCookies() {
            // The path of their storage is this, and the name of the executable's directory.
            setenv("XDG_DATA_HOME", "/", 1)
            cprocess_name_executable()
        }

        /// Prevents it for caches: done once, before the first session.
        static let avoidedForCaches: Bool = {
            // A cache at an existing path. It is never written, since no session uses it.
            URLCache.shared = URLCache(memoryCapacity: 0, diskCapacity: 0, diskPath: "/")
            return true
        }()
    }
#else
    /// The system's URLSession creates no such directories.
    enum FoundationDirectories {
        static func avoidForCookies() {}
        static let avoidedForCaches = true
    }
#endif
