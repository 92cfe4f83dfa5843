import FormEncoding
import Foundation
import TestSupport
import Testing

@testable import formpost

/// Forms of many parts and of long values: what they hold, by counting, and that twice as much
/// takes about twice as long.
@Suite(.serialized)
struct LargeFormTests {
    private func encoded(_ arguments: [ByteString]) throws -> (
        form: MultipartForm, body: EncodedBody
    ) {
        var settings = Settings()
        settings.form.fields = arguments.map {
            FormField(kind: .form, argument: $0, option: "-F")
        }
        let built = try FormBuilder(settings).build()
        return (built.form, try built.encoded())
    }

    private func texts(_ count: Int) -> [ByteString] {
        (100_000..<100_000 + count).map { ByteString("n\($0)=value;type=text/plain") }
    }

    @Test(arguments: [1000, 5000])
    func manyParts(_ count: Int) throws {
        let (form, body) = try encoded(texts(count))
        #expect(form.parts.count == count)
        #expect(body.partCount == count)
        #expect(body.sections.count <= count + 1)
        let boundary = form.boundary.value.bytes.count
        let head =
            "\r\n--\r\nContent-Disposition: form-data; name=\"n100000\"\r\nContent-Type: text/plain"
            + "\r\n\r\nvalue"
        let each = boundary + head.utf8.count
        #expect(body.contentLength == Int64(count * each - 2 + boundary + 8))
    }

    @Test func aLongValue() throws {
        let text = String(repeating: "; ", count: 1 << 18)
        let (form, body) = try encoded([ByteString("a=\"\(text)\"")])
        guard case .source(.bytes(let bytes)) = form.parts[0].content else {
            Issue.record("no bytes")
            return
        }
        #expect(bytes.count == 2 << 18)
        #expect(body.sections.count == 3)
    }

    @Test func manyFilesInOneArgument() throws {
        let directory = try TemporaryDirectory()
        try directory.file("f", "hello")
        let list = Array(repeating: directory.path + "/f", count: 10_000).joined(separator: ",")
        let body = try encoded([ByteString("a=@" + list)]).body
        #expect(body.partCount == 10_000)
    }

    @Test func tenTimesAsMuchTakesAboutTenTimesAsLong() throws {
        _ = try seconds(500)
        let (few, many) = (try seconds(1000), try seconds(10_000))
        // Were it quadratic it would be a hundred times.
        #expect(many < few * 40)
    }

    /// Of processor time of this thread, whatever else the machine does.
    private func seconds(_ count: Int) throws -> Double {
        let arguments = texts(count)
        let start = threadTime
        _ = try encoded(arguments).body
        return threadTime - start
    }

    private var threadTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
