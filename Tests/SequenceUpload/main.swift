import FormEncoding
import FormUpload

/// So many MiB, made as they are asked for.
struct Mebibytes: AsyncSequence, AsyncIteratorProtocol, Sendable {
    var left: Int

    func makeAsyncIterator() -> Mebibytes { self }

    mutating func next() async -> [UInt8]? {
        guard left > 0 else { return nil }
        left -= 1
        return [UInt8](repeating: 0x78, count: 1 << 20)
    }
}

// Uploads MEBIBYTES to URL from an asynchronous sequence, as an app does: a process of its own, so
// that its memory can be measured.
let arguments = CommandLine.arguments
let count = arguments.count == 3 ? Int(arguments[2]) ?? 0 : 0
let stream = ByteStream.chunks(Mebibytes(left: count), length: Int64(count) << 20)
let form = MultipartForm(parts: [.stream("f", stream, filename: "f")])
let request = UploadRequest(url: ByteString(arguments[1]), body: try form.encoded())
print(try await Uploader().upload(request).head.status)
