import FormEncoding
import Testing

@testable import formpost

/// Lists of paths, one a line or ended by NULs.
@Suite struct PathListTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var list: String
        var terminator = PathList.Terminator.lineEnd
        var paths: [ByteString]

        var testDescription: String { list.debugDescription }
    }

    private static let rows = [
        Row(list: "", paths: []),
        Row(list: "\n\n", paths: []),
        Row(list: "a\nb\n", paths: ["a", "b"]),
        Row(list: "a\n\nb", paths: ["a", "b"]),
        Row(list: " a, b;\"c\" \n", paths: [" a, b;\"c\" "]),
        Row(list: "a\r\nb\r\n", paths: ["a", "b"]),
        Row(list: "a\r\n\r\nb\r\n", paths: ["a", "b"]),
        Row(list: "\u{FEFF}a\r\nb\r\n", paths: ["a", "b"]),
        Row(list: "\u{FEFF}a\nb\n", paths: ["\u{FEFF}a", "b"]),
        Row(list: "a\r\nb\n", paths: ["a\r", "b"]),
        Row(list: "a\r\nb", paths: ["a\r", "b"]),
        Row(list: "a\rb\n", paths: ["a\rb"]),
        Row(list: "a\0b\0", terminator: .nul, paths: ["a", "b"]),
        Row(list: "a\n\0b\r\n", terminator: .nul, paths: ["a\n", "b\r\n"]),
        Row(list: "\0\0a", terminator: .nul, paths: ["a"]),
    ]

    private func paths(
        _ list: [UInt8], _ terminator: PathList.Terminator
    ) throws -> [ByteString] {
        var paths: [ByteString] = []
        try PathList.read(list, endedBy: terminator) { paths.append($0.path) }
        return paths
    }

    @Test func countsLines() throws {
        var numbers: [Int] = []
        try PathList.read(Array("\r\na\r\n\r\nb\r\n".utf8), endedBy: .lineEnd) {
            numbers.append($0.number)
        }
        #expect(numbers == [2, 4])
    }

    @Test(arguments: rows) func splits(row: Row) throws {
        #expect(try paths(Array(row.list.utf8), row.terminator) == row.paths)
    }

    @Test func keepsOtherBytes() throws {
        let list: [UInt8] = [0xFF, 0x80, 0x0A, 0x41]
        #expect(
            try paths(list, .lineEnd)
                == [ByteString(bytes: [0xFF, 0x80]), "A"])
    }

    @Test func refusesNUL() {
        #expect(throws: PathList.NULByte(line: 2)) {
            try paths(Array("a\nb\0c\0".utf8), .lineEnd)
        }
        #expect(
            Messages.text(PathList.NULByte(line: 1), "-")
                == "standard input has a NUL byte in line 1: are its paths ended by NULs "
                + "(--each-null)?")
    }
}
