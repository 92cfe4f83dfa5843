import FormEncoding
import Foundation
import TestSupport
import Testing

@testable import formpost

/// Patterns of files, in a tree of every kind of thing.
@Suite struct FilePatternTests {
    private static let directories = ["d", "d/e", "d/e/f", "d/.h", "x y", "real"]
    private static let files = [
        "a.txt", "b.txt", "B.txt", "c.jpg", ".hidden.txt", "[1].txt", "d/a.txt", "d/e/b.txt",
        "d/e/f/c.txt", "d/.h/a.txt", "d/.x.txt", "x y/a,b;c.txt", "real/r.txt", "\u{E4}.txt",
    ]

    private static func tree() throws -> TemporaryDirectory {
        let tree = try TemporaryDirectory()
        for name in directories { try tree.directory(name) }
        for name in files { try tree.file(name, "") }
        for (name, target) in [
            ("linkdir", "real"), ("link.txt", "a.txt"), ("dangling.txt", "nowhere"),
            ("d/up", ".."),
        ] {
            try #require(symlink(target, tree.path(name)) == 0)
        }
        try #require(mkfifo(tree.path("fifo.txt"), 0o600) == 0)
        return tree
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var pattern: String
        var files: [String]

        init(_ pattern: String, _ files: String...) {
            (self.pattern, self.files) = (pattern, files)
        }

        var testDescription: String { pattern }
    }

    private static let rows = [
        Row(
            "*.txt", "B.txt", "[1].txt", "a.txt", "b.txt", "dangling.txt", "link.txt", "\u{E4}.txt"),
        Row("?.txt", "B.txt", "a.txt", "b.txt", "\u{E4}.txt"),
        Row("[ab].*", "a.txt", "b.txt"),
        Row(#"\[1\].*"#, "[1].txt"),
        Row(".*", ".hidden.txt"),
        Row(
            "*.{jpg,txt}", "B.txt", "[1].txt", "a.txt", "b.txt", "c.jpg", "dangling.txt",
            "link.txt", "\u{E4}.txt"),
        Row("{a.*,*.jpg,a.txt}", "a.txt", "c.jpg"),
        Row("d/*", "d/a.txt"),
        Row("d//*", "d/a.txt"),
        Row("d/.*", "d/.x.txt"),
        Row("d/.*/*", "d/.h/a.txt"),
        Row("*/*.txt", "d/a.txt", "linkdir/r.txt", "real/r.txt", "x y/a,b;c.txt"),
        Row("d/**", "d/a.txt", "d/e/b.txt", "d/e/f/c.txt"),
        Row("d/**/*.txt", "d/a.txt", "d/e/b.txt", "d/e/f/c.txt"),
        Row("d/**/**/e/**/b.txt", "d/e/b.txt"),
        Row("**/c.*", "c.jpg", "d/e/f/c.txt"),
        Row("**/r.txt", "real/r.txt"),
        Row("linkdir/**", "linkdir/r.txt"),
        Row("d/up/*.jpg", "d/up/c.jpg"),
        Row("d**", "dangling.txt"),
        Row("*/", ""), Row("nowhere/*", ""), Row("a.txt/*", ""), Row("*.png", ""),
        Row("**/fifo.t?t", ""),
        Row("{fifo,*}.jpg", "c.jpg", "fifo.jpg"),
        Row("**/fifo.txt", "fifo.txt"),
        // What is literal is not looked at.
        Row("a.txt", "a.txt"), Row("no such", "no such"), Row(#"no\*such"#, "no*such"),
        Row("fifo.txt", "fifo.txt"), Row("d", "d"), Row("{a,nowhere}.txt", "a.txt", "nowhere.txt"),
        Row("d//a.txt", "d//a.txt"), Row("[1.txt", "[1.txt"),
    ]

    @Test(arguments: rows) func finds(row: Row) throws {
        let tree = try Self.tree()
        let root = Array("\(tree.path)/".utf8)
        let isAbsolute = { (file: ByteString) in file.starts(with: root) }
        // A pattern with a slash in braces would have the root in the first choice only.
        let quoted = root.flatMap { UInt8(ascii: "/") == $0 ? [$0] : [UInt8(ascii: "\\"), $0] }
        let pattern = try FilePattern(ByteString(bytes: quoted + Array(row.pattern.utf8)))
        let found = try pattern.files()
        #expect(found.allSatisfy(isAbsolute))
        #expect(
            found.map { ByteString(bytes: $0.dropFirst(root.count)).description }
                == row.files.filter { !$0.isEmpty })
    }

    @Test func findsNamesOfAnyBytes() throws {
        let tree = try TemporaryDirectory()
        let name = ByteString(bytes: Array("\(tree.path)/a".utf8) + [0xFF, 0x0A, 0x80])
        try #require(close(open(name.cString, O_CREAT | O_WRONLY, 0o600)) == 0)
        #expect(try FilePattern(ByteString("\(tree.path)/a???")).files() == [name])
        #expect(try FilePattern(ByteString("\(tree.path)/a??")).files().isEmpty)
    }

    @Test func isLiteralWithoutWildcards() throws {
        #expect(try FilePattern("a/b c,d;e").isLiteral)
        #expect(try FilePattern(#"a\*"#).isLiteral)
        #expect(!(try FilePattern("{a,b}").isLiteral))
        #expect(!(try FilePattern("**").isLiteral))
    }

    /// Without recursion, and to no directory twice.
    @Test func goesDeep() throws {
        let tree = try TemporaryDirectory()
        var path = tree.path
        for _ in 0..<300 {
            path += "/d"
            try #require(mkdir(path, 0o700) == 0)
        }
        let pattern = try FilePattern(ByteString("\(tree.path)/**/d/**/f"))
        #expect(try pattern.files().isEmpty)
        try tree.file(String(path.dropFirst(tree.path.count + 1)) + "/f", "")
        #expect(try pattern.files() == [ByteString(path + "/f")])
    }

    @Test func speaks() {
        #expect(
            Messages.text(FilePattern.Problem.unreadableDirectory("a b", errno: EACCES))
                == "cannot read the directory 'a b': Permission denied")
        #expect(
            Messages.text(FilePattern.Problem.tooManyAlternatives(most: 7))
                == "the braces stand for more than 7 patterns")
    }
}
