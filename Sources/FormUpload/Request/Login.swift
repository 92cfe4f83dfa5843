import FormEncoding
import Foundation

extension UploadOptions {
    /// A user's name and password, for a server or a proxy. Descriptions show neither.
    public struct Login: Sendable, Hashable, Described {
        let user: ByteString
        let password: ByteString
        let isDigest: Bool

        /// A login whose password is sent with each request (RFC 7617).
        public static func basic(user: String, password: String) -> Login {
            Login(ByteString(user), ByteString(password), isDigest: false)
        }

        /// A login whose password is not sent (RFC 7616): a request without the body asks for a challenge first.
        public static func digest(user: String, password: String) -> Login {
            Login(ByteString(user), ByteString(password), isDigest: true)
        }

        private init(_ user: ByteString, _ password: ByteString, isDigest: Bool) {
            (self.user, self.password, self.isDigest) = (user, password, isDigest)
        }

        /// The login of `user:password`; nil without a colon.
        init?(_ words: ByteString, isDigest: Bool) {
            guard let colon = words.firstIndex(of: UInt8(ascii: ":")) else { return nil }
            self.init(
                ByteString(words[..<colon]), ByteString(words[(colon + 1)...]), isDigest: isDigest)
        }

        func mapped(_ transform: ([UInt8]) -> [UInt8]) -> Login {
            Login(
                ByteString(transform(user.bytes)), ByteString(transform(password.bytes)),
                isDigest: isDigest)
        }

        package var summary: String { "Login([masked])" }
    }

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
