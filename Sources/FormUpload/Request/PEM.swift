import FormEncoding
import Foundation

extension UploadOptions {
    /// Certificates or a key in PEM, in a file or in memory.
    public struct PEM: Sendable, Hashable, Described {
        package let path: ByteString?
        let data: Data?

        /// The file at this path, which is read for each new connection.
        public static func file(_ path: String) -> PEM { .file(ByteString(path)) }

        /// The bytes of a file.
        public static func data(_ data: Data) -> PEM { PEM(path: nil, data: data) }

        package static func file(_ path: ByteString) -> PEM { PEM(path: path, data: nil) }

        package var summary: String { path.map { "PEM(\($0))" } ?? "PEM([masked])" }
    }

    /// A client's certificate with its private key.
    public struct ClientIdentity: Sendable, Hashable, Described {
        let certificate: PEM
        let key: PEM?
        let passphrase: ByteString?

        /// A certificate and its key, or nil if `certificate` has both; `password` is the passphrase of the key.
        public init(certificate: PEM, key: PEM? = nil, password: String? = nil) {
            self.init(certificate, key, passphrase: password.map { ByteString($0) })
        }

        init(_ certificate: PEM, _ key: PEM?, passphrase: ByteString?) {
            (self.certificate, self.key, self.passphrase) = (certificate, key, passphrase)
        }

        package var shown: KeyValuePairs<String, Any> {
            ["certificate": certificate, "key": key as Any]
        }
    }
}
