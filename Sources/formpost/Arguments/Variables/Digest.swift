/// A digest function. Those of cryptography come from the system's library.
enum Digest: String, Hashable, Sendable, CaseIterable {
    case sha256, sha512, sha1, md5, crc32
}

/// The digest of bytes that come one after the other.
protocol DigestState: AnyObject {
    func update(_ bytes: UnsafeRawBufferPointer)

    /// The digest; call it once.
    func finish() -> [UInt8]
}

extension Digest {
    /// A new state; `nil` if the system has no library for it.
    func begin() -> (any DigestState)? {
        if self == .crc32 { return CRC32() }
        #if canImport(CommonCrypto)
            return CommonCryptoDigest(self)
        #else
            return LibCrypto.shared.flatMap { LibCryptoDigest($0, self) }
        #endif
    }

    /// The digest of bytes in memory.
    func of(_ bytes: [UInt8]) -> [UInt8]? {
        guard let state = begin() else { return nil }
        bytes.withUnsafeBytes { state.update($0) }
        return state.finish()
    }
}

/// The CRC-32 of zlib (RFC 1952 §8), most significant byte first.
final class CRC32: DigestState {
    private static let polynomial: UInt32 = 0xEDB8_8320  // of zlib, its bits reversed
    private static let table: [UInt32] = (0..<256).map { index in
        var value = UInt32(index)
        for _ in 0..<8 {
            let half = value >> 1
            value = value & 1 == 1 ? half ^ polynomial : half
        }
        return value
    }

    private var value = UInt32.max

    func update(_ bytes: UnsafeRawBufferPointer) {
        var value = value
        Self.table.withUnsafeBufferPointer { table in
            for byte in bytes {
                value = table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ (value >> 8)
            }
        }
        self.value = value
    }

    func finish() -> [UInt8] {
        let value = ~value
        return withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }
}
