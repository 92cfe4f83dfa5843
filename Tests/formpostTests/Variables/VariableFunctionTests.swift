import FormEncoding
import Foundation
import TestSupport
import Testing

@testable import formpost

/// What functions make of values, beside the system's tools.
@Suite struct VariableFunctionTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func expand(_ value: Variable, _ functions: String) throws -> ByteString {
        var variables = Variables()
        variables.set("x", value)
        let template = try Template(ByteString("{{x\(functions.isEmpty ? "" : ":")\(functions)}}"))
        return try #require(try variables.expand(template).text)
    }

    static let texts: [(String, String, ByteString)] = [
        ("", "", ""), (" a\tb\r\n", "", " a\tb\r\n"),
        (" \t\r\n\u{0B}\u{0C}a b \n", "trim", "a b"), (" \n", "trim", ""),
        ("a\"b\\c\u{08}\u{0C}\n\r\t\u{01}\u{1F}/é", "json", #"a\"b\\c\b\f\n\r\t\u0001\u001f/é"#),
        ("a b/ü~-._+&", "url", "a%20b%2F%C3%BC~-._%2B%26"), ("", "url", ""),
        ("a", "b64", "YQ=="), ("ab", "b64", "YWI="), ("abc", "b64", "YWJj"), ("", "b64", ""),
        ("YWI=", "64dec", "ab"), ("YWJj", "64dec", "abc"), ("", "64dec", ""),
        ("YWI", "64dec", "[64dec-fail]"), ("YW=I", "64dec", "[64dec-fail]"),
        ("Y===", "64dec", "[64dec-fail]"), ("YWI=\n", "64dec", "[64dec-fail]"),
        ("YW I", "64dec", "[64dec-fail]"), ("YWI-", "64dec", "[64dec-fail]"),
        (" a ", "trim:b64:64dec:hex", "61"), ("a\nÿ", "hex", "610ac3bf"),
        ("abc", "size", "3"), ("", "size", "0"), ("abc", "md5:size", "16"),
        ("abc", "md5", "900150983cd24fb0d6963f7d28e17f72"),
        ("abc", "md5:b64", "kAFQmDzST7DWlj99KOF/cg=="),
        ("abc", "md5:hex", "900150983cd24fb0d6963f7d28e17f72"),
        ("abc", "md5:url", "900150983cd24fb0d6963f7d28e17f72"),
        ("123456789", "crc32", "cbf43926"), ("123456789", "crc32:b64", "y/Q5Jg=="),
        ("a/b c.tar.gz", "name", "b c.tar.gz"), ("a/b c.tar.gz", "stem", "b c.tar"),
        ("a/b c.tar.gz", "ext", "gz"), ("a/b c.tar.gz", "dir", "a"),
        ("/a", "dir", "/"), ("a", "dir", "."), ("a//b", "dir", "a"), ("a/b/", "name", "b"),
        ("/", "dir", "/"), ("", "dir", "."), ("a/b/c", "dir:name", "b"),
        (".profile", "stem", ".profile"), (".profile", "ext", ""), ("a.", "stem", "a."),
        ("a.b/c", "ext", ""),
    ]

    @Test(arguments: texts)
    func text(_ text: String, _ functions: String, _ expected: ByteString) throws {
        #expect(try expand(.text(Array(text.utf8)), functions) == expected)
    }

    static let tools: [(String, [String])] = [
        ("sha256", ["sha256sum"]), ("sha512", ["sha512sum"]), ("sha1", ["sha1sum"]),
        ("md5", ["md5sum"]),
        (
            "crc32",
            [
                "python3", "-c",
                "import sys, zlib; print('%08x' % zlib.crc32(open(sys.argv[1], 'rb').read()))",
            ]
        ),
        ("size", ["stat", "-c", "%s"]), ("b64", ["base64", "-w0"]),
    ]

    @Test(arguments: tools)
    func fileAsBySystem(_ function: String, _ tool: [String]) async throws {
        let paths = [
            try directory.file("empty", ""), try directory.file("a b'.txt", "text\n"),
            try directory.patternFile("large", size: 3 << 20),
        ]
        for path in paths {
            let result = try await Command("/usr/bin/env", arguments: tool + [path]).run()
            let word = result.stdoutText.split(whereSeparator: \.isWhitespace).first ?? ""
            let file = Variable.file(VariableFile(path: ByteString(path)))
            #expect(try expand(file, function) == ByteString(word), "\(path)")
            guard function != "b64" else { continue }
            #expect(try expand(.path(ByteString(path)), function) == ByteString(word), "\(path)")
        }
    }

    @Test func aDigestInBase64AsByOpenSSL() async throws {
        let path = try directory.patternFile("f", size: 300_001)
        let script = "openssl dgst -sha512 -binary \"$0\" | base64 -w0"
        let result = try await Command("/bin/sh", arguments: ["-c", script, path]).run()
        let value = try expand(.path(ByteString(path)), "sha512:b64")
        #expect(result.stdoutText.isEmpty || value == ByteString(result.stdoutText))
    }

    @Test func rangesOfFiles() throws {
        let path = ByteString(try directory.file("f", "0123456789"))
        let file = { Variable.file(VariableFile(path: path, range: $0)) }
        #expect(try expand(file(2...4), "") == "234")
        #expect(try expand(file(8...100), "") == "89")
        #expect(try expand(file(10...11), "") == "")
        #expect(try expand(file(2...4), "size") == "3")
        #expect(try expand(file(8...(.max)), "size") == "2")
        #expect(try expand(file(10...11), "size") == "0")
        #expect(try expand(file(2...4), "md5") == expand(.text(Array("234".utf8)), "md5"))
        #expect(try expand(file(2...4), "name") == "f")
    }

    #if os(Linux)
        /// Its size is 0.
        @Test func aFileOfTheSystemHasItsBytes() throws {
            let file = Variable.file(VariableFile(path: "/proc/version"))
            let count = try Data(contentsOf: URL(fileURLWithPath: "/proc/version")).count
            #expect(try expand(file, "size") == ByteString("\(count)"))
        }
    #endif

    @Test func aPathIsItsText() throws {
        let path = try directory.file("a b.txt", "content")
        #expect(try expand(.path(ByteString(path)), "") == ByteString(path))
        #expect(try expand(.path(ByteString(path)), "stem:url") == "a%20b")
        #expect(try expand(.file(VariableFile(path: ByteString(path))), "") == "content")
    }

    @Test func timesAreInUTC() throws {
        let path = try directory.file("f", "")
        let date = Date(timeIntervalSince1970: 1_700_000_000.5)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        #expect(try expand(.path(ByteString(path)), "mtime") == "2023-11-14T22:13:20Z")
    }

    @Test func failures() throws {
        let text = Variable.text(Array("a".utf8))
        #expect(throws: VariableProblem.noFile(function: "mtime", variable: "x")) {
            try expand(text, "mtime")
        }
        #expect(throws: VariableProblem.nul("x")) { try expand(.text([0x61, 0]), "") }
        #expect(try expand(.text([0x61, 0]), "b64") == "YQA=")
        #expect(try expand(.text([0x61, 0]), "json") == "a\\u0000")
        let path = ByteString(directory.path("none"))
        #expect(throws: VariableProblem.unreadable(path, errno: 2)) {
            try expand(.path(path), "sha256")
        }
        let folder = ByteString(directory.path)
        #expect(throws: VariableProblem.unreadable(folder, errno: EISDIR)) {
            try expand(.path(folder), "md5")
        }
        let large = ByteString(try directory.sparseFile("large", size: 10_000_001))
        #expect(throws: VariableProblem.unreadable(large, errno: EFBIG)) {
            try expand(.file(VariableFile(path: large)), "b64")
        }
        #expect(try expand(.file(VariableFile(path: large)), "size") == "10000001")
    }

    @Test func whatWasHashedIsRemembered() throws {
        let path = ByteString(try directory.file("f", "a"))
        var variables = Variables()
        variables.set("x", .path(path))
        _ = try variables.expand(try Template("{{x:name}}{{x}}{{x:mtime}}"))
        #expect(variables.hashed == [])
        _ = try variables.expand(try Template("{{x:sha256}}{{x:md5:b64}}{{x:size}}"))
        #expect(variables.hashed.map(\.path) == [path, path, path])
        for file in variables.hashed { try file.check() }
        try directory.file("f", "b")
        for file in variables.hashed {
            #expect(throws: VariableProblem.changed(path)) { try file.check() }
        }
    }
}
