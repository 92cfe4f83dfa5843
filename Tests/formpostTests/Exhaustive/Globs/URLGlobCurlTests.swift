import FormEncoding
import TestSupport
import Testing

@testable import formpost

/// The same globs as the installed curl's: texts, columns and the names of `-o`.
@Suite struct URLGlobCurlTests {
    private static let patterns = [
        "{a,b,c}", "{a,}", "{,a}", "[1-3]", "[08-11]", "[001-3:2]", "[1-10:4]", "[a-e]", "[a-f:2]",
        "{a,b}[1-2]", "[1-2]/{x,y}/[a-b]", #"a\{b\}"#, #"a\[1-2\]"#, #"a\b"#, #"{a\,b,c\}d}"#,
        "a[]=1", "[1- 3]", "[5-5]", "x[a-a]",
    ]

    /// libcurl refuses the port before it connects, and `-w` shows the URL all the same.
    @Test(
        .enabled(if: ReferenceCurl.isComparable, Comment(rawValue: ReferenceCurl.reason)),
        arguments: patterns)
    func expandsAsCurl(pattern: String) async throws {
        let url = "http://127.0.0.1:1/" + pattern
        let curl = try await Command.curl("-s", "--path-as-is", "-w", "%{url}\n", url).run()
        let texts = try URLGlob(ByteString(url)).map(\.text.description)
        #expect(texts.map { $0 + "\n" }.joined() == String(decoding: curl.stdout, as: UTF8.self))
    }

    private static let refusals = [
        "{a,b", "{a{b}}", "{a,[1-2]}", "{}", "{a]}", "a}", "a]", "[-1]", "[a]", "[a-", "[a-]",
        "[a-cd]", "[a-c:]", "[a-c:x]", "[c-a]", "[a-a:2]", "[a-c:3]", "[a-c:0]", "[A-z]", "[1]",
        "[1-]", "[1-b]", "[1-2", "[1-2x]", "[1-2:]", "[1-9:2", "[2-1]", "[1-3:3]", "[1-3:0]",
    ]

    @Test(
        .enabled(if: ReferenceCurl.isComparable, Comment(rawValue: ReferenceCurl.reason)),
        arguments: refusals)
    func refusesAsCurl(pattern: String) async throws {
        let url = "http://127.0.0.1:1/" + pattern
        let curl = try await Command.curl("-sS", url).run()
        #expect(curl.exitStatus == ExitStatus.malformedURL)
        let problem = #expect(throws: URLGlob.Problem.self) { try URLGlob(ByteString(url)) }
        let column = try #require(problem?.column)
        let said = String(decoding: curl.stderr, as: UTF8.self)
        #expect(said.contains(" in URL position \(column):"), "\(said)")
    }

    private static let names = [
        "o", "#1", "#2-#1", "#3", "#0", "#9#1", "#01", "#10", "##1", "#x", "a#",
        "#99999999999999999999",
    ]

    @Test(
        .enabled(if: ReferenceCurl.isComparable, Comment(rawValue: ReferenceCurl.reason)),
        arguments: names)
    func namesAsCurl(template: String) async throws {
        let directory = try TemporaryDirectory()
        let server = try LoopbackServer(.respond(body: "x"))
        let url = server.url + "/{b}/[07-07]"
        _ = try await Command.curl("-s", "-o", template, url)
            .with { $0.workingDirectory = directory.path }.run()
        let match = try #require(try URLGlob(ByteString(url)).first { _ in true })
        #expect(directory.entries() == [match.name(ByteString(template)).description])
    }
}
