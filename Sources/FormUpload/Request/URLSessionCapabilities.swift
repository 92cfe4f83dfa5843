/// The capabilities of URLSession without the hooks.
struct URLSessionCapabilities: Sendable {
    /// Whether it can leave out a default field (`-H 'Accept:'`).
    var removesFields: Bool
    /// Whether it sends the length of a streamed body; otherwise it sends chunks.
    var announcesLength: Bool
    /// Whether it sends UTF-8 in fields unchanged.
    var sendsUTF8: Bool
    /// Fields that it adds by itself, in lower case.
    var addedFields: Set<String> = []
    /// Fields that it may overwrite or leave out, in lower case.
    var ownFields: Set<String> = []

    /// swift-corelibs-foundation over libcurl, which leaves out a field of blanks.
    static let foundation = URLSessionCapabilities(
        removesFields: true, announcesLength: false, sendsUTF8: true)

    /// The URLSession of macOS (`URLRequest`'s documentation, 'Reserved HTTP Headers').
    static let system = URLSessionCapabilities(
        removesFields: false, announcesLength: true, sendsUTF8: false,
        addedFields: [
            "accept", "accept-encoding", "accept-language", "connection", "content-length",
            "content-type", "host", "user-agent",
        ],
        ownFields: [
            "connection", "host", "proxy-authenticate", "proxy-authorization", "www-authenticate",
        ])

    #if canImport(FoundationNetworking)
        static let current = foundation
    #else
        static let current = system
    #endif
}
