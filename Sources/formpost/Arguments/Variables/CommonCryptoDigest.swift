#if canImport(CommonCrypto)
    import CommonCrypto

    /// A digest by macOS.
    final class CommonCryptoDigest: DigestState {
        private let digest: Digest
        private var sha256 = CC_SHA256_CTX()
        private var sha512 = CC_SHA512_CTX()
        private var sha1 = CC_SHA1_CTX()
        private var md5 = CC_MD5_CTX()

        init?(_ digest: Digest) {
            self.digest = digest
            switch digest {
            case .sha256: CC_SHA256_Init(&sha256)
            case .sha512: CC_SHA512_Init(&sha512)
            case .sha1: CC_SHA1_Init(&sha1)
            case .md5: CC_MD5_Init(&md5)
            case .crc32: return nil
            }
        }

        func update(_ bytes: UnsafeRawBufferPointer) {
            let count = CC_LONG(bytes.count)
            switch digest {
            case .sha256: CC_SHA256_Update(&sha256, bytes.baseAddress, count)
            case .sha512: CC_SHA512_Update(&sha512, bytes.baseAddress, count)
            case .sha1: CC_SHA1_Update(&sha1, bytes.baseAddress, count)
            case .md5: CC_MD5_Update(&md5, bytes.baseAddress, count)
            case .crc32: break
            }
        }

        func finish() -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: Int(CC_SHA512_DIGEST_LENGTH))
            switch digest {
            case .sha256:
                CC_SHA256_Final(&bytes, &sha256)
                return Array(bytes.prefix(Int(CC_SHA256_DIGEST_LENGTH)))
            case .sha512:
                CC_SHA512_Final(&bytes, &sha512)
                return bytes
            case .sha1:
                CC_SHA1_Final(&bytes, &sha1)
                return Array(bytes.prefix(Int(CC_SHA1_DIGEST_LENGTH)))
            case .md5:
                CC_MD5_Final(&bytes, &md5)
                return Array(bytes.prefix(Int(CC_MD5_DIGEST_LENGTH)))
            case .crc32: return []
            }
        }
    }
#endif
