import FormEncoding

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension CommandLine {
    /// The arguments as the shell handed them over: `arguments` would repair what is not UTF-8.
    static var rawArguments: [ByteString] {
        (0..<Int(argc)).compactMap { index in
            unsafeArgv[index].map {
                ByteString(bytes: UnsafeRawBufferPointer(start: $0, count: strlen($0)))
            }
        }
    }

    /// Overwrites `secrets` wherever they stand in the arguments, so that `ps` does not show them.
    static func hide(_ secrets: [ByteString]) {
        for secret in secrets where !secret.bytes.isEmpty {
            let text = secret.cString
            for index in 0..<Int(argc) {
                var rest = unsafeArgv[index]
                while let start = rest, let found = strstr(start, text) {
                    memset(found, Int32(UInt8(ascii: "x")), secret.bytes.count)
                    rest = found + secret.bytes.count
                }
            }
        }
    }
}
