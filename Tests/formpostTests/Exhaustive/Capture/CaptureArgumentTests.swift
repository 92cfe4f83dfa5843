import FormEncoding
import Testing

@testable import formpost

/// The value of `--capture`, and command lines with it.
@Suite struct CaptureArgumentTests {
    private static let sources: [(text: ByteString, name: String, source: Capture.Source)] = [
        ("a=cookie:csrftoken", "a", .cookie("csrftoken")),
        ("_1=header:X-Token", "_1", .header("X-Token")),
        ("a=input:user[token]", "a", .input("user[token]")),
        ("a=meta:a:b=c", "a", .meta("a:b=c")),
    ]

    @Test(arguments: sources.indices)
    func isTaken(index: Int) throws {
        let (text, name, source) = Self.sources[index]
        let capture = try Capture(OptionUse(option: "--capture", argument: text))
        #expect(capture.name == name && capture.source == source)
    }

    @Test func pointers() {
        #expect(JSONPointer("")?.path == [])
        #expect(JSONPointer("/")?.path == [""])
        #expect(JSONPointer("/a//~01~10")?.path == ["a", "", "~1/0"])
        #expect(JSONPointer("a") == nil && JSONPointer("/~2") == nil && JSONPointer("/~") == nil)
    }

    private static let form = "--expand-form-string a={{t}}"
    private static let get = "-X GET --capture t=cookie:c http://h/"

    private static let refusals: [(line: String, error: String)] = [
        ("--capture t -d a http://h/ --next -d a http://h/", "--capture: 't' is not name=source"),
        ("--capture =cookie:c", "--capture: '=cookie:c' is not name=source"),
        ("--capture t=cookie", "--capture: 't=cookie' is not name=source"),
        ("--capture t=cookie:", "--capture: 't=cookie:' is not name=source"),
        ("--capture t=jar:c", "--capture: 't=jar:c' is not name=source"),
        ("--capture t-u=cookie:c", "--capture: 't-u=cookie:c' is not name=source"),
        ("--capture t=header:a;b", "--capture: 't=header:a;b' is not a header name"),
        ("--capture t=json:a", "--capture: 'a' is not a JSON Pointer"),
        ("--capture index=cookie:c", "--capture: 'index' is a variable of --each"),
        ("--capture", "--capture needs a value: --capture <name=source>"),
        ("\(get) --capture t=header:h --next -d a http://h/", "--capture sets 't' twice"),
        ("-Z \(get) --next -d a http://h/", "--capture needs one request after the other: leave"),
        ("\(get) --next --parallel -d a http://h/", "leave out --parallel"),
        (
            "--journal j -T f --capture t=cookie:c http://h/ --next -d a http://h/",
            "--capture needs a response, and a file that is in the journal is not sent again"
        ),
        // Not before it is there.
        (
            "\(get) \(form) --next -d a http://h/",
            "--expand-form-string: --capture sets the variable 't'"
        ),
        (
            "\(form) http://h/ --next \(get) --next -d a http://h/",
            "for the requests after the next"
        ),
        ("\(form) http://h/ --next -X GET --capture=t=cookie:c http://h/", "after the next --next"),
        ("\(get) --next --expand-form-string a={{u}} http://h/", "no variable 'u' is set"),
        ("\(get) --next --expand-form-string a={{t:x}} http://h/", "unknown function 'x'"),
        ("\(get) --next --expand-form-string a={{t}}{{each}} http://h/", "'each' is set by --each"),
        (
            "\(get) --next --expand-variable u={{t}} -d a http://h/ --next --expand-data {{u}} http://h/",
            "no variable 'u' is set"
        ),
        ("\(get) --next --expand-stderr {{t}} -d a http://h/", "this option is for all requests"),
        ("\(get) --next --expand-each a=@{{t}} http://h/", "cannot name files here"),
        ("\(get) --next --expand-variable {{t}}=a -d a http://h/", "of --each or --capture"),
    ]

    private func refusal(_ line: String) -> String? {
        do throws(UsageError) {
            _ = try ArgumentParser.operations(
                line.split(separator: " ").map { ByteString(String($0)) },
                environment: ["HOME": "/nonexistent"])
            return nil
        } catch {
            return "\(error.exitStatus): \(Messages.text(error))"
        }
    }

    @Test(arguments: refusals.indices)
    func isRefused(index: Int) throws {
        let (line, text) = Self.refusals[index]
        let error = try #require(refusal(line))
        #expect(error.hasPrefix("2: ") && error.contains(text), "\(error)")
    }

    /// The sentence of a plan that does not work.
    private func planError(_ line: String) throws -> String? {
        let operations = try ArgumentParser.operations(
            "\(Self.get) --next \(line)".split(separator: " ").map { ByteString(String($0)) },
            environment: ["HOME": "/nonexistent"])
        do throws(Failure) {
            _ = try Plan(operations, standardInput: -1)
            return nil
        } catch {
            return "\(error.status): \(error.text)"
        }
    }

    private static let files = [
        "--expand-form f=@{{t}}", "--expand-form f=<{{t}}", "--expand-form f=@a,{{t}}",
        "--expand-form f=a;headers=@{{t}}", "--expand-form f=@\"{{t}}\"", "--expand-data @{{t}}",
        "--expand-json @{{t}}", "--expand-data-urlencode a@{{t}}", "--expand-url-query a@{{t}}",
        "--expand-upload-file {{t}}", "--expand-cookie {{t}} -d a", "--expand-header @{{t}} -d a",
        "--expand-proxy-header @{{t}} -d a", "--expand-output {{t}} -d a",
        "--expand-output-dir {{t}} -d a", "--expand-dump-header {{t}} -d a",
        "--expand-cookie-jar {{t}} -d a", "--expand-cert {{t}} -d a", "--expand-cacert {{t}} -d a",
        "--expand-capath {{t}} -d a", "--expand-netrc-file {{t}} -d a",
        "--expand-unix-socket {{t}} -d a", "--expand-config {{t}} -d a", "--expand-url @{{t}}",
        "--expand-form-fields {{t}} -d a", "--expand-form-tree f={{t}}",
        "--expand-form-glob f=@{{t}}",
        "--expand-write-out {{t}} -d a", "--expand-variable v@{{t}} -d a",
    ]

    /// No server may choose which files are read or written.
    @Test(arguments: files)
    func cannotNameFiles(line: String) throws {
        let url = line.contains("expand-url @") ? "" : " http://h/"
        let error = try #require(try planError(line + url), "\(line)")
        #expect(
            error.hasPrefix("2: --expand-") && error.hasSuffix("cannot name files here"),
            "\(line): \(error)")
    }

    @Test(arguments: [
        "--expand-form f=@a;filename={{t}}", "--expand-form f={{t}}",
        "--expand-form f={{t}};type=a/b",
        "--expand-form-string f=@{{t}}", "--expand-data {{t}}", "--expand-data-urlencode a={{t}}",
        "--expand-data-urlencode {{t}}", "--expand-cookie a={{t}} -d a",
        "--expand-user a:{{t}} -d a",
        "--expand-header A:{{t}} -d a", "--expand-variable v={{t}} --expand-data {{v}}",
        "--expand-oauth2-bearer {{t}} -d a", "--expand-user-agent {{t:sha256}} -d a",
        "--expand-url-query a={{t}} -d a",
    ])
    func isText(line: String) throws {
        #expect(try planError(line + " http://h/") == nil)
    }

    /// What is asked with the values of a response: the same with a placeholder, and with a value.
    private func resolved(
        _ line: String, _ value: ByteString
    ) throws -> (trial: Settings, real: Result<Settings, UsageError>) {
        let operations = try ArgumentParser.operations(
            "\(Self.get) --next \(line)".split(separator: " ").map { ByteString(String($0)) },
            environment: ["HOME": "/nonexistent"])
        let waiting = operations[1]
        return (
            try waiting.resolved(with: nil),
            Result { () throws(UsageError) in
                try waiting.resolved(with: nil, .known(["t": value]))
            }
        )
    }

    private static let syntax: [(line: String, value: ByteString)] = [
        ("--expand-form f={{t}}", "@/etc/passwd"), ("--expand-form f={{t}}", "<a"),
        ("--expand-form f={{t}}", "(;type=a/b"), ("--expand-form f={{t}}", "a;type=text/html"),
        ("--expand-form f={{t}}", "a;headers=@/etc/passwd"),
        ("--expand-form f={{t}}", "a;headers=X:y"),
        ("--expand-form f=@a;filename={{t}}", "x,/etc/passwd"),
        ("--expand-form f=@a;filename={{t}}", "x;headers=@/etc/passwd"),
        ("--expand-form f=@a;type={{t}}", "a/b;encoder=base64"),
        ("--expand-form {{t}}=a", "f=@/etc/passwd,"),
        ("--expand-data {{t}}", "@/etc/passwd"), ("--expand-json {{t}}", "@/etc/passwd"),
        ("--expand-data-urlencode {{t}}", "a@/etc/passwd"),
        ("--expand-url-query {{t}} -d a", "@/etc/passwd"),
        ("--expand-header {{t}}:a -d a", "@/etc/passwd"),
        ("--expand-variable v=a{{t}} --expand-form f={{v}}", ";type=a/b"),
    ]

    /// A value from a server never reads a file or adds a parameter.
    @Test(arguments: syntax.indices)
    func isNoSyntax(index: Int) throws {
        let (line, value) = Self.syntax[index]
        // A name of a header with a placeholder is refused before.
        guard let (_, real) = try? resolved(line + " http://h/", value) else { return }
        #expect(throws: UsageError.self, "\(line)") { try real.get() }
        guard case .failure(.variable(_, .isSyntax)) = real else {
            Issue.record("\(line): \(real)")
            return
        }
    }

    @Test func urls() throws {
        let (trial, real) = try resolved("--expand-url {{t}} -d a", "http://h/{a,b}[1-3]")
        #expect(trial.urls == ["https://t.invalid/"] && trial.isTrial)
        let settings = try real.get()
        #expect(settings.urls == ["http://h/{a,b}[1-3]"] && !settings.isTrial)
        #expect(settings.literalURLs.contains("http://h/{a,b}[1-3]"))
        let path = try resolved("--expand-url http://h/{{t:url}}/ -d a", "a b")
        #expect(path.trial.urls == ["http://h/{{t:url}}/"])
        #expect(try path.real.get().urls == ["http://h/a%20b/"])
        let host = try resolved("--expand-url http://{{t}}:80/ -d a", "example.com")
        #expect(host.trial.urls == ["https://t.invalid/"])
        #expect(try host.real.get().urls == ["http://example.com:80/"])
    }

    /// A variable may be made of a captured one, and one that is set later comes first.
    @Test func otherVariables() throws {
        let (trial, real) = try resolved(
            "--expand-variable v=<{{t:url}}> --expand-form-string a={{v}} --variable t=own "
                + "--expand-form-string b={{t}} http://h/", "x y")
        #expect(trial.form.fields.map(\.argument) == ["a=<{{t:url}}>", "b=own"])
        #expect(try real.get().form.fields.map(\.argument) == ["a=<x%20y>", "b=own"])
    }

    @Test func aLineEndInAHeader() throws {
        let (_, real) = try resolved(
            "--expand-header X-CSRFToken:{{t}} -d a http://h/", "a\r\nEvil: 1")
        #expect(throws: UsageError.self) { try real.get() }
    }
}
