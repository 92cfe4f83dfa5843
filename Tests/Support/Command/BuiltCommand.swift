import Foundation

/// Where the executables of this package are.
package enum BuiltCommand {
    /// The path of `formpost`: the `FORMPOST_BINARY` environment variable, or beside the tests.
    package static let formpost =
        ProcessInfo.processInfo.environment["FORMPOST_BINARY"] ?? besideTests("formpost")

    /// The path of an executable in the directory that the running tests were built into.
    package static func besideTests(_ name: String) -> String {
        var directory = URL(fileURLWithPath: ownImage).deletingLastPathComponent()
        // On macOS the tests are in Contents/MacOS of a bundle.
        for _ in 0..<4 {
            let candidate = directory.appendingPathComponent(name).path
            if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
            directory.deleteLastPathComponent()
        }
        return name
    }

    private static var ownImage: String {
        #if os(Linux)
            return (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
                ?? CommandLine.arguments[0]
        #else
            var info = Dl_info()
            guard dladdr(#dsohandle, &info) != 0, let name = info.dli_fname else {
                return CommandLine.arguments[0]
            }
            return String(cString: name)
        #endif
    }
}

/// The directories of PATH.
enum SearchPath {
    static func find(_ name: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
