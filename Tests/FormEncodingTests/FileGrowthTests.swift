import Foundation
import Testing

@testable import FormEncoding

/// A file that may grow: what it had when it was measured is sent, and the rest is counted.
@Suite struct FileGrowthTests {
    private static let content = Array("line 1\nline 2\n".utf8)

    /// Before it is opened and after some of it was read, in one read of the file and in several.
    @Test(
        arguments: [(0, 64), (0, 4096), (1, 4096), (70, 8)], ["8bit", "base64", "quoted-printable"])
    func sendsTheStart(sizes: (first: Int, next: Int), encoder: ByteString) throws {
        let scratch = try Scratch()
        let path = try scratch.write(Self.content, to: "f")
        let grown = Grown()
        let form = MultipartForm(
            parts: [
                FormPart(
                    name: "f",
                    transferEncoding: ContentTransferEncoding(name: encoder),
                    content: .file(path))
            ], boundary: try Boundary("B"))
        let whole = Array(try form.body().data())
        let body = try EncodedBody([.form(form)], onGrowth: grown.note)
        let reader = body.makeReader()
        let first = try reader.readOnce(sizes.first)
        try scratch.append("line 3\n", to: "f")
        #expect(first + (try reader.readAll(by: sizes.next)) == whole)
        #expect(grown.all == [path: 7])
        // Another attempt sends the same.
        try scratch.append("4", to: "f")
        #expect(Array(try body.data()) == whole)
        #expect(grown.all == [path: 8])
    }

    /// It has an offset, and the path has been taken by another file.
    @Test func descriptorThatGrows() throws {
        let scratch = try Scratch()
        try scratch.write(Self.content, to: "f")
        let descriptor = open(scratch.path + "/f", O_RDONLY)
        defer { close(descriptor) }
        #expect(lseek(descriptor, 7, SEEK_SET) == 7)
        let grown = Grown()
        let body = try EncodedBody(
            [try .descriptor(descriptor, label: "-")], onGrowth: grown.note)
        try scratch.append("line 3\n", to: "f")
        scratch.remove("f")
        #expect(Array(try body.data()) == Array("line 2\n".utf8))
        #expect(grown.all == ["-": 7])
    }

    @Test(arguments: [FileCheckTests.Change.shorter, .empty, .modified, .replaced, .removed])
    func otherChangesAreErrors(change: FileCheckTests.Change) throws {
        let scratch = try Scratch()
        let path = try scratch.write([UInt8](repeating: 0x61, count: 10_000), to: "f")
        let grown = Grown()
        let body = try EncodedBody([.file(path)], onGrowth: grown.note)
        try change.apply(in: scratch)
        #expect(throws: change.error(for: path)) { try facts { try body.data() } }
        #expect(grown.all == [:])
    }

    @Test func anEmptyFileThatGrows() throws {
        let scratch = try Scratch()
        let path = try scratch.write("", to: "f")
        let grown = Grown()
        let body = try EncodedBody([.bytes("abc"), .file(path)], onGrowth: grown.note)
        try scratch.append("x", to: "f")
        #expect(Array(try body.data()) == Array("abc".utf8))
        #expect(grown.all == [path: 1])
    }
}

/// The calls of the observer.
private final class Grown: @unchecked Sendable {  // used by one thread at a time
    private(set) var all: [ByteString: Int64] = [:]

    var note: GrowthObserver {
        { [self] surplus, label in all[label] = surplus }
    }
}
