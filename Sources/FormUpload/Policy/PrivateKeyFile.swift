import FormEncoding

#if os(Linux)
    import Libcurl
#endif

/// A PEM file with the private key of a client certificate.
package enum PrivateKeyFile {
    /// Whether the passphrase opens the key; `nil` if this is not known. A key that is not encrypted
    /// is opened by any.
    package static func opens(_ path: ByteString, with passphrase: ByteString) -> Bool? {
        #if os(Linux)
            let answer = libcurl_opens_key(path.cString, passphrase.cString)
            return answer < 0 ? nil : answer == 1
        #else
            return nil
        #endif
    }
}
