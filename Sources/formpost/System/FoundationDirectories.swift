import CProcess
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
    import Glibc

    /// The directories that FoundationNetworking makes for caches and cookies when a session is
    /// configured, whether the session has any or not.
    enum FoundationDirectories {
        /// Keeps them from being made. For a process that is alone: it sets an environment
        /// variable, so no other thread may run yet.
        static func avoid() {
            // Without it `Bundle.main` traps where /proc is not mounted, for URLSession too.
            cprocess_name_executable()
            // A cache at a place that exists, and never written: no session has it.
            URLCache.shared = URLCache(memoryCapacity: 0, diskCapacity: 0, diskPath: "/")
            // The cookie storage is looked for in a directory named after the executable's own.
            let directory = Bundle.main.bundlePath
            let parent = (directory as NSString).deletingLastPathComponent
            let isWhole = (directory as NSString).pathExtension.isEmpty
            setenv("XDG_DATA_HOME", isWhole ? parent : "/dev/null", 1)
        }
    }
#else
    /// Nothing to avoid where URLSession is the system's own.
    enum FoundationDirectories {
        static func avoid() {}
    }
#endif
