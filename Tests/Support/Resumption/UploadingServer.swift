/// A server of uploads that can go on, by either protocol.
package protocol UploadingServer: Sendable {
    var server: LoopbackServer { get }
    var store: UploadStore { get }
}

extension UploadingServer {
    package var requests: [RecordedRequest] { server.requests }
    package var uploads: [UploadResource] { store.uploads }
    /// What the client did against the protocol, in words.
    package var violations: [String] { store.violations }
    /// The cuts that have not happened.
    package var cutsLeft: [Int64] { store.cuts }

    /// The requests' methods, in order: `["POST", "HEAD", "PATCH"]`.
    package var methods: [String] { requests.map(\.method) }

    /// How many bytes of content the server has read of all requests.
    package var bytesRead: Int64 { requests.reduce(0) { $0 + $1.body.count } }
}

/// How such a server differs from a faultless one.
package protocol ServerBehavior: Sendable {}

extension ServerBehavior {
    package func with(_ change: (inout Self) -> Void) -> Self {
        var behavior = self
        change(&behavior)
        return behavior
    }
}
