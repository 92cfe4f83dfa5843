/// How a `ResumableServer` differs from a faultless one.
package struct ResumableBehavior: ServerBehavior {
    /// A 104 that names the upload resource, or pretends to.
    package struct Announcement: Sendable {
        /// How many bytes of the creation's content are read before it.
        package var after: Int64
        /// The interop version that it states; nil for the server's.
        package var version: Int?
        /// The `Location`; nil for that of the upload.
        package var location: String?

        package init(after: Int64 = 0, version: Int? = nil, location: String? = nil) {
            self.after = after
            self.version = version
            self.location = location
        }
    }

    /// 8, or 6 for the drafts -04 and -05.
    package var version = 8
    /// The 104s at the creation; none, as behind a proxy that drops them.
    package var announcements = [Announcement()]
    /// The server confirms its offset with a 104 each time after so many bytes.
    package var confirmsEach: Int64?
    /// The beginning of the upload resources' URLs; nil for a relative reference.
    package var origin: String?
    /// The offsets at which the connection is broken off, each once.
    package var cuts: [Int64] = []
    /// How the connection is broken off.
    package var cut: [Step] = [.reset]
    /// The answer to a whole upload.
    package var receiver: @Sendable (RecordedRequest) -> Response = { _ in
        Response(200, body: "stored\n")
    }
    /// Answers its own way.
    package var script: UploadScript = { _ in nil }

    package init() {}
}
