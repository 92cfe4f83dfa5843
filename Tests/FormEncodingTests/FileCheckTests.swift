import Foundation
import Testing

@testable import FormEncoding

/// A file is what it was when its length was announced, or the body never ends as if it were whole.
@Suite struct FileCheckTests {
    /// All changes of a file, and their errors.
    enum Change: String, CaseIterable, Sendable {
        case shorter, longer, empty, modified, replaced, removed, directory, fifo, socket

        /// Those that leave the bytes as they are behind a descriptor that is open.
        static let ofTheName: [Change] = [.replaced, .removed, .directory, .fifo, .socket]
        static let ofTheBytes: [Change] = [.shorter, .longer, .empty, .modified]

        func apply(in scratch: Scratch) throws {
            switch self {
            case .shorter: try scratch.resize("f", to: 9_999)
            case .longer: try scratch.append("x", to: "f")
            case .empty: try scratch.resize("f", to: 0)
            case .modified: try scratch.touch("f", by: -5)
            case .replaced:
                try scratch.write([UInt8](repeating: 0x62, count: 10_000), to: "g")
                rename(scratch.path + "/g", scratch.path + "/f")
            case .removed: scratch.remove("f")
            case .directory:
                scratch.remove("f")
                mkdir(scratch.path + "/f", 0o700)
            case .fifo:
                scratch.remove("f")
                mkfifo(scratch.path + "/f", 0o600)
            case .socket:
                scratch.remove("f")
                mknod(scratch.path + "/f", S_IFSOCK | 0o600, 0)
            }
        }

        func error(for path: ByteString) -> BodyFault {
            switch self {
            case .shorter: .fileResized(path: path, announced: 10_000, actual: 9_999)
            case .longer: .fileResized(path: path, announced: 10_000, actual: 10_001)
            case .empty: .fileResized(path: path, announced: 10_000, actual: 0)
            case .modified: .fileModified(path: path)
            case .removed: .cannotRead(path: path, errno: ENOENT)
            case .replaced, .directory, .fifo, .socket: .fileReplaced(path: path)
            }
        }
    }

    private func form(_ scratch: Scratch) throws -> MultipartForm {
        let path = try scratch.write([UInt8](repeating: 0x61, count: 10_000), to: "f")
        return MultipartForm(
            parts: [.text("a", "b"), .file("f", path: path), .text("c", "d")],
            boundary: try Boundary("B"))
    }

    /// In one read of the file and in several.
    @Test(arguments: Change.allCases, [100, 4096, 20_000])
    func beforeItIsOpened(change: Change, size: Int) throws {
        let scratch = try Scratch()
        let body = try form(scratch).body()
        let reader = body.makeReader()
        try change.apply(in: scratch)
        let error = change.error(for: scratch["f"])
        #expect(throws: error) { try reader.readAll(by: size) }
        // It stays an error, and the rest of the body never comes.
        #expect(throws: error) { try reader.readAll() }
        #expect(!reader.isAtEnd)
        // Nor does a byte of what is not the file.
        #expect(reader.bytesRead <= body.sections[..<2].compactMap(\.length).reduce(0, +))
    }

    @Test(arguments: Change.ofTheBytes)
    func whileItIsRead(change: Change) throws {
        let scratch = try Scratch()
        let body = try form(scratch).body()
        let reader = body.makeReader()
        #expect(try reader.readOnce(3000).count == 3000)
        #expect(reader.currentPart == PartReference(index: 1, name: "f", filename: "f"))
        try change.apply(in: scratch)
        let error = change.error(for: scratch["f"])
        #expect(throws: error) { try reader.readAll(by: 100) }
        // The last byte of the file was held back, and all that follows it.
        let frame = try #require(body.contentLength) - 10_000
        #expect(reader.bytesRead < frame + 10_000)
        #expect(throws: error) { try reader.readOnce(1) }
    }

    /// An open file is watched as before when it has lost its name.
    @Test func fileWithoutANameThatIsWrittenTo() throws {
        let scratch = try Scratch()
        let reader = try form(scratch).body().makeReader()
        let writer = open(scratch.path + "/f", O_WRONLY)
        defer { close(writer) }
        _ = try reader.readOnce(3000)
        scratch.remove("f")
        #expect(ftruncate(writer, 9_999) == 0)
        #expect(throws: Change.shorter.error(for: scratch["f"])) { try reader.readAll() }
    }

    /// The last byte of a body that is nothing but a file is held back, too.
    @Test(arguments: [Change.shorter, .longer, .modified])
    func bodyOfOneFile(change: Change) throws {
        let scratch = try Scratch()
        _ = try form(scratch)
        let reader = try EncodedBody([.file(scratch["f"])]).makeReader()
        #expect(try reader.readOnce(9_000).count == 9_000)
        try change.apply(in: scratch)
        #expect(throws: change.error(for: scratch["f"])) {
            try reader.readOnce(1_000)
        }
        #expect(reader.bytesRead == 9_000)
    }

    @Test func anEmptyFileThatGrows() throws {
        let scratch = try Scratch()
        let path = try scratch.write("", to: "f")
        let body = try EncodedBody([.bytes("abc"), .file(path)])
        #expect(body.contentLength == 3)
        #expect(try body.makeReader().readOnce(3) == Array("abc".utf8))
        try scratch.append("x", to: "f")
        #expect(throws: BodyFault.fileResized(path: path, announced: 0, actual: 1)) {
            try body.makeReader().readOnce(3)
        }
    }

    /// The buffer is full already, so that nothing of the file is asked for.
    @Test(arguments: Change.ofTheName)
    func anEmptyFileThatIsReplaced(change: Change) throws {
        let scratch = try Scratch()
        let path = try scratch.write("", to: "f")
        let reader = try EncodedBody([.bytes("abc"), .file(path)]).makeReader()
        try change.apply(in: scratch)
        #expect(throws: change.error(for: path)) { try reader.readOnce(3) }
    }

    /// The length of quoted-printable depends on the content, so a change of content of the same
    /// size that the clock does not show is an error still.
    @Test(arguments: ["a=b=c=", "abcdef"])
    func lengthThatCameOutDifferent(content: String) throws {
        let scratch = try Scratch()
        let path = try scratch.write("a=bcd=", to: "f")
        let file = try #require(try FileRange(path: path))
        let section = try BodySection(.file(file), encoding: .transfer(.quotedPrintable))
        try scratch.write(content, to: "f")
        let unchanged = try #require(try FileRange(path: path))
        for size in [1, 5, 4096] {
            var changed = section
            changed.source = .file(unchanged)
            #expect(throws: BodyFault.fileModified(path: path)) { try changed.bytes(by: size) }
        }
    }

    /// More than was announced, where the announced end is that of the encoder's first chunk.
    @Test func lengthThatEndsWithAChunk() throws {
        let bytes = [UInt8](repeating: 0x61, count: 100_000)
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 1)
        defer { room.deallocate() }
        let fill = { (room: UnsafeMutableRawBufferPointer) throws(BodyFault) in
            room.copyBytes(from: bytes.prefix(room.count))
            return room.count
        }
        let first = try EncodingReader(QuotedPrintableEncoder()).read(into: room, from: fill)
        let reader = EncodingReader(
            QuotedPrintableEncoder(), announced: (Int64(first), .fileModified(path: "f")))
        #expect(throws: BodyFault.fileModified(path: "f")) {
            try reader.read(into: room, from: fill)
        }
    }

    /// A hole of 8 GiB is neither read nor held.
    @Test func lengthOfALargeSparseFile() throws {
        let scratch = try Scratch()
        let path = try scratch.resize("f", to: 8 << 30)
        // One that is given would be searched for in the file.
        let form = MultipartForm(parts: [.file("f", path: path)])
        let body = try form.body()
        let frame = wire(
            form.boundary.value.description,
            part(
                #"form-data; name="f"; filename="f""#, "Content-Type: application/octet-stream",
                body: "")
        ).utf8.count
        #expect(body.contentLength == 8 << 30 + Int64(frame))
        #expect(try body.makeReader().readOnce(2 << 20).count == 2 << 20)
        var encoded = MultipartForm(parts: [.file("f", path: path)])
        encoded.parts[0].transferEncoding = .base64
        let section = try #require(try encoded.body().sections.dropFirst().first)
        #expect(section.length == 11_754_647_336)
    }

    @Test func filesGiveBackWhatTheyOpened() throws {
        let scratch = try Scratch()
        let path = try scratch.write("x", to: "f")
        func isOpen() throws -> Bool {
            let own = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
            return own.contains {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))
                    == scratch.path + "/f"
            }
        }
        let body = try EncodedBody([.file(path), .bytes("y")])
        #expect(try !isOpen())
        var reader: BodyReader? = body.makeReader()
        _ = try reader?.readOnce(1)
        #expect(try isOpen())
        reader = nil
        #expect(try !isOpen())
        reader = body.makeReader()
        _ = try reader?.readOnce(1)
        reader?.close()
        #expect(try !isOpen())
        reader = body.makeReader()
        #expect(try reader?.readOnce(3) == Array("xy".utf8))
        #expect(try !isOpen())
    }
}
