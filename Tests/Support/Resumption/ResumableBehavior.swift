/// How a `ResumableServer` differs from a faultless one.
package struct ResumableBehavior: ServerBehavior {
    /// 8, or 6 for the drafts -04 and -05.
    package var version = 8
    /// The server confirms its offset with a 104 each time after so many bytes.
    package var confirmsEach: Int64?
    /// The offsets at which the connection is broken off, each once.
    package var cuts: [Int64] = []
    /// How the connection is broken off.
    package var cut: [Step] = [.reset]
    /// Answers its own way.
    package var script: UploadScript = { _ in nil }

    package init() {}
}
