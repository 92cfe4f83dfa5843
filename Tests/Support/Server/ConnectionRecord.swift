/// One connection as the server saw it.
package struct ConnectionRecord: Sendable {
    package enum Ending: Sendable {
        /// The client ended it in order.
        case clientClosed
        /// The client reset it, or it broke.
        case clientReset
        /// The script, or the end of the answer, closed it.
        case serverClosed
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
}
