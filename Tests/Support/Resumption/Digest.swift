import Foundation

/// Digests by the system's OpenSSL 3; nil where it is not installed.
enum Digest {
    private typealias Function =
        @convention(c) (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?) ->
        UnsafeMutablePointer<UInt8>?

    static func sha1(_ bytes: [UInt8]) -> [UInt8]? {
        guard let library = dlopen("libcrypto.so.3", RTLD_NOW), let symbol = dlsym(library, "SHA1")
        else { return nil }
        let function = unsafeBitCast(symbol, to: Function.self)
        var result = [UInt8](repeating: 0, count: 20)
        return function(bytes, bytes.count, &result) == nil ? nil : result
    }
}
