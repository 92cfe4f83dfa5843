import FormEncoding
import Foundation

#if canImport(CryptoKit)
    import CryptoKit
#endif

/// A digest function. Those of cryptography come from the system's library.
enum Digest: String, Hashable, Sendable, CaseIterable {
    case sha256, sha512, sha1, md5, crc32

    /// The digest of bytes that come one after the other; `finish` is called once.
    typealias State = (update: (UnsafeRawBufferPointer) -> Void, finish: () -> [UInt8])

    var missing: Failure {
        Failure(
            ExitStatus.notAvailable,
            "\(rawValue) needs the system's libcrypto, which is missing or refuses it")
    }

    /// In bytes.
    var length: Int {
        switch self {
        case .sha256: 32
        case .sha512: 64
        case .sha1: 20
        case .md5: 16
        case .crc32: 4
        }
    }

    /// A new state; `nil` if the system has no library for it.
    func begin() -> State? {
        #if canImport(CryptoKit)
            return switch self {
            case .sha256: Self.state(SHA256())
            case .sha512: Self.state(SHA512())
            case .sha1: Self.state(Insecure.SHA1())
            case .md5: Self.state(Insecure.MD5())
            case .crc32: Self.crc32State()
            }
        #else
            if self == .crc32 { return Self.crc32State() }
            return LibCrypto.shared.flatMap { LibCryptoDigest($0, self) }
                .map { ($0.update, $0.finish) }
        #endif
    }

    func of(_ bytes: [UInt8]) -> [UInt8]? {
        guard let state = begin() else { return nil }
        bytes.withUnsafeBytes { state.update($0) }
        return state.finish()
    }

    /// The digest of a body, which is read for it in constant memory.
    func of(_ body: EncodedBody) throws(BodyFault) -> [UInt8]? {
        guard let state = begin() else { return nil }
        try body.forEachChunk { (chunk) throws(BodyFault) in state.update(chunk) }
        return state.finish()
    }

    private static let polynomial: UInt32 = 0xEDB8_8320  // of zlib, its bits reversed
    private static let table: [UInt32] = (0..<256).map { index in
        var value = UInt32(index)
        for _ in 0..<8 {
            let half = value >> 1
            value = value & 1 == 1 ? half ^ polynomial : half
        }
        return value
    }

    /// The CRC-32 of zlib (RFC 1952 §8), most significant byte first.
    private static func crc32State() -> State {
        var value = UInt32.max
        func update(_ bytes: UnsafeRawBufferPointer) {
            var next = value
            table.withUnsafeBufferPointer { table in
                for byte in bytes {
                    next = table[Int(UInt8(truncatingIfNeeded: next) ^ byte)] ^ (next >> 8)
                }
            }
            value = next
        }
        return (update, { withUnsafeBytes(of: (~value).bigEndian) { Array($0) } })
    }

    #if canImport(CryptoKit)
        private static func state(_ function: some HashFunction) -> State {
            var function = function
            return ({ function.update(bufferPointer: $0) }, { Array(function.finalize()) })
        }
    #endif
}

#if !canImport(CryptoKit)
    /// The functions of the system's OpenSSL for digests, found at run time: libcurl brings the
    /// library.
    private struct LibCrypto: Sendable {
        let find: @convention(c) (UnsafePointer<CChar>) -> OpaquePointer?
        let new: @convention(c) () -> OpaquePointer?
        let free: @convention(c) (OpaquePointer?) -> Void
        let begin: @convention(c) (OpaquePointer?, OpaquePointer?, OpaquePointer?) -> Int32
        let update: @convention(c) (OpaquePointer?, UnsafeRawPointer?, Int) -> Int32
        let finish:
            @convention(c) (
                OpaquePointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt32>?
            ) -> Int32

        /// `nil` if there is no such library. The last place is what the process has loaded already.
        static let shared = ["libcrypto.so.3", "libcrypto.so.1.1", nil].lazy
            .compactMap { try? Self($0) }.first

        private init(_ name: String?) throws(Errno) {
            guard let library = dlopen(name, RTLD_NOW) else { throw Errno(ENOENT) }
            func symbol<Function>(_ name: String) throws(Errno) -> Function {
                guard let symbol = dlsym(library, name) else { throw Errno(ENOENT) }
                return unsafeBitCast(symbol, to: Function.self)
            }
            find = try symbol("EVP_get_digestbyname")
            new = try symbol("EVP_MD_CTX_new")
            free = try symbol("EVP_MD_CTX_free")
            begin = try symbol("EVP_DigestInit_ex")
            update = try symbol("EVP_DigestUpdate")
            finish = try symbol("EVP_DigestFinal_ex")
        }
    }

    private final class LibCryptoDigest {
        private static let longest = 64  // bytes, EVP_MAX_MD_SIZE
        private let library: LibCrypto
        private let context: OpaquePointer?

        /// `nil` if the library refuses the function: one in FIPS mode has no MD5.
        init?(_ library: LibCrypto, _ digest: Digest) {
            self.library = library
            context = library.new()
            guard context != nil, let function = library.find(digest.rawValue),
                library.begin(context, function, nil) == 1
            else { return nil }
        }

        deinit { library.free(context) }

        func update(_ bytes: UnsafeRawBufferPointer) {
            _ = library.update(context, bytes.baseAddress, bytes.count)
        }

        func finish() -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: Self.longest)
            var count: UInt32 = 0
            _ = library.finish(context, &bytes, &count)
            return Array(bytes.prefix(Int(count)))
        }
    }
#endif
