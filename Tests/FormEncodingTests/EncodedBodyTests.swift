import Foundation
import Testing

@testable import FormEncoding

@Suite struct EncodedBodyTests {
    @Test func bytes() throws {
        let body = EncodedBody(bytes: "{}", contentType: .json)
        #expect(body.contentType?.description == "application/json")
        #expect(body.contentLength == 2)
        #expect(body.partCount == 0)
        #expect(try body.text == "{}")
        let empty = EncodedBody(bytes: "")
        #expect(empty.contentType == nil)
        #expect(empty.contentLength == 0)
        #expect(try empty.data().isEmpty)
    }

    @Test func contentsOneAfterTheOther() throws {
        let scratch = try Scratch()
        let path = try scratch.write("file", to: "f")
        let stream = ByteStream(length: 6) { Dribble(Array("stream".utf8)) }
        let body = try EncodedBody(
            [.bytes("a="), .file(path), .bytes("&b="), .stream(stream)],
            contentType: .urlEncodedForm)
        #expect(body.contentType?.description == "application/x-www-form-urlencoded")
        #expect(body.contentLength == 15)
        #expect(body.makeReader().currentPart == nil)
        #expect(try body.text == "a=file&b=stream")
        #expect(try EncodedBody([]).contentLength == 0)
    }

    @Test func toAFile() throws {
        let scratch = try Scratch()
        let path = try scratch.write(String(repeating: "old", count: 1000), to: "out")
        let body = EncodedBody(bytes: "new")
        try body.write(to: URL(fileURLWithPath: path.description))
        #expect(try String(contentsOfFile: path.description, encoding: .utf8) == "new")
        try body.write(to: URL(fileURLWithPath: scratch.path + "/made"))
        #expect(try String(contentsOfFile: scratch.path + "/made", encoding: .utf8) == "new")
    }

    @Test func toADescriptor() throws {
        let pipe = try Pipe()
        var ends: [Int32] = [0, 0]
        #expect(Foundation.pipe(&ends) == 0)
        try EncodedBody(bytes: "new").write(to: ends[1], label: "-")
        close(ends[1])
        #expect(
            try LiveInput(ends[0], owned: OpenDescriptor(owning: ends[0]), label: "-", until: nil)
                .readAll()
                == Array("new".utf8))
        #expect(throws: BodyFault.cannotWrite(path: "-", errno: EBADF)) {
            try EncodedBody(bytes: "new").write(to: pipe.output, label: "-")
        }
    }

    /// Also of a file and of a stream of Foundation, which no read waits for.
    @Test func notOnceCancelled() async throws {
        let scratch = try Scratch()
        let stream = ByteStream.inputStream { InputStream(data: Data("x".utf8)) }
        for content in [PartContent.file(try scratch.write("x", to: "f")), .stream(stream)] {
            let body = try EncodedBody([content])
            let task = Task {
                while !Task.isCancelled { await Task.yield() }
                return try await body.data()
            }
            task.cancel()
            let error = await #expect(throws: UploadError.self) { try await task.value }
            #expect(error?.code == .cancelled)
        }
    }

    /// A pipe is another one each time that it is read.
    @Test func equalsNoOtherContent() throws {
        let scratch = try Scratch()
        mkfifo(scratch.path + "/p", 0o600)
        let body = { (text: String) in
            Thread.detachNewThread {
                try? Data(text.utf8).write(
                    to: URL(fileURLWithPath: scratch.path + "/p"), options: [])
            }
            return try MultipartForm(parts: [.file("f", path: scratch.path + "/p")])
                .body(readsPipes: true)
        }
        let first = try body("abc")
        #expect(try first == body("abc"))
        #expect(try first != body("abd"))
    }

    #if os(Linux)
        @Test func toAFullDevice() throws {
            #expect(throws: BodyFault.cannotWrite(path: "/dev/full", errno: ENOSPC)) {
                try facts {
                    try EncodedBody(bytes: "new").write(to: URL(fileURLWithPath: "/dev/full"))
                }
            }
        }
    #endif

    @Test func notToADirectory() throws {
        let scratch = try Scratch()
        #expect(throws: BodyFault.cannotWrite(path: ByteString(scratch.path), errno: EISDIR)) {
            try facts {
                try EncodedBody(bytes: "new").write(to: URL(fileURLWithPath: scratch.path))
            }
        }
    }

    /// An input of the body under another name is not overwritten.
    @Test func notOverItsOwnInput() throws {
        let scratch = try Scratch()
        let path = try scratch.write("precious", to: "f")
        symlink("f", scratch.path + "/link")
        let body = try MultipartForm(parts: [.file("f", path: path)]).body()
        #expect(throws: BodyFault.outputIsInput(path: scratch["link"])) {
            try facts { try body.write(to: URL(fileURLWithPath: scratch.path + "/link")) }
        }
        #expect(try String(contentsOfFile: path.description, encoding: .utf8) == "precious")
    }
}
