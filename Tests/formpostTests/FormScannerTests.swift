import FormEncoding
import Testing

@testable import formpost

/// Each row: the input, the result and the rest.
@Suite struct FormScannerTests {
    @Test(arguments: [
        ("a=b", "a", "b"), ("=b", "", "b"), ("a==b", "a", "=b"), (" a \"=", " a \"", ""),
        ("é;,=x", "é;,", "x"),
    ])
    func names(_ input: String, _ name: String, _ rest: String) {
        var scanner = FormScanner(ByteString(input))
        #expect(scanner.name() == ByteString(name))
        #expect(scanner.rest == ByteString(rest))
    }

    @Test(arguments: ["", "a", "\"a\""])
    func noName(_ input: String) {
        var scanner = FormScanner(ByteString(input))
        #expect(scanner.name() == nil)
        #expect(scanner.rest == ByteString(input))
    }

    @Test(arguments: [
        ("type=x", true, "x"), ("TyPe=x", true, "x"), ("type =x", false, "type =x"),
        ("typ", false, "typ"), ("", false, ""), ("xtype=", false, "xtype="),
    ])
    func keywords(_ input: String, _ isThere: Bool, _ rest: String) {
        var scanner = FormScanner(ByteString(input))
        #expect(scanner.keyword("type=") == isThere)
        #expect(scanner.rest == ByteString(rest))
    }

    @Test func bytesAndBlanks() {
        var scanner = FormScanner(" \t\n\u{0B}\u{0C}\r\u{A0}@x")
        var isEaten = scanner.byte(UInt8(ascii: "@"))
        #expect(!isEaten)
        scanner.blanks()
        #expect(scanner.rest == "\u{A0}@x")
        scanner = FormScanner("@x")
        isEaten = scanner.byte(UInt8(ascii: "@"))
        #expect(isEaten && scanner.next == UInt8(ascii: "x"))
        let remainder = scanner.remainder()
        #expect(remainder == "x" && scanner.isAtEnd && scanner.next == nil)
        isEaten = scanner.byte(UInt8(ascii: "@"))
        #expect(!isEaten)
        scanner.blanks()
        #expect(scanner.rest == "")
    }

    @Test(arguments: [
        ("b", "b", ""), ("", "", ""), (" b c ", "b c", ""), ("b ;x", "b", ";x"),
        ("b,c;x", "b,c", ";x"), (";x", "", ";x"), ("  ;x", "", ";x"), ("b\"c\";", "b\"c\"", ";"),
        ("\u{A0}b\u{A0}", "\u{A0}b\u{A0}", ""), ("b\\;c", "b\\", ";c"),
        ("\"b\"", "b", ""), ("\"\"", "", ""), ("\" b \"", " b ", ""), (" \"b\" ", "b", ""),
        ("\"b;c\";x", "b;c", ";x"), ("\"a\\\"b\\\\c\\d\"", "a\"b\\c\\d", ""),
        ("\"b;c", "\"b", ";c"), ("\"", "\"", ""), ("\"b\\\"", "\"b\\\"", ""),
        ("\"b\\", "\"b\\", ""),
    ])
    func words(_ input: String, _ text: String, _ rest: String) {
        var scanner = FormScanner(ByteString(input))
        let word = scanner.word(before: .semicolon)
        #expect(word.bytes == ByteString(text))
        #expect(word.surplus == nil)
        #expect(scanner.rest == ByteString(rest))
    }

    @Test(arguments: [
        ("b,c;x", "b", ",c;x"), ("\"b,c\",d", "b,c", ",d"), ("b;x,c", "b", ";x,c"),
        (",c", "", ",c"), ("\"b,c", "\"b", ",c"), ("\"b\" ,c", "b", ",c"),
    ])
    func wordsAmongFiles(_ input: String, _ text: String, _ rest: String) {
        var scanner = FormScanner(ByteString(input))
        #expect(scanner.word(before: .semicolonOrComma).bytes == ByteString(text))
        #expect(scanner.rest == ByteString(rest))
    }

    @Test func aWordKnowsWhereItIs() {
        var scanner = FormScanner("a=  b ;")
        _ = scanner.name()
        #expect(
            scanner.word(before: .semicolon)
                == FormScanner.Word(bytes: "b", offset: 4, isQuoted: false, surplus: nil))
        scanner = FormScanner("a= \"b\"  c d ,e;")
        _ = scanner.name()
        #expect(
            scanner.word(before: .semicolon)
                == FormScanner.Word(bytes: "b", offset: 3, isQuoted: true, surplus: 8..<14))
        #expect(scanner.text(8..<14) == "c d ,e")
        #expect(scanner.rest == ";")
    }

    @Test(arguments: [
        ("x/y", "x/y", ""), ("x/y z ", "x/y z", ""), ("x/y;a", "x/y", ";a"),
        ("x/y ;a", "x/y", ";a"),
        ("x/y\t;a", "x/y\t", ";a"), ("a;b=c/d;e", "a;b=c/d", ";e"), ("\"x/y\"", "\"x/y\"", ""),
        ("x/y,z", "x/y,z", ""), ("a,b/c", "a,b/c", ""), ("text", "text", ""),
        ("text;x", "text", ";x"),
        ("a b ;x/y", "a b", ";x/y"),
    ])
    func mediaTypes(_ input: String, _ type: String, _ rest: String) {
        var scanner = FormScanner(ByteString(input))
        let range = scanner.mediaType(before: .semicolon)
        #expect(range.map { scanner.text($0) } == ByteString(type))
        #expect(scanner.rest == ByteString(rest))
    }

    @Test(arguments: [
        ("x/y,z", "x/y", ",z"), ("a,b/c,d", "a,b/c", ",d"), ("text,x/y ", "text,x/y", ""),
    ])
    func mediaTypesAmongFiles(_ input: String, _ type: String, _ rest: String) {
        var scanner = FormScanner(ByteString(input))
        let range = scanner.mediaType(before: .semicolonOrComma)
        #expect(range.map { scanner.text($0) } == ByteString(type))
        #expect(scanner.rest == ByteString(rest))
    }

    @Test(arguments: ["", ";x", ";a b", "/b", "a/", "a/;x", "a/ b", "a /b", "a b/c;x", "a/,b"])
    func noMediaType(_ input: String) {
        var scanner = FormScanner(ByteString(input))
        #expect(scanner.mediaType(before: .semicolon) == nil)
        #expect(scanner.rest == ByteString(input))
    }

    @Test func emptyParametersAreSeen() {
        let isEmpty = { (text: ByteString) in FormScanner(text).isAtEmptyParameters }
        #expect(isEmpty(";") && isEmpty("; ;") && !isEmpty("") && !isEmpty(" ;") && !isEmpty(";x"))
    }
}
