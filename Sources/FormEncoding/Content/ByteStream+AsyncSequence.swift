/// Streams from asynchronous sequences.
///
/// A task iterates over the sequence while the body is sent, and is at most 64 KiB and one chunk
/// ahead of it. Closing or cancelling the reader cancels the task. An error of the sequence arrives
/// as `UploadError.underlyingError`; the wrong number of bytes is `.wrongLength`. A sequence must end,
/// also if the length is known.
///
/// Reading blocks its thread until the sequence gives bytes, and `Uploader` has a thread for it.
/// From code that cannot wait, `EncodedBody.data()` and `write(to:)` would block a thread that the sequence may need,
/// and refuse such a body.
extension ByteStream {
    /// The bytes of a sequence of chunks, such as `Data` or `[UInt8]`; for one attempt only.
    ///
    /// `length` is the exact number of bytes; without it the body is sent in chunks (RFC 9112 §7.1).
    public static func chunks<Chunks: AsyncSequence & Sendable>(
        _ chunks: Chunks, length: Int64? = nil
    ) -> ByteStream where Chunks.Element: Sequence<UInt8> {
        once(length: length, isOfTask: true) {
            ByteHandOver { handOver in
                for try await chunk in chunks { try await handOver.put(chunk) }
            }
        }
    }

    /// The bytes of the sequence that `start` makes, anew for each attempt: the body can be sent
    /// again after a redirect or a failure.
    ///
    /// `length` is the exact number of bytes; without it the body is sent in chunks (RFC 9112 §7.1).
    public static func chunks<Chunks: AsyncSequence & Sendable>(
        length: Int64? = nil, restartedBy start: @escaping @Sendable () async throws -> Chunks
    ) -> ByteStream where Chunks.Element: Sequence<UInt8> {
        ByteStream(length: length, isOfTask: true) {
            ByteHandOver { handOver in
                for try await chunk in try await start() { try await handOver.put(chunk) }
            }
        }
    }

    /// The bytes of a sequence of single bytes; for one attempt only. Chunks are faster.
    ///
    /// `length` is the exact number of bytes; without it the body is sent in chunks (RFC 9112 §7.1).
    @inlinable
    public static func bytes<Bytes: AsyncSequence & Sendable>(
        _ bytes: Bytes, length: Int64? = nil
    ) -> ByteStream where Bytes.Element == UInt8 {
        batched(length: length) { handOver in
            for try await byte in bytes where !handOver.add(byte) { try await handOver.flush() }
        }
    }

    /// The single bytes that `produce` adds. `bytes` is inlined into the app, where the compiler knows its
    /// sequence: a byte would take ten times as long here.
    @usableFromInline
    static func batched(
        length: Int64?, _ produce: @escaping @Sendable (ByteHandOver) async throws -> Void
    ) -> ByteStream {
        once(length: length, isOfTask: true) {
            ByteHandOver(hasBatch: true, produce)
        }
    }
}
