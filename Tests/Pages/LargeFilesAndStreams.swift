import FormEncoding
import FormUpload
import Foundation

/// The code of the page 'Large files and streams', with the public interface only.
enum LargeFilesAndStreams {
    static func put(_ file: URL, to url: URL) async throws -> UploadReply {
        // page: LargeFilesAndStreams
        let request = UploadRequest(url: url, method: "PUT", body: try EncodedBody(file: file))
        let reply = try await Uploader().reply(to: request)
        // end
        return reply
    }

    static func form<Recording: AsyncSequence & Sendable>(
        of recording: Recording
    ) throws -> EncodedBody where Recording.Element == Data {
        // page: LargeFilesAndStreams
        let stream = ByteStream.chunks(recording)
        let form: MultipartForm = [.stream("sound", stream, filename: "sound.raw")]
        // end
        return try form.body()
    }

    static func replayable(
        _ recording: @escaping @Sendable () -> AsyncStream<Data>, size: Int64
    ) throws -> EncodedBody {
        // page: LargeFilesAndStreams
        let stream = ByteStream.chunks(length: size) { recording() }
        let form: MultipartForm = [.stream("sound", stream, filename: "sound.raw")]
        // end
        return try form.body()
    }

    static func input(_ form: MultipartForm) throws -> EncodedBody {
        // page: LargeFilesAndStreams
        let body = try form.body(readsPipes: true)
        // end
        return body
    }

    static func copy(_ form: MultipartForm) throws -> EncodedBody {
        // page: LargeFilesAndStreams
        let body = try form.body().spooled()
        // end
        return body
    }

    static func write(_ form: MultipartForm, to file: URL) throws {
        // page: LargeFilesAndStreams
        let body = try form.body()
        try body.write(to: file)
        // end
    }
}

// page: LargeFilesAndStreams
struct Zeros: AsyncSequence {
    var count: Int

    struct AsyncIterator: AsyncIteratorProtocol {
        var left: Int

        mutating func next() async -> Data? {
            guard left > 0 else { return nil }
            let count = Swift.min(left, 65_536)
            left -= count
            return Data(count: count)
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(left: count) }
}

let megabyte = ByteStream.chunks(length: 1_000_000) { Zeros(count: 1_000_000) }
// end
