import FormEncoding

extension Settings {
    struct URLs: Equatable, Sendable {
        /// The URLs of the command line; they replace those of configuration files.
        var given: [ByteString] = []
        var configured: [ByteString] = []
        /// The URL of `--form-fields`, used if no other is given.
        var presigned: ByteString?

        mutating func add(_ url: ByteString, isConfigured: Bool) {
            if isConfigured { configured.append(url) } else { given.append(url) }
        }
    }

    /// The URLs of the requests; at least one after the checks.
    var urls: [ByteString] {
        let typed = written.given.isEmpty ? written.configured : written.given
        return typed.isEmpty ? written.presigned.map { [$0] } ?? [] : typed
    }

    /// The URL of the transfer, as it was written (perhaps without a scheme).
    var url: ByteString? { urls.first }
}
