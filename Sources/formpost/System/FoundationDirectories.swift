import CProcess
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
    import Glibc

    /// The directories that FoundationNetworking creates for caches and cookies when a session is
    /// configured, even if it uses neither.
    enum FoundationDirectories {
        /// Prevents that. Call it before other threads run: it sets an environment variable.
        static func avoid() {
            // Otherwise `Bundle.main`, which URLSession uses, traps if /proc is not mounted.
            cprocess_name_executable()
            // A cache at an existing path. It is never written, since no session uses it.
            URLCache.shared = URLCache(memoryCapacity: 0, diskCapacity: 0, diskPath: "/")
            // The path of the cookie storage ends in the name of the executable's directory.
            let directory = Bundle.main.bundlePath
            let parent = (directory as NSString).deletingLastPathComponent
            let isWhole = (directory as NSString).pathExtension.isEmpty
            setenv("XDG_DATA_HOME", isWhole ? parent : "/dev/null", 1)
        }
    }
#else
    /// The system's URLSession creates no such directories.
    enum FoundationDirectories {
        static func avoid() {}
    }
#endif
