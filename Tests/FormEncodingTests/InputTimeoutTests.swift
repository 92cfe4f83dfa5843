import Foundation
import Testing

@testable import FormEncoding

/// Inputs that are waited for, until a limit of time is reached or for as long as it takes.
@Suite struct InputTimeoutTests {
    /// Nobody opens the FIFO, and no reader waits in open(2).
    @Test func fifosOfNobody() throws {
        let scratch = try Scratch()
        mkfifo(scratch.path + "/p", 0o600)
        let form = MultipartForm(parts: [.file("f", path: scratch["p"])])
        let error = BodyFault.timedOut(
            path: scratch["p"], after: .milliseconds(50), lacksWriter: true)
        let limit = { TimeLimit(.milliseconds(50)) }
        #expect(throws: error) {
            try EncodedBody([.form(form)], irregularFiles: .spool(), until: limit())
        }
        let streamed = try EncodedBody([.form(form)], irregularFiles: .stream, until: limit())
        #expect(throws: error) { try facts { try streamed.data() } }
    }

    /// A writer that holds the FIFO open and is silent, at first or after a while.
    @Test(arguments: ["", "some"])
    func fifosOfTheSilent(first: String) throws {
        let scratch = try Scratch()
        mkfifo(scratch.path + "/p", 0o600)
        let writer = open(scratch.path + "/p", O_RDWR)
        defer { close(writer) }
        Pipe.write(first.utf8, to: writer)
        let timeout = BodyFault.timedOut(path: scratch["p"], after: .milliseconds(50))
        #expect(throws: timeout) {
            try EncodedBody(
                [.file(scratch["p"])], irregularFiles: .spool(),
                until: TimeLimit(.milliseconds(50)))
        }
    }

    /// A writer that comes when the reader waits already, and one that has nothing to say: an end
    /// before there was a writer is none.
    @Test(arguments: ["late", ""], [nil, Duration.seconds(60)])
    func fifosWithALateWriter(text: String, duration: Duration?) throws {
        let scratch = try Scratch()
        mkfifo(scratch.path + "/p", 0o600)
        let path = scratch.path + "/p"
        Thread {
            // Opening blocks until the reader is there.
            let writer = open(path, O_WRONLY)
            usleep(20_000)
            Pipe.write(text.utf8, to: writer)
            close(writer)
        }.start()
        let limit = duration.map { TimeLimit($0) }
        let body = try EncodedBody(
            [.file(scratch["p"])], irregularFiles: .spool(), until: limit)
        #expect(try body.text == text)
    }

    @Test func pipesThatStayOpen() throws {
        let pipe = try Pipe()
        pipe.write("some".utf8)
        let timeout = BodyFault.timedOut(path: "-", after: .milliseconds(50))
        let limit = TimeLimit(.milliseconds(50))
        #expect(throws: timeout) {
            try PartContent.spooled(pipe.output, until: limit)
        }
        let stream = try PartContent.descriptor(
            pipe.output, label: "-", irregularFiles: .stream, until: limit)
        #expect(throws: timeout) {
            try facts { try EncodedBody([stream]).data() }
        }
    }

    /// There is always more to read.
    @Test func devicesWithoutAnEnd() throws {
        let timeout = BodyFault.timedOut(path: "/dev/zero", after: .milliseconds(50))
        #expect(throws: timeout) {
            try EncodedBody(
                [.file("/dev/zero")], irregularFiles: .spool(maximumSize: .max),
                until: TimeLimit(.milliseconds(50)))
        }
    }

    /// A pass over a file that takes longer than there is time for; one that is sent as it is takes
    /// none.
    @Test(arguments: [ContentTransferEncoding.quotedPrintable, .sevenBit])
    func filesThatAreMeasuredForLong(encoding: ContentTransferEncoding) throws {
        let scratch = try Scratch()
        let path = try scratch.resize("f", to: 1 << 42)
        var part = FormPart.file("f", path: path)
        let limit = TimeLimit(.milliseconds(50))
        #expect(
            try EncodedBody([.form(MultipartForm(parts: [part]))], until: limit)
                .contentLength != nil)
        part.transferEncoding = encoding
        let timeout = BodyFault.timedOut(path: path, after: .milliseconds(50))
        #expect(throws: timeout) {
            try EncodedBody([.form(MultipartForm(parts: [part]))], until: limit)
        }
    }
}
