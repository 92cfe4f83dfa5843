/// One connection as the server saw it.
package struct ConnectionRecord: Sendable {
    /// 1 for the first connection of the server.
    package var number = 0
    /// How many requests came over it.
    package var requests = 0
    package var hasEnded = false
}
