import FormEncoding

/// The completions of the other values with a grammar of their own.
enum ValueWords {
    /// After `name=` in the value of `--capture`.
    static let captures = ["cookie:", "header:", "input:", "json:/", "meta:"]
    /// After `%{` in the value of `-w`.
    static let variables = WriteOutVariables.names.sorted().map { $0 + "}" }
}

/// The completions after a `;` in the value of `-F`.
enum FormParameters {
    static let names = ["type", "filename", "headers", "encoder"]
    /// Common types only: the extension usually decides.
    static let types = [
        "application/json", "application/octet-stream", "application/pdf", "image/jpeg",
        "image/png", "text/csv", "text/html", "text/plain",
    ]
    static let encoders = ContentTransferEncoding.allCases.map(\.rawValue)
}
