import FormEncoding

/// Variables of the environment that are secrets.
extension CredentialNames {
    /// A name with a word that ends so, or with an `S` after it, is a secret's.
    package static let variableEndings = [
        "token", "secret", "password", "passwd", "key", "webhook", "hook", "credential", "auth",
        "signature",
    ]

    /// Whether the name of a variable says that its value is a secret: by its words, and by those of header
    /// and field names.
    package static func isSecretVariable(_ name: ByteString) -> Bool {
        if CredentialNames().contains(name) { return true }
        return (words(of: name, inCapitals: true) + words(of: name, inCapitals: false))
            .contains { word in
                variableEndings.contains { word.hasSuffix($0) || word.hasSuffix($0 + "s") }
            }
    }
}
