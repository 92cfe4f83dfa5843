import FormEncoding
import FormUpload
import Testing

@testable import formpost

@Suite struct SecretValuesTests {
    private static let secret = "pa/ss \"wörd\"&?+"

    private static func values(_ text: String, name: String = "TOKEN") -> SecretValues {
        let value = VariableValue(name: name, text: Array(text.utf8), isImported: true)
        return SecretValues([value], named: [])
    }

    private static let written: [String] = [
        secret, "pa%2Fss%20%22w%C3%B6rd%22%26%3F%2B", "pa%2fss%20%22w%c3%b6rd%22%26%3f%2b",
        "pa%2Fss+%22w%C3%B6rd%22%26%3F%2B", "pa%2fss+%22w%c3%b6rd%22%26%3f%2b",
        "pa/ss%20%22w%C3%B6rd%22&?+", #"pa/ss \"wörd\"&?+"#, #"pa\/ss \"wörd\"&?+"#,
        "cGEvc3MgInfDtnJkIiY/Kw==", "cGEvc3MgInfDtnJkIiY_Kw", "cGEvc3MgInfDtnJkIiY/Kw",
        "70612f7373202277c3b6726422263f2b", "70612F7373202277C3B6726422263F2B",
    ]

    @Test(arguments: written)
    func isFoundAsItIsWritten(text: String) {
        let values = Self.values(Self.secret)
        #expect(values.masking("a=\(text)&b") == "a=[masked]&b")
    }

    /// In Base64 with other text before it, all but the characters at the ends.
    @Test(arguments: 0...5)
    func isFoundInBase64(count: Int) throws {
        let text = String(repeating: "u", count: count) + Self.secret + "tail"
        let shown = Self.values(Self.secret).masking(
            String(decoding: Array(text.utf8).base64, as: UTF8.self))
        #expect(shown.contains("[masked]"))
        #expect(shown.count <= (count + 5) / 3 * 4 + 8 + 8)
    }

    @Test func needsEightBytes() {
        #expect(Self.values("1234567").isEmpty)
        #expect(Self.values(" 1234567\n").isEmpty)
        #expect(Self.values("12345678\n").masking("a12345678b") == "a[masked]b")
        #expect(Self.values(String(repeating: "x", count: 8193)).isEmpty)
    }

    @Test func aURLShowsItsHost() {
        let values = Self.values("https://h/hook/abcdef")
        #expect(values.masking("to https://h/hook/abcdef") == "to https://h[masked]")
        #expect(values.masking("POST /hook/abcdef HTTP/1.1") == "POST [masked] HTTP/1.1")
        let login = Self.values("ftp://me:pa55@h/dir/file")
        #expect(login.masking("ftp://me:pa55@h/dir/file") == "[masked]")
    }

    private static let names: [(String, isSecret: Bool)] = [
        ("TOKEN", true), ("CI_JOB_TOKEN", true), ("githubToken", true), ("SECRET_ID", true),
        ("DB_PASSWORD", true), ("PASSWD", true), ("AWS_ACCESS_KEY_ID", true), ("APIKEY", true),
        ("SLACK_WEBHOOK_URL", true), ("HOOK", true), ("CREDENTIALS", true), ("OAUTH", true),
        ("X_SIGNATURE", true), ("NPM_AUTH", true), ("KEYS", true), ("TOKEN2", true),
        ("HOME", false), ("AUTHOR", false), ("KEYBOARD", false), ("CHANNEL", false), ("URL", false),
        ("TOKENIZER", false),
    ]

    @Test(arguments: names)
    func areToldByTheirNames(name: String, isSecret: Bool) {
        #expect(CredentialNames.isSecretVariable(ByteString(name)) == isSecret)
        #expect(Self.values("12345678", name: name).isEmpty == !isSecret)
    }

    /// What was typed is a secret only if the user says so.
    @Test func aTypedOneIsNamed() {
        let value = VariableValue(name: "KEY", text: Array("12345678".utf8), isImported: false)
        #expect(SecretValues([value], named: []).isEmpty)
        #expect(!SecretValues([value], named: ["KEY"]).isEmpty)
    }

    private static let arguments: [(ByteString, isSecret: Bool)] = [
        ("%TOKEN", true), ("%TOKEN=typed-text", true), ("TOKEN=typed-text", false),
        ("%OTHER_TOKEN=typed-text", false), ("TOKEN@/dev/null", false), ("%LOGIN", false),
    ]

    /// Of a typed text only `--secret-variable` says so.
    @Test(arguments: arguments)
    func comeFromTheEnvironment(argument: ByteString, isSecret: Bool) throws {
        for options: [ByteString] in [[], ["--secret-variable", "LOGIN"]] {
            let settings = try ArgumentParser.parse(
                ["-q", "--variable", "LOGIN=short", "--variable", argument] + options
                    + ["-F", "a=b", "http://h/"],
                environment: ["TOKEN": "12345678", "LOGIN": "12345678"])
            let isNamed = argument == "%LOGIN" && !options.isEmpty
            #expect(settings.secretValues.isEmpty == !(isSecret || isNamed))
        }
    }

    /// Wherever a body is cut, at most three bytes of a secret are shown.
    @Test func isHiddenAcrossPieces() throws {
        let secret = "0123456789abcdef"
        let text = Array("x\(secret)y\(secret)".utf8)
        for first in 0...text.count {
            for second in first...text.count {
                var mask = try #require(Self.values(secret).bodyMask)
                let pieces = [text[..<first], text[first..<second], text[second...]]
                let shown = pieces.flatMap { mask.masking(Array($0), as: Array($0)) }
                #expect(shown.count == text.count)
                #expect(shown.count { $0 == UInt8(ascii: "*") } >= 2 * 16 - 6)
                #expect(shown.first == UInt8(ascii: "x"))
            }
        }
    }
}
