import FormEncoding

#if os(Linux)
    import Libcurl

    /// Decodes the body of a response from gzip and deflate (RFC 9110 §8.4.1). libcurl can decode
    /// them, too, but does not notice data that were cut short.
    ///
    /// Used by the transport's thread only.
    final class ContentDecoder {
        /// The most codings that a body may have, as in curl.
        private static let mostCodings = 5

        /// In the order in which they were applied.
        private let codings: [String]
        /// The stage for the first of them, which makes the content; `nil` until there are bytes.
        private var last: DecodingStage?
        /// The number of decoded bytes that the transport will bring again, since it was paused.
        private var ahead = 0
        /// The number of bytes of the coded body that the transport has brought.
        private(set) var received: Int64 = 0

        /// `nil` if the body is not coded.
        init?(for head: ResponseHead) {
            codings = head.list("Content-Encoding").map { $0.description.lowercased() }
                .filter { $0 != "identity" && $0 != "none" }
            if codings.isEmpty { return nil }
        }

        /// Returns those of the transport's bytes that are not decoded yet.
        func unread(of bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
            UnsafeRawBufferPointer(rebasing: bytes.dropFirst(ahead))
        }

        /// Decodes the next piece, which has a limited size and is valid until the next call. It is
        /// empty if more bytes are needed.
        func piece(
            from unread: inout UnsafeRawBufferPointer
        ) throws(UploadFault) -> UnsafeRawBufferPointer {
            let stage: DecodingStage
            if let last {
                stage = last
            } else {
                stage = try makeStages()
                last = stage
            }
            let count = unread.count
            stage.advance(&unread)
            ahead += count - unread.count
            if stage.piece.isEmpty, let fault = stage.firstFault { throw fault }
            return stage.piece
        }

        /// Tells that the transport will not bring these bytes again.
        func finish(_ bytes: UnsafeRawBufferPointer) {
            ahead -= bytes.count
            received += Int64(bytes.count)
        }

        /// Why the body is not complete, now that it has ended. An empty body is not coded.
        var faultAtEnd: ResponseFault? {
            last?.firstUnfinished.map { .contentCut(coding: $0.coding) }
        }

        private func makeStages() throws(UploadFault) -> DecodingStage {
            guard codings.count <= Self.mostCodings else {
                throw .badResponse(.tooManyCodings(codings.count))
            }
            var stages: [DecodingStage] = []
            for coding in codings.reversed() {
                stages.append(try DecodingStage(coding, after: stages.last))
            }
            return stages[stages.count - 1]
        }
    }

    /// Decodes one coding. It pulls its input through the stage before it, a piece at a time: a
    /// small input never becomes a large output in memory.
    private final class DecodingStage {
        private static let pieceSize = 16 << 10

        let coding: String
        private let source: DecodingStage?
        private let inflater: OpaquePointer
        private let room: UnsafeMutableRawBufferPointer
        /// The decoded bytes that the next stage has not taken.
        private(set) var piece = UnsafeRawBufferPointer(start: nil, count: 0)
        /// Why nothing can be decoded after that.
        private var fault: UploadFault?

        init(_ coding: String, after source: DecodingStage?) throws(UploadFault) {
            let isGzip = coding == "gzip" || coding == "x-gzip"
            guard isGzip || coding == "deflate" else {
                throw .badResponse(.contentCoding(ByteString(coding)))
            }
            guard let inflater = libcurl_inflater_create(isGzip) else { throw .noMemory() }
            self.coding = coding
            self.source = source
            self.inflater = inflater
            room = .allocate(byteCount: Self.pieceSize, alignment: 1)
        }

        deinit {
            libcurl_inflater_free(inflater)
            room.deallocate()
        }

        /// The stage nearest to the transport that has not come to the end of its data.
        var firstUnfinished: DecodingStage? {
            if let earlier = source?.firstUnfinished { return earlier }
            if libcurl_inflater_is_at_end(inflater) { return nil }
            return self
        }

        /// The fault of the stage nearest to the transport that cannot go on.
        var firstFault: UploadFault? { source?.firstFault ?? fault }

        /// Fills the piece anew, as far as the input suffices and is valid.
        func advance(_ input: inout UnsafeRawBufferPointer) {
            var count = 0
            repeat {
                let space = UnsafeMutableRawBufferPointer(rebasing: room[count...])
                if let source {
                    count += inflate(&source.piece, into: space)
                } else {
                    count += inflate(&input, into: space)
                }
                if count == room.count || fault != nil { break }
            } while hasMore(&input)
            piece = UnsafeRawBufferPointer(rebasing: room[..<count])
        }

        /// Whether the stage before it, whose piece is used up, has made another.
        private func hasMore(_ input: inout UnsafeRawBufferPointer) -> Bool {
            guard let source else { return false }
            source.advance(&input)
            return !source.piece.isEmpty
        }

        /// Decodes until the input is empty or the space is full, and takes what it has decoded off
        /// the input. Returns the length of the output.
        private func inflate(
            _ input: inout UnsafeRawBufferPointer, into space: UnsafeMutableRawBufferPointer
        ) -> Int {
            let result = libcurl_inflate(
                inflater, input.baseAddress, input.count, space.baseAddress, space.count)
            switch result.code {
            case 0: break
            case Int32(LIBCURL_INFLATE_NO_MEMORY): fault = .noMemory()
            default:
                let reason = String(cString: result.reason)
                fault = .badResponse(.contentInvalid(coding: coding, reason: reason))
            }
            input = UnsafeRawBufferPointer(rebasing: input[result.taken...])
            return result.made
        }
    }
#else
    /// URLSession decodes without libcurl.
    final class ContentDecoder {
        let received: Int64 = 0
        let faultAtEnd: ResponseFault? = nil

        init?(for head: ResponseHead) { return nil }

        func unread(of bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer { bytes }

        func piece(
            from unread: inout UnsafeRawBufferPointer
        ) throws(UploadFault) -> UnsafeRawBufferPointer { unread }

        func finish(_ bytes: UnsafeRawBufferPointer) {}
    }
#endif
