import FormEncoding
import Testing

@testable import formpost

@Suite struct FormParserTests {
    typealias Content = FormParser.Argument.Content

    private func content(_ argument: ByteString, isLax: Bool = false) throws -> Content {
        var parser = FormParser(isLax: isLax)
        return try parser.parse(field(argument)).content
    }

    private func field(_ argument: ByteString) -> FormField {
        FormField(kind: .form, argument: argument, option: "-F")
    }

    /// `a=…` with parameters, each as it was read.
    private func parameters(_ argument: ByteString, isLax: Bool = false) throws -> [String] {
        var parser = FormParser(isLax: isLax)
        let argument = try parser.parse(field(argument))
        return argument.attributes.flatMap { parameters in
            [
                parameters.type.map { "type=\($0.value)" },
                parameters.filename.map { "filename=\($0.value)" },
                parameters.encoder.map { "encoder=\($0.value)" },
            ].compactMap(\.self)
                + parameters.headers.map { header in
                    switch header {
                    case .line(let line): "header=\(line.value)"
                    case .file(let path): "headers@\(path.value)"
                    }
                }
        }
    }

    @Test(arguments: [
        ("a=b", "a", "b"), ("=b", nil, "b"), ("a=", "a", ""), ("=", nil, ""),
        (" a =b", " a ", "b"), ("\"a\"=b", "\"a\"", "b"), ("a=b=c", "a", "b=c"),
        ("a= \"b\" ", "a", "b"), ("a=\" b \"", "a", " b "),
        ("a=\"@f\"", "a", "@f"), ("-x=1", "-x", "1"),
        ("a=)", "a", ")"), ("=)x", nil, ")x"), ("a=b,c", "a", "b,c"),
        ("a=\"b", "a", "\"b"), ("a=\"b;c\"", "a", "b;c"),
    ])
    func texts(_ argument: String, _ name: String?, _ text: String) throws {
        var parser = FormParser(isLax: false)
        let parsed = try parser.parse(field(ByteString(argument)))
        #expect(parsed.name == name.map { ByteString($0) })
        #expect(parsed.content == .text(ByteString(text), PartParameters()))
        #expect(parser.warnings.isEmpty)
    }

    /// With a blank before it, text begins; the blank is lost.
    @Test(arguments: ["@f", "(x", "<x", ")"])
    func textsAfterABlank(_ text: String) throws {
        #expect(
            try content(ByteString("a= \(text)"), isLax: true)
                == .text(ByteString(text), PartParameters()))
    }

    @Test func bytesThatAreNotUTF8Stay() throws {
        let raw: [UInt8] = [0xFF, 0x3D, 0xFE, 0x80]
        var parser = FormParser(isLax: false)
        let parsed = try parser.parse(field(ByteString(bytes: raw)))
        #expect(parsed.name?.bytes == [0xFF])
        #expect(parsed.content == .text(ByteString(bytes: [0xFE, 0x80]), PartParameters()))
    }

    @Test func nothingIsSpecialInAString() throws {
        for value: ByteString in ["@f", "<f", "(", ")", " b ; \"c", "\"b\";type=x/y"] {
            var parser = FormParser(isLax: false)
            let argument = ByteString(bytes: Array("=".utf8) + value.bytes)
            let parsed = try parser.parse(
                FormField(kind: .string, argument: argument, option: "--form-string"))
            #expect(parsed.content == .text(value, PartParameters()))
        }
    }

    @Test func files() throws {
        func file(_ path: ByteString, _ offset: Int) -> FormParser.File {
            FormFile(path: path, offset: offset, attributes: PartParameters())
        }
        #expect(try content("a=@f") == .files([file("f", 3)]))
        #expect(try content("a=@ f ") == .files([file("f", 4)]))
        #expect(try content("a=@") == .files([file("", 3)]))
        #expect(try content("a=@f,g") == .files([file("f", 3), file("g", 5)]))
        #expect(try content("a=@\"f,g\" , \"h;i\"") == .files([file("f,g", 3), file("h;i", 11)]))
        #expect(try content("a=@f,") == .files([file("f", 3), file("", 5)]))
        #expect(try content("a=<f,g") == .contents(file("f,g", 3)))
        #expect(try content("a=@-") == .files([file("-", 3)]))
        #expect(file("-", 0).isStandardInput)
        #expect(!file("./-", 0).isStandardInput)
    }

    @Test func groups() throws {
        #expect(try content("=(") == .open(PartParameters()))
        #expect(try content("a=( ") == .open(PartParameters()))
        #expect(try content("=)") == .close)
        #expect(try parameters("=(;type=multipart/alternative") == ["type=multipart/alternative"])
        #expect(try parameters("=( ; headers=A: b") == ["header=A: b"])
    }

    @Test(arguments: [
        ("a=b;type=x/y", ["type=x/y"]),
        ("a=b; TYPE= x/y ", ["type=x/y"]),
        ("a=b;type=text/plain; charset=utf-8", ["type=text/plain; charset=utf-8"]),
        ("a=b;type=x/y;q=\"1;2\"", ["type=x/y;q=\"1;2\""]),
        ("a=b;type=x/y;type=z/w", ["type=x/y;type=z/w"]),
        ("a=b;type=x/y;", ["type=x/y;"]),
        ("a=b;type=x/y; ", ["type=x/y; "]),
        ("a=@b;type=x/y; ;z", ["type=x/y; ;z"]),
        ("a=b;type=a;filename=b/c", ["type=a;filename=b/c"]),
        ("a=b;type=x/y;filename=f;type=z/w", ["type=z/w", "filename=f"]),
        ("a=b;type=x/y;filename=f;z=1", ["type=x/y", "filename=f", "lost: z=1"]),
        ("a=b;filename=f;filename=\" g;\"", ["filename= g;"]),
        ("a=b;filename=", ["filename="]),
        ("a=b;encoder=base64;encoder= 8BIT ", ["encoder=8BIT"]),
        ("a=b;encoder=", ["encoder="]),
        ("a=b;headers=X: y;headers=\"Z: 1;2\"", ["header=X: y", "header=Z: 1;2"]),
        ("a=b;headers=@h", ["headers@h"]),
        ("a=b;headers=< \"h;\" ", ["headers@h;"]),
        ("a=b;headers= @h", ["header=@h"]),
        ("a=b;;;type=x/y", ["type=x/y"]),
        ("a=@f;type=x/y;filename=g,h;encoder=7bit", ["type=x/y", "filename=g", "encoder=7bit"]),
        ("a=@f;type=a,b/c", ["type=a,b/c"]),
        ("a=@f;type=x/y,g;type=z/w", ["type=x/y", "type=z/w"]),
        ("a=<f;type=x/y;encoder=base64", ["type=x/y", "encoder=base64"]),
    ])
    func parameters(_ argument: String, _ expected: [String]) throws {
        let lost = expected.contains { $0.hasPrefix("lost: ") }
        let kept = expected.filter { !$0.hasPrefix("lost: ") }
        #expect(try parameters(ByteString(argument), isLax: lost) == kept)
    }
}
