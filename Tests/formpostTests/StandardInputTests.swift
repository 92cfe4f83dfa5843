import FormEncoding
import Foundation
import TestSupport
import Testing

@testable import formpost

/// `@-` and `<-`, from a pipe and from a file.
@Suite struct StandardInputTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        try directory.file("in.txt", "0123456789")
    }

    private func build(
        _ argument: ByteString, from descriptor: Int32, isChunked: Bool = false,
        limit: Int64? = nil
    ) throws -> EncodedBody {
        var settings = Settings()
        settings.form.boundary = try Boundary("B")
        settings.form.isChunked = isChunked
        settings.form.maximumSpool = limit
        settings.form.fields = [FormField(kind: .form, argument: argument, option: "-F")]
        var builder = FormBuilder(settings)
        builder.standardInput = descriptor
        return try builder.build().encoded()
    }

    private func lines(_ body: EncodedBody) throws -> [String] {
        String(decoding: try body.data(), as: UTF8.self).components(separatedBy: "\r\n")
    }

    /// The end to read of a pipe that holds `content` and is closed for writing.
    private func pipe(_ content: String) throws -> FileHandle {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data(content.utf8))
        try pipe.fileHandleForWriting.close()
        return pipe.fileHandleForReading
    }

    @Test func aPipeIsSpooled() throws {
        let pipe = try pipe("piped")
        let body = try build("a=@-", from: pipe.fileDescriptor)
        let expected = [
            "--B", "Content-Disposition: form-data; name=\"a\"; filename=\"-\"", "", "piped",
            "--B--", "",
        ]
        #expect(body.isReplayable)
        #expect(body.contentLength == Int64(expected.joined(separator: "\r\n").utf8.count))
        #expect(try lines(body) == expected)
        #expect(try lines(body) == expected)
    }

    /// Who writes to a pipe may write to a file as well, as `tee` does.
    @Test(arguments: [["a=@in.txt", "b=@-"], ["b=@-", "a=@in.txt"], ["b=@fifo", "a=@in.txt"]])
    func aFileIsMeasuredWhenThePipeHasEnded(arguments: [String]) throws {
        let (file, fifo) = (directory.path + "/in.txt", directory.path + "/fifo")
        let (isRead, pipe) = (DispatchSemaphore(value: 0), Pipe())
        mkfifo(fifo, 0o600)
        Thread {
            // Opening a FIFO waits for its reader.
            let output = arguments[0] == "b=@fifo" ? open(fifo, O_WRONLY) : -1
            if output < 0 { isRead.wait() }
            try? Data("all".utf8).write(to: URL(fileURLWithPath: file))
            if output >= 0 { close(output) }
            try? pipe.fileHandleForWriting.close()
        }.start()
        var settings = Settings()
        settings.form.fields = arguments.map {
            let argument = ByteString($0.replacingOccurrences(of: "@", with: "@\(directory.path)/"))
            return FormField(
                kind: .form, argument: $0 == "b=@-" ? "b=@-" : argument, option: "-F")
        }
        var builder = FormBuilder(settings)
        builder.standardInput = pipe.fileHandleForReading.fileDescriptor
        builder.observer = { _, _ in isRead.signal() }
        pipe.fileHandleForWriting.write(Data("x".utf8))
        let lines = try lines(try builder.build().encoded())
        #expect(lines.contains("all") && !lines.contains("0123456789"))
    }

    @Test func aTypeIsGuessedByTheFilenameOnly() throws {
        let pipe = try pipe("piped")
        #expect(
            try lines(build("a=@-;filename=x.jpg", from: pipe.fileDescriptor))[1...2] == [
                "Content-Disposition: form-data; name=\"a\"; filename=\"x.jpg\"",
                "Content-Type: image/jpeg",
            ])
    }

    @Test func contentsHaveNoFilename() throws {
        let pipe = try pipe("piped")
        #expect(
            try lines(build("a=<-", from: pipe.fileDescriptor))[1...3]
                == ["Content-Disposition: form-data; name=\"a\"", "", "piped"])
    }

    @Test func aFileIsReadFromWhereItStands() throws {
        let file = try #require(FileHandle(forReadingAtPath: directory.path + "/in.txt"))
        try file.seek(toOffset: 7)
        for isChunked in [false, true] {
            let body = try build("a=<-", from: file.fileDescriptor, isChunked: isChunked)
            #expect(body.isReplayable)
            #expect(body.contentLength != nil)
            #expect(try lines(body)[3] == "789")
            #expect(try lines(body)[3] == "789")
        }
    }

    @Test func aPipeIsStreamedOnDemand() throws {
        let pipe = try pipe("piped")
        let body = try build("a=@-", from: pipe.fileDescriptor, isChunked: true)
        #expect(!body.isReplayable)
        #expect(body.contentLength == nil)
        #expect(try lines(body)[3] == "piped")
        #expect(throws: BodyError.notReplayable) { try body.data() }
    }

    @Test func tooMuchFromAPipe() throws {
        let pipe = try pipe("piped")
        #expect(
            throws: FormFailure.encoding(.input(.spoolLimitExceeded(path: "-", limit: 4)))
        ) {
            try build("a=@-", from: pipe.fileDescriptor, limit: 4)
        }
    }

    @Test func noInputAtAll() {
        #expect(throws: FormFailure.encoding(.input(.cannotRead(path: "-", errno: EBADF)))) {
            try build("a=@-", from: 1 << 20)
        }
    }

    @Test func whatElseIsWrongIsFoundBeforeInputIsRead() throws {
        let pipe = try pipe("piped")
        var settings = Settings()
        settings.form.fields = ["a=@-", "b=@/no/such"].map {
            FormField(kind: .form, argument: $0, option: "-F")
        }
        var builder = FormBuilder(settings)
        builder.standardInput = pipe.fileDescriptor
        let problem = FormProblem(
            field: settings.form.fields[1], offset: 3,
            fact: .fileUnreadable("/no/such", errno: ENOENT))
        #expect(throws: FormFailure.syntax(problem)) {
            try builder.build()
        }
        #expect(try pipe.readToEnd() == Data("piped".utf8))
    }

    @Test func aFIFOIsSpooledToo() throws {
        let path = directory.path + "/fifo"
        #expect(mkfifo(path, 0o600) == 0)
        let writer = Task.detached {
            try FileHandle(forWritingTo: URL(fileURLWithPath: path)).write(
                contentsOf: Data("fifo".utf8))
        }
        let body = try build(ByteString("a=@" + path), from: -1)
        #expect(body.isReplayable)
        #expect(
            try lines(body)[1...4] == [
                "Content-Disposition: form-data; name=\"a\"; filename=\"fifo\"",
                "Content-Type: application/octet-stream", "", "fifo",
            ])
        withExtendedLifetime(writer) {}
    }
}
