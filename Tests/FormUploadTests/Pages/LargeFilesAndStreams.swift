import FormEncoding
import FormUpload
import Foundation

/// The code of the page 'Large files and streams', with the public interface only.
enum LargeFilesAndStreams {
    static func put(_ path: ByteString, to url: ByteString) async throws -> UploadResponse {
        // page: LargeFilesAndStreams
        let body = try EncodedBody([.file(path)])
        let request = UploadRequest(url: url, method: "PUT", body: body)
        let response = try await Uploader().upload(request)
        // end
        return response
    }

    static func form<Recording: AsyncSequence & Sendable>(
        of recording: Recording
    ) throws -> EncodedBody where Recording.Element == Data {
        // page: LargeFilesAndStreams
        let stream = ByteStream.chunks(recording)
        let form = MultipartForm(parts: [.stream("sound", stream, filename: "sound.raw")])
        // end
        return try form.encoded()
    }

    static func replayable(
        _ recording: @escaping @Sendable () -> AsyncStream<Data>, size: Int64
    ) throws -> EncodedBody {
        // page: LargeFilesAndStreams
        let stream = ByteStream.chunks(length: size) { recording() }
        let form = MultipartForm(parts: [.stream("sound", stream, filename: "sound.raw")])
        // end
        return try form.encoded()
    }

    static func input(_ form: MultipartForm) throws -> EncodedBody {
        // page: LargeFilesAndStreams
        let options = SpoolOptions(memoryLimit: 1 << 20, maximumSize: 1 << 30)
        let body = try form.encoded(irregularFiles: .spool(options))
        // end
        return body
    }

    static func copy(_ form: MultipartForm) throws -> EncodedBody {
        // page: LargeFilesAndStreams
        let body = try form.encoded().spooled()
        // end
        return body
    }

    static func write(_ form: MultipartForm, to path: ByteString) throws {
        // page: LargeFilesAndStreams
        let body = try form.encoded()
        try body.write(toPath: path)
        // end
    }
}

// page: LargeFilesAndStreams
final class Zeros: ByteReader {
    private var left: Int

    init(count: Int) { left = count }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(left, buffer.count)
        buffer[..<count].initializeMemory(as: UInt8.self, repeating: 0)
        left -= count
        return count
    }
}

let megabyte = ByteStream(length: 1_000_000) { Zeros(count: 1_000_000) }
// end
