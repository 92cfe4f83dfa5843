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
}
