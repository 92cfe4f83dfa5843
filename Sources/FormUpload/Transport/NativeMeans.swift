/// What URLSession can do by itself, without libcurl being spoken to under it.
struct NativeMeans: Sendable {
    /// Leaves out a field that it would add (`-H 'Accept:'`).
    var removesFields: Bool
    /// Says how long a streamed body is; otherwise it goes out in chunks.
    var announcesLength: Bool
    /// Sends the bytes of a field that are not ASCII as they are, if they are UTF-8.
    var sendsUTF8: Bool
    /// Fields that it adds by itself, in lower case.
    var addedFields: Set<String> = []
    /// Fields that it may overwrite or leave out, in lower case.
    var ownFields: Set<String> = []

    /// Foundation's own, over libcurl: a field of blanks is one that libcurl leaves out.
    static let foundation = NativeMeans(
        removesFields: true, announcesLength: false, sendsUTF8: true)

    /// The system's of macOS (`URLRequest`'s documentation, 'Reserved HTTP Headers').
    static let system = NativeMeans(
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
