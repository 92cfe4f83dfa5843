import Foundation
import Testing

@testable import FormEncoding

@Suite struct SpoolTests {
    private func drain(
        _ bytes: [UInt8], memory: Int = 100, maximum: Int64? = nil, in directory: ByteString
    ) throws -> PartContent {
        let stream = Dribble(bytes)
        return .source(
            try .spooled(
                "-", memoryLimit: memory, maximumSize: maximum, directory: directory,
                stream.read(into:)))
    }

    private func bytes(of content: PartContent) throws -> [UInt8] {
        Array(try EncodedBody([content]).data())
    }

    @Test(arguments: [0, 1, 99, 100])
    func memoryUpToTheLimit(count: Int) throws {
        let scratch = try Scratch()
        let sent = [UInt8](repeating: 7, count: count)
        guard case .source(.bytes(let bytes)) = try drain(sent, in: scratch["missing"]) else {
            Issue.record("not in memory")
            return
        }
        #expect(bytes.bytes == sent)
    }

    @Test(arguments: [101, 60_000])
    func thenAFileWithoutAName(count: Int) throws {
        let scratch = try Scratch()
        let sent = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let content = try drain(sent, in: ByteString(scratch.path))
        guard case .source(.file(let file)) = content else {
            Issue.record("not in a file")
            return
        }
        #expect(scratch.names == [])
        #expect(file.length == Int64(count))
        try isPrivate(#require(file.descriptor?.number))
        // It can be sent again.
        #expect(try bytes(of: content) == sent)
        #expect(try bytes(of: content) == sent)
        #expect(try EncodedBody([content]).isReplayable)
    }

    @Test func noDirectory() throws {
        let scratch = try Scratch()
        let error = BodyFault.cannotSpool(
            path: "-", size: 2, directory: scratch["none"], errno: ENOENT)
        #expect(throws: error) { try drain([1, 2], memory: 1, in: scratch["none"]) }
    }

    /// Without support for nameless files, the file is unlinked at once.
    @Test func unlinkedAtOnce() throws {
        let scratch = try Scratch()
        let descriptor = try TemporaryFile.makeUnlinked(in: ByteString(scratch.path))
        #expect(scratch.names == [])
        isPrivate(descriptor.number)
    }

    private func isPrivate(_ descriptor: Int32) {
        var information = stat()
        #expect(fstat(descriptor, &information) == 0)
        #expect(information.st_mode & 0o7777 == 0o600)
        #expect(information.st_nlink == 0)
        #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test func manyTimesTheBuffer() throws {
        let pipe = try Pipe()
        let sent = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 3) }
        let input = pipe.takeInput()
        Thread {
            Pipe.write(sent, to: input)
            close(input)
        }.start()
        #expect(try bytes(of: PartContent.spooled(pipe.output)) == sent)
    }

    @Test func limit() throws {
        let error = BodyFault.spoolLimitExceeded(path: "-", limit: 1000)
        for memory in [100, 1 << 20] {
            let scratch = try Scratch()
            let drain = { (count: Int) in
                try self.drain(
                    [UInt8](repeating: 1, count: count), memory: memory, maximum: 1000,
                    in: ByteString(scratch.path))
            }
            #expect(throws: error) { try drain(1001) }
            let content = try drain(1000)
            #expect(try bytes(of: content).count == 1000)
            #expect(scratch.names == [])
        }
    }

    @Test func descriptorsThatCannotBeRead() throws {
        #expect(throws: BodyFault.cannotRead(path: "-", errno: EBADF)) {
            try PartContent.spooled(99_999)
        }
        let directory = open("/", O_RDONLY)
        defer { close(directory) }
        #expect(throws: BodyFault.cannotRead(path: "-", errno: EISDIR)) {
            try PartContent.spooled(directory)
        }
        let scratch = try Scratch()
        try scratch.write("abc", to: "f")
        let writeOnly = open(scratch.path + "/f", O_WRONLY)
        defer { close(writeOnly) }
        #expect(throws: BodyFault.cannotRead(path: "-", errno: EBADF)) {
            try PartContent.spooled(writeOnly)
        }
    }

    /// Standard input redirected from a file is read where it stands, from its current offset.
    @Test(arguments: [(0, "hello world"), (6, "world"), (11, ""), (50, "")])
    func regularFilesAreNotCopied(offset: Int, expected: String) throws {
        let scratch = try Scratch()
        let path = try scratch.write("hello world", to: "f")
        let number = open(path.description, O_RDONLY)
        lseek(number, off_t(offset), SEEK_SET)
        let content = try PartContent.spooled(number)
        #expect(lseek(number, 0, SEEK_CUR) == off_t(offset))
        close(number)
        guard case .source(.file(let file)) = content else {
            Issue.record("was copied")
            return
        }
        #expect(file.length == Int64(expected.utf8.count))
        let body = try EncodedBody([content])
        #expect(try body.text == expected)
        #expect(try body.text == expected)
        try scratch.append("!", to: "f")
        #expect(throws: BodyFault.fileResized(path: "-", announced: 11, actual: 12)) {
            try facts { try body.text }
        }
    }

    @Test func aDescriptorWithoutASizeIsNotAFile() throws {
        let pipe = try Pipe()
        #expect(throws: BodyFault.notRegularFile(path: "-")) {
            try PartContent.descriptor(pipe.output, label: "-")
        }
    }

    /// A FIFO as a path, as the caller wants it.
    @Test func fifos() throws {
        let scratch = try Scratch()
        mkfifo(scratch.path + "/p", 0o600)
        let form = MultipartForm(
            parts: [.text("a", "b"), .file("f", path: scratch["p"])], boundary: try Boundary("B"))
        let expected = wire(
            "B", part(#"form-data; name="a""#, body: "b"),
            part(
                #"form-data; name="f"; filename="p""#, "Content-Type: application/octet-stream",
                body: "from a pipe"))
        func writer() {
            let path = scratch.path + "/p"
            Thread { try? "from a pipe".write(toFile: path, atomically: false, encoding: .utf8) }
                .start()
        }

        writer()
        let spooled = try EncodedBody([.form(form)], irregularFiles: .spool())
        #expect(spooled.contentLength == Int64(expected.utf8.count))
        #expect(spooled.isReplayable)
        #expect(try spooled.text == expected)
        #expect(try spooled.text == expected)

        let streamed = try EncodedBody([.form(form)], irregularFiles: .stream)
        #expect(streamed.contentLength == nil)
        #expect(!streamed.isReplayable)
        writer()
        #expect(try streamed.text == expected)
        #expect(throws: BodyFault.notReplayable) { try facts { try streamed.data() } }

        // By default nothing blocks.
        #expect(throws: BodyFault.notRegularFile(path: scratch["p"])) {
            try facts { try form.body() }
        }
    }

    #if os(Linux)
        private static let liars = [
            "/proc/version", "/sys/kernel/mm/transparent_hugepage/enabled",
        ]

        /// Files whose size is 0, or a page, and which hold something else.
        @Test(
            .enabled(if: liars.allSatisfy(FileManager.default.fileExists), "needs /proc and /sys"),
            arguments: liars)
        func filesThatLieAboutTheirSize(path: String) throws {
            let handle = try #require(FileHandle(forReadingAtPath: path))
            let expected = try #require(try handle.readToEnd())
            let body = try EncodedBody(
                [.file(ByteString(path))], irregularFiles: .spool())
            #expect(body.contentLength == Int64(expected.count))
            #expect(try body.data() == expected)
            let descriptor = try SystemCalls.open(ByteString(path))
            let content = try PartContent.spooled(descriptor.number)
            #expect(try bytes(of: content) == Array(expected))
        }
    #endif

    @Test func theObserverIsToldOfPipes() throws {
        let pipe = try Pipe()
        pipe.write([UInt8](repeating: 1, count: 5000))
        pipe.finish()
        let observed = Observed()
        _ = try PartContent.spooled(pipe.output, onRead: observed.note)
        #expect(observed.inputs == ["-"])
        #expect(observed.total == 5000)
    }

    /// A pipe that someone made non-blocking is waited for.
    @Test func nonBlockingPipes() throws {
        let pipe = try Pipe()
        #expect(fcntl(pipe.output, F_SETFL, O_NONBLOCK) == 0)
        let input = pipe.takeInput()
        Thread {
            Pipe.write("late".utf8, to: input)
            close(input)
        }.start()
        let content = try PartContent.spooled(pipe.output)
        #expect(try bytes(of: content) == Array("late".utf8))
    }
}
