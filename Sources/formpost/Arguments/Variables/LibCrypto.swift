#if !canImport(CommonCrypto)
    import Foundation

    /// The functions of the system's OpenSSL for digests, found at run time: libcurl brings the
    /// library.
    struct LibCrypto: Sendable {
        typealias Find = @convention(c) (UnsafePointer<CChar>) -> OpaquePointer?
        typealias New = @convention(c) () -> OpaquePointer?
        typealias Free = @convention(c) (OpaquePointer?) -> Void
        typealias Begin = @convention(c) (OpaquePointer?, OpaquePointer?, OpaquePointer?) -> Int32
        typealias Update = @convention(c) (OpaquePointer?, UnsafeRawPointer?, Int) -> Int32
        typealias Finish =
            @convention(c) (
                OpaquePointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt32>?
            ) -> Int32

        let find: Find
        let new: New
        let free: Free
        let begin: Begin
        let update: Update
        let finish: Finish

        /// `nil` if there is no such library.
        static let shared = LibCrypto()

        private init?() {
            // The last is what the process has loaded already.
            for name in ["libcrypto.so.3", "libcrypto.so.1.1", nil] {
                guard let library = dlopen(name, RTLD_NOW),
                    dlsym(library, "EVP_DigestInit_ex") != nil
                else { continue }
                self.init(library)
                return
            }
            return nil
        }

        private init?(_ library: UnsafeMutableRawPointer) {
            func symbol<Function>(_ name: String, _: Function.Type = Function.self) -> Function? {
                dlsym(library, name).map { unsafeBitCast($0, to: Function.self) }
            }
            guard let find: Find = symbol("EVP_get_digestbyname"),
                let new: New = symbol("EVP_MD_CTX_new"),
                let free: Free = symbol("EVP_MD_CTX_free"),
                let begin: Begin = symbol("EVP_DigestInit_ex"),
                let update: Update = symbol("EVP_DigestUpdate"),
                let finish: Finish = symbol("EVP_DigestFinal_ex")
            else { return nil }
            (self.find, self.new, self.free) = (find, new, free)
            (self.begin, self.update, self.finish) = (begin, update, finish)
        }
    }

    /// A digest by OpenSSL.
    final class LibCryptoDigest: DigestState {
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
