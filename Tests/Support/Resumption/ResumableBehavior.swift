/// How a `ResumableServer` differs from a faultless one.
package struct ResumableBehavior: ServerBehavior {
    /// 8, or 6 for the drafts -04 and -05.
    package var version = 8
    /// How many bytes of the creation's content are read before each 104 that names the upload; no 104, as
    /// behind a proxy that drops them.
    package var announcements: [Int64] = [0]
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
