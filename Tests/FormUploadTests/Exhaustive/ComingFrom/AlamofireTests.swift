@testable import FormEncoding
import Foundation
import TestSupport
import Testing

@testable import FormUpload

/// For apps that come from Alamofire's `MultipartFormData`.
@Suite(.serialized)
struct AlamofireTests {
    private static let expected =
        "--XY\r\nContent-Disposition: form-data; name=\"thumbnail\"; filename=\"t.jpg\"\r\n"
        + "Content-Type: image/jpeg\r\n\r\nthumb\r\n"
        + "--XY\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"beach.jpg\"\r\n"
        + "Content-Type: image/jpeg\r\n\r\nphoto bytes\r\n"
        + "--XY\r\nContent-Disposition: form-data; name=\"raw\"; filename=\"beach.dng\"\r\n"
        + "Content-Type: image/x-adobe-dng\r\n\r\nraw bytes\r\n"
        + "--XY\r\nContent-Disposition: form-data; name=\"log\"; filename=\"camera.log\"\r\n"
        + "Content-Type: text/plain\r\n\r\nlogged\r\n"
        + "--XY\r\nContent-Disposition: form-data; name=\"note\"\r\n"
        + "Content-Type: text/markdown\r\nX-Note-Id: 7\r\n\r\n*hello*\r\n--XY--\r\n"

    private func form(in directory: TemporaryDirectory) throws -> MultipartForm {
        let photo = URL(fileURLWithPath: try directory.file("beach.jpg", "photo bytes"))
        let raw = URL(fileURLWithPath: try directory.file("0001.bin", "raw bytes"))
        let (thumbnail, log) = (Data("thumb".utf8), Data("logged".utf8))
        // page: parts
        let form = MultipartForm(parts: [
            .data(
                "thumbnail", ByteString(thumbnail), filename: "t.jpg",
                contentType: try MediaType("image/jpeg")),
            try .file("photo", url: photo),  // filename and type of the URL
            try .file(
                "raw", url: raw, filename: "beach.dng",
                contentType: MediaType("image/x-adobe-dng")),
            .stream(
                "log", .inputStream(length: Int64(log.count)) { InputStream(data: log) },
                filename: "camera.log", contentType: try MediaType("text/plain")),
            FormPart(
                name: "note", contentType: try MediaType("text/markdown"),
                headers: [try PartHeader("X-Note-Id: 7")], content: .bytes("*hello*")),
        ])
        // end
        return form
    }

    @Test func encodesToMemoryAndToAFile() throws {
        let directory = try TemporaryDirectory()
        let form = try form(in: directory)
        let file = URL(fileURLWithPath: directory.path("body"))
        // page: contentType, contentLength, boundary
        let body = try form.encoded()
        let type = body.contentType  // multipart/form-data; boundary=formpost-…
        let length = body.contentLength  // nil only for a stream without a length
        let boundary = form.boundary.value
        // end
        // page: to memory and to a file
        let data = try body.data()
        try body.write(to: file)
        // end
        let expected = Self.expected.replacing("XY", with: boundary.description)
        #expect(type?.description == "multipart/form-data; boundary=\(boundary)")
        #expect(length == Int64(expected.utf8.count))
        #expect(String(decoding: data, as: UTF8.self) == expected)
        #expect(try directory.contents(of: "body") == Array(expected.utf8))
    }

    @Test func sendsWithProgress() async throws {
        final class ProgressBar: Sendable {
            let fractions = Monitor([Double]())
            func show(_ fraction: Double) { fractions.withState { $0.append(fraction) } }
        }
        let directory = try TemporaryDirectory()
        let form = try form(in: directory)
        let server = try LoopbackServer(.respond(201))
        let url = try #require(URL(string: server.url("/up")))
        let bar = ProgressBar()
        // page: the threshold
        let body = try form.encoded().spooled()  // up to 10 MB in memory, else in a file
        let onDisk = try form.encoded().spooled(SpoolOptions(memoryLimit: 0))
        // end
        #expect(onDisk.contentLength == body.contentLength)
        // page: progress
        let request = UploadRequest(url: url, body: body)
        let response = try await Uploader().upload(request) { event in
            if case .progress(let progress) = event, let total = progress.total {
                bar.show(Double(progress.sent) / Double(total))
            }
        }
        // end
        #expect(response.head.status == 201)
        #expect(bar.fractions.withState { $0 }.last == 1)
        let received = try await server.request()
        #expect(received.method == "POST")
        #expect(received.framing == .contentLength(try #require(body.contentLength)))
        #expect(received.bodyWithBoundaryXY == Self.expected)
    }

    /// Alamofire's threshold, by its default.
    @Test(arguments: [10_000_000, 10_000_001])
    func keepsTenMegabytesInMemory(size: Int) throws {
        let body = try EncodedBody(bytes: ByteString([UInt8](repeating: 0, count: size))).spooled()
        let isInFile = body.sections.contains { section in
            if case .file = section.source { true } else { false }
        }
        #expect(isInFile == (size > 10_000_000))
    }
}
