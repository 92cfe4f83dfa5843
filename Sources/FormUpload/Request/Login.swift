import FormEncoding

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
}
