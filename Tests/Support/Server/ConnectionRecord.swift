/// One connection as the server saw it.
package struct ConnectionRecord: Sendable {
    package enum Ending: Sendable {
        /// The client ended it in order.
        case clientClosed
        /// The client reset it, or it broke.
        case clientReset
        /// The script, or the end of the answer, closed it.
        case serverClosed
        /// The TLS handshake failed.
        case handshakeFailed
        /// The script reset it.
        case serverReset
    }

    /// 1 for the first connection of the server.
    package var number = 0
    /// How many requests came over it.
    package var requests = 0
    /// How it ended; nil while it is open.
    package var ending: Ending?
    /// The bytes of a head that never came to its end.
    package var partialHead: [UInt8] = []
    /// `TLSv1.3`; nil without TLS.
    package var tlsVersion: String?
    /// The host that the client asked TLS for (SNI); nil when it named none.
    package var serverName: String?
    /// Why the TLS handshake failed, in OpenSSL's words: `tlsv1 alert unknown ca`.
    package var tlsFailure: String?
}
