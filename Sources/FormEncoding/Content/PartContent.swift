import Foundation

package enum PartContent: Sendable, Equatable {
    /// The file at this path. It is measured when the form is encoded and opened when it is sent.
    case file(ByteString)
    /// Bytes in memory, an open file or a stream.
    case source(ByteSource)
    /// A nested form (RFC 7578 §4.3, curl's `=(` … `=)`).
    case form(MultipartForm)
    /// Content of a body that is not a form, rewritten as curl's data options do. A file is read once before, in
    /// constant memory, for its length.
    indirect case rewritten(PartContent, SectionEncoding)

    package static func bytes(_ bytes: ByteString) -> PartContent { .source(.bytes(bytes)) }

    /// Bytes of an app in memory. Few are copied, so that they are sent with the headers before them.
    package static func data(_ data: Data) -> PartContent {
        .source(data.count <= 4096 ? .bytes(ByteString(data)) : .data(data))
    }

    package static func stream(_ stream: ByteStream) -> PartContent { .source(.stream(stream)) }

    /// The file at `path`, measured now and not when the form is encoded; nil if it has no size, or
    /// its path has a NUL.
    ///
    /// Throws `.cannotRead`.
    package static func measured(_ path: ByteString) throws(BodyFault) -> PartContent? {
        guard !path.bytes.contains(0) else { return nil }
        return try FileRange(path: path).map { .source(.file($0)) }
    }

    /// The content of `descriptor` from its current offset on; `label` names it in errors. The
    /// caller keeps the descriptor, and may close it afterwards.
    ///
    /// A regular file is read in place for every attempt, without moving the descriptor's offset.
    /// Input without a size, such as a pipe, is treated as `irregularFiles` says; with `.spool`
    /// this call returns when the pipe has ended.
    ///
    /// Throws `.cannotRead`, `.timedOut`, and what `irregularFiles` describes.
    package static func descriptor(
        _ descriptor: Int32, label: ByteString, irregularFiles: IrregularFiles = .refuse,
        until limit: TimeLimit? = nil, onRead: InputObserver? = nil
    ) throws(BodyFault) -> PartContent {
        if let file = try FileRange(descriptor: descriptor, label: label) {
            return .source(.file(file))
        }
        let own = try reading(label) { () throws(Errno) in try SystemCalls.duplicate(descriptor) }
        return .source(
            try irregularFiles.source(label, onRead) {
                LiveInput(own.number, owned: own, label: label, until: limit)
            })
    }
}

/// Receives the number of bytes of an input that have been read before sending, and the input's
/// path or label.
package typealias InputObserver = @Sendable (_ total: Int64, _ label: ByteString) -> Void
