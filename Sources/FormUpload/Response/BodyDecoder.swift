import FormEncoding

#if os(Linux)
    import Libcurl

    /// Decodes the body of a response that has content codings, and knows whether it is whole: libcurl
    /// takes a coded stream without its end for a whole one.
    final class BodyDecoder {
        /// The longest decoded piece, in bytes.
        private static let pieceSize = 64 << 10
        /// libcurl's limit, too.
        private static let mostCodings = 5

        /// A decoder for each coding; the first one decodes the received bytes.
        private let stages: [Stage]
        private let fault: ResponseFault?
        private let names: ByteString
        /// How many of the received bytes were decoded before a pause: all of them come again after it.
        private var taken = 0
        private var hasBegun = false

        /// `nil` if the body has no codings.
        init?(of head: ResponseHead) {
            // libcurl, too, takes these for no coding.
            let names = head.list("Content-Encoding").filter {
                !["identity", "none"].contains($0.description.lowercased())
            }
            guard !names.isEmpty else { return nil }
            self.names = ByteString(bytes: Array(names.map(\.bytes).joined(separator: ", ".utf8)))
            var stages: [Stage] = []
            // Each decoder takes memory.
            var fault: ResponseFault? =
                names.count > Self.mostCodings ? .unknownCoding(self.names) : nil
            for name in names.reversed() where fault == nil {
                if let coding = ContentCoding(named: name), libcurl_can_decode(coding.number) {
                    if let stage = Stage(coding) {
                        stages.append(stage)
                    } else {
                        fault = .outOfMemory
                    }
                } else {
                    fault = .unknownCoding(name)
                }
            }
            (self.stages, self.fault) = (stages, fault)
        }

        /// The next decoded piece of the body, of which `bytes` were received; empty if more are needed.
        func next(of bytes: UnsafeRawBufferPointer) throws(ResponseFault) -> [UInt8] {
            if let fault, !bytes.isEmpty { throw fault }
            hasBegun = hasBegun || !bytes.isEmpty
            let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(taken))
            var left = rest
            let piece = try pull(stages.count - 1, from: &left)
            taken += rest.count - left.count
            // Other bytes are received next.
            if piece.isEmpty { taken -= bytes.count }
            return piece
        }

        /// Why the body is not whole, if so; an empty one has no codings.
        var endFault: ResponseFault? {
            !hasBegun || stages.allSatisfy(\.isAtEnd) ? nil : .cutCoding(names)
        }

        private func pull(
            _ index: Int, from received: inout UnsafeRawBufferPointer
        ) throws(ResponseFault) -> [UInt8] {
            let stage = stages[index]
            if index == 0 {
                while true {
                    let (status, piece, count) = decode(stage, received)
                    if let fault = fault(status) { throw fault }
                    received = UnsafeRawBufferPointer(rebasing: received.dropFirst(count))
                    if !piece.isEmpty || received.isEmpty { return piece }
                    // At the end of the stream its trailer is still to come.
                    if count == 0, !libcurl_decoder_is_at_end(stage.decoder) {
                        throw .undecodable(names)
                    }
                }
            }
            while true {
                let (status, piece, count) = stage.input.withUnsafeBytes { decode(stage, $0) }
                if let fault = fault(status) { throw fault }
                stage.input.removeFirst(count)
                if !piece.isEmpty { return piece }
                let goesOn = count > 0 || libcurl_decoder_is_at_end(stage.decoder)
                if goesOn, !stage.input.isEmpty { continue }
                let more = try pull(index - 1, from: &received)
                if more.isEmpty { return [] }
                stage.input += more
            }
        }

        private func decode(
            _ stage: Stage, _ bytes: UnsafeRawBufferPointer
        ) -> (status: libcurl_decoded, piece: [UInt8], count: Int) {
            if let failure = stage.failure { return (failure, [], 0) }
            var (status, left, room) = (LIBCURL_DECODED, bytes.count, Self.pieceSize)
            let piece = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                guard let output = buffer.baseAddress else { return }
                // A decoder needs an address even of no input.
                var input = UnsafePointer(output)
                if let start = bytes.baseAddress {
                    input = start.assumingMemoryBound(to: UInt8.self)
                }
                // A decoder may stop after each block, however short that is.
                var before = (left: left, room: room)
                repeat {
                    before = (left, room)
                    let free = output + (Self.pieceSize - room)
                    status = libcurl_decode(stage.decoder, &input, &left, free, &room)
                } while status == LIBCURL_DECODED && left > 0 && room > 0
                    && (left, room) != before
                count = Self.pieceSize - room
            }
            if status != LIBCURL_DECODED, !piece.isEmpty {
                stage.failure = status
                status = LIBCURL_DECODED
            }
            return (status, piece, bytes.count - left)
        }

        private func fault(_ status: libcurl_decoded) -> ResponseFault? {
            switch status {
            case LIBCURL_DECODED: nil
            case LIBCURL_TOO_LONG: .afterCoding(names)
            case LIBCURL_NO_MEMORY: .outOfMemory
            default: .undecodable(names)
            }
        }

        /// The decoder of one coding.
        private final class Stage {
            let decoder: OpaquePointer
            /// Output of the stage before that has not been decoded yet.
            var input: [UInt8] = []
            /// A failure after what was decoded last.
            var failure: libcurl_decoded?

            init?(_ coding: ContentCoding) {
                guard let decoder = libcurl_decoder_create(coding.number) else { return nil }
                self.decoder = decoder
            }

            deinit { libcurl_decoder_free(decoder) }

            var isAtEnd: Bool { libcurl_decoder_is_at_end(decoder) && input.isEmpty }
        }
    }
#else
    /// Without libcurl under URLSession the system decodes.
    final class BodyDecoder {
        let endFault: ResponseFault? = nil
        init?(of head: ResponseHead) { return nil }
        func next(of bytes: UnsafeRawBufferPointer) throws(ResponseFault) -> [UInt8] { [] }
    }
#endif
