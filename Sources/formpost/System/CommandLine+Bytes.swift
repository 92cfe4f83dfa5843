import CProcess
import FormEncoding

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension CommandLine {
    /// The arguments as the shell handed them over: `arguments` would repair what is not UTF-8.
    static var rawArguments: [ByteString] {
        pointers.compactMap { $0.map { ByteString(cString: $0) } }
    }

    /// Swift's own come from /proc on Linux: none where it is not mounted.
    private static var pointers: UnsafeBufferPointer<UnsafeMutablePointer<CChar>?> {
        var count: Int32 = 0
        if let arguments = cprocess_arguments(&count) {
            return UnsafeBufferPointer(start: arguments, count: Int(count))
        }
        return UnsafeBufferPointer(start: unsafeArgv, count: Int(argc))
    }

    /// Overwrites `secrets` wherever they stand in the arguments, so that `ps` does not show them.
    static func hide(_ secrets: [ByteString]) {
        for secret in secrets where !secret.bytes.isEmpty {
            let text = secret.cString
            for argument in pointers {
                var rest = argument
                while let start = rest, let found = strstr(start, text) {
                    memset(found, Int32(UInt8(ascii: "x")), secret.bytes.count)
                    rest = found + secret.bytes.count
                }
            }
        }
    }
}
