import CProcess
import FormEncoding
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension CommandLine {
    /// The arguments as raw bytes: `arguments` replaces bytes that are not UTF-8.
    static var rawArguments: [ByteString] {
        pointers.compactMap { $0.map { ByteString(cString: $0) } }
    }

    /// `unsafeArgv` reads /proc on Linux, and is empty if that is not mounted.
    private static var pointers: UnsafeBufferPointer<UnsafeMutablePointer<CChar>?> {
        var count: Int32 = 0
        if let arguments = cprocess_arguments(&count) {
            return UnsafeBufferPointer(start: arguments, count: Int(count))
        }
        return UnsafeBufferPointer(start: unsafeArgv, count: Int(argc))
    }

    /// The environment. Of a variable that is there twice the first one counts. Foundation's would slow the start.
    static var environment: [String: ByteString] {
        var environment: [String: ByteString] = [:]
        guard var next = cprocess_environment() else { return environment }
        while let variable = next.pointee {
            next += 1
            guard let equals = strchr(variable, 0x3D) else { continue }
            let bytes = UnsafeRawBufferPointer(start: variable, count: equals - variable)
            let name = String(decoding: bytes, as: UTF8.self)
            if environment[name] == nil { environment[name] = ByteString(cString: equals + 1) }
        }
        return environment
    }

    /// Overwrites `secrets` in the arguments, and shows the rest of them to `ps`.
    static func hide(_ secrets: SecretTexts) {
        for (index, pointer) in pointers.enumerated() {
            guard let argument = pointer else { continue }
            for secret in secrets.secrets(in: ByteString(cString: argument).bytes) {
                memset(argument + secret.range.lowerBound, 0x78, secret.range.count)
            }
            if index > 0 { cprocess_show(Int32(index), argument) }
        }
    }
}

/// The directories that FoundationNetworking on Linux creates for caches and cookies when a session is configured, even
/// if it uses neither.
enum FoundationDirectories {
    /// Prevents that for cookies. Call it before other threads run: it sets an environment variable.
    static func avoidForCookies() {
        #if canImport(FoundationNetworking)
            // The path of their storage is this, and the name of the executable's directory.
            setenv("XDG_DATA_HOME", "/", 1)
            cprocess_name_executable()
        #endif
    }

    /// Prevents it for caches, before the first session.
    static func avoidForCaches() {
        #if canImport(FoundationNetworking)
            // A cache at an existing path. It is never written, since no session uses it.
            URLCache.shared = URLCache(memoryCapacity: 0, diskCapacity: 0, diskPath: "/")
        #endif
    }
}
