import FormEncoding
import Testing

@testable import formpost

@Suite struct HeaderFileTests {
    @Test(arguments: [
        ("", []),
        ("X: y", ["X: y"]),
        ("X: y\n", ["X: y"]),
        ("X: y\r\nZ: w \t\r\n", ["X: y", "Z: w"]),
        ("# c\nX: y\n#d", ["X: y"]),
        ("X: #y\n #z\n", ["X: #y #z"]),
        ("X: y\n z\n\tw\n", ["X: y z\tw"]),
        ("X: y\n\n z\n", ["X: y z"]),
        ("X: y\n# c\n z", ["X: y", " z"]),
        ("\n\n  \nX: y", ["X: y"]),
        ("  X: y", ["  X: y"]),
        ("X:\ry\n\r\n", ["X:y"]),
        ("no colon\n", ["no colon"]),
    ])
    func files(_ content: String, _ headers: [String]) {
        let lines = HeaderFile(content.utf8).lines
        #expect(lines.map { String(decoding: $0.bytes, as: UTF8.self) } == headers)
    }

    @Test func headersKnowTheirLine() {
        #expect(HeaderFile("# c\n\nX: y\n z\nZ: w".utf8).lines.map(\.number) == [3, 5])
    }

    @Test func aLongHeaderIsWhole() {
        let long = Array("X: ".utf8) + Array(repeating: UInt8(ascii: "y"), count: 2000)
        let line = HeaderFile(long).lines[0]
        #expect(line.bytes == long)
        #expect(line.truncated == Array(long[..<998]))
        #expect(HeaderFile(long[..<998]).lines[0].truncated == nil)
    }

    @Test func aSmallFileIsRead() throws {
        #expect(try SmallFile.read("/dev/null") == [])
        #expect(throws: InputError.isDirectory) { try SmallFile.read("/") }
        #expect(throws: InputError.system(2)) { try SmallFile.read("/no/such/file") }
        #expect(throws: InputError.system(2)) { try SmallFile.read("/dev/null\0") }
        #expect(throws: InputError.system(27)) { try SmallFile.read("/dev/zero") }
    }
}
