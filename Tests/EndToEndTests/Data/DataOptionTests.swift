import TestSupport
import Testing

/// Bodies that are no form, beside curl's: what is sent is the same to the byte.
@Suite(.serialized)
struct DataOptionTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var arguments: [String]
        var target = "/"
        var input: String?
        var request = "POST /"
        var body: String

        var testDescription: String { arguments.joined(separator: " ") + " " + target }
    }

    static let rows: [Row] = [
        Row(arguments: ["-d", "a=b"], body: "a=b"),
        Row(arguments: ["-d", ""], body: ""),
        Row(arguments: ["-d", "a=b", "--data", "c d"], body: "a=b&c d"),
        Row(arguments: ["--data-ascii", "x", "-d", ""], body: "x&"),
        Row(arguments: ["-d", "@lines"], body: "one twothree"),
        Row(arguments: ["--data-raw", "@lines", "--data-raw", "x\r\ny"], body: "@lines&x\r\ny"),
        Row(arguments: ["--data-binary", "@lines"], body: "one \r\ntwo\nthree\n"),
        Row(arguments: ["--data-binary", "@empty"], body: ""),
        Row(arguments: ["--data-binary", "@zeros"], body: "a\0b\nc\0\0d\r\n"),
        Row(arguments: ["--json", "@zeros"], body: "a\0b\nc\0\0d\r\n"),
        Row(arguments: ["--data-urlencode", "n@zeros"], body: "n=a%00b%0Ac%00%00d%0D%0A"),
        Row(arguments: ["--data-binary", "a", "--data-binary", "@empty"], body: "a&"),
        Row(arguments: ["-d", "@-"], input: "in\nput\n", body: "input"),
        Row(arguments: ["--data-binary", "@-"], input: "in\nput\n", body: "in\nput\n"),
        Row(
            arguments: ["--data-urlencode", "a b&c=d=e+\u{E9}*~"], body: "a b&c=d%3De%2B%C3%A9%2A~"),
        Row(arguments: ["--data-urlencode", "=a b"], body: "a+b"),
        Row(arguments: ["--data-urlencode", "a@b=c d"], body: "a@b=c+d"),
        Row(
            arguments: ["--url-query", "a@b=c d", "-d", "x"], request: "POST /?a@b=c+d", body: "x"),
        Row(arguments: ["--data-urlencode", "plain text"], body: "plain+text"),
        Row(
            arguments: ["--data-urlencode", "n@lines"],
            body: "n=one+%0D%0Atwo%0Athree%0A"),
        Row(arguments: ["--data-urlencode", "@lines"], body: "one+%0D%0Atwo%0Athree%0A"),
        Row(arguments: ["--data-urlencode", "n@-"], input: "a b", body: "n=a+b"),
        Row(arguments: ["--data-urlencode", "+a@lines"], body: "+a=one+%0D%0Atwo%0Athree%0A"),
        Row(arguments: ["--json", #"{"a":1}"#], body: #"{"a":1}"#),
        Row(arguments: ["--json", "[1", "--json", ",2]"], body: "[1,2]"),
        Row(arguments: ["--json", "@lines"], body: "one \r\ntwo\nthree\n"),
        Row(arguments: ["--json", "1", "-H", "accept: a/b"], body: "1"),
        Row(arguments: ["--json", "1", "-H", "Content-Type: a/b"], body: "1"),
        Row(arguments: ["-d", "a", "-H", "Content-Type: a/b"], body: "a"),
        Row(arguments: ["-d", "a", "-H", "Content-Type:"], body: "a"),
        Row(arguments: ["-d", "a=b", "-X", "PATCH"], request: "PATCH /", body: "a=b"),
        Row(arguments: ["-d", "a=b", "--url-query", "c=d"], request: "POST /?c=d", body: "a=b"),
        Row(arguments: ["-G", "-d", "a=b", "-d", "c"], request: "GET /?a=b&c", body: ""),
        Row(
            arguments: ["-G", "-d", "a=b"], target: "/p?x=1#f", request: "GET /p?x=1&a=b",
            body: ""),
        Row(
            arguments: ["-G", "--data-urlencode", "q=a b"], request: "GET /?q=a+b", body: ""),
        Row(arguments: ["-G", "-d", "a=b", "-X", "DELETE"], request: "DELETE /?a=b", body: ""),
        Row(arguments: ["-G"], request: "GET /", body: ""),
        Row(
            arguments: ["--url-query", "", "-d", "a"], target: "/x", request: "POST /x", body: "a"),
        Row(arguments: ["-X", "GET"], request: "GET /", body: ""),
        Row(arguments: ["-X", "DELETE"], target: "/x", request: "DELETE /x", body: ""),
        Row(arguments: ["-X", "MKCOL"], target: "/x/", request: "MKCOL /x/", body: ""),
        Row(arguments: ["-T", "lines"], request: "PUT /lines", body: "one \r\ntwo\nthree\n"),
        Row(
            arguments: ["-T", "lines"], target: "", request: "PUT /lines",
            body: "one \r\ntwo\nthree\n"),
        Row(
            arguments: ["-T", "lines"], target: "/x", request: "PUT /x",
            body: "one \r\ntwo\nthree\n"),
        Row(
            arguments: ["-T", "dir/a b#\u{E9}"], target: "/x/?q=/",
            request: "PUT /x/a%20b%23%c3%a9?q=/",
            body: "odd"),
        Row(
            arguments: ["-T", "dir/a~b-c._ d"], target: "/x/", request: "PUT /x/a~b-c._%20d",
            body: "names"),
        Row(arguments: ["-T", "empty"], target: "/x", request: "PUT /x", body: ""),
        Row(arguments: ["-T", "empty"], target: "/d/.", request: "PUT /d/empty", body: ""),
        Row(arguments: ["-T", "empty"], target: "/..?q", request: "PUT /empty?q", body: ""),
        Row(arguments: ["-T", "empty"], target: "/d/.x", request: "PUT /d/.x", body: ""),
        Row(
            arguments: ["-T", "-"], target: "/x/", input: "pi\npe", request: "PUT /x/",
            body: "pi\npe"),
        Row(
            arguments: ["-T", "."], target: "/x/", input: "pi\npe", request: "PUT /x/",
            body: "pi\npe"),
        Row(
            arguments: ["-T", "lines", "-X", "POST"], request: "POST /lines",
            body: "one \r\ntwo\nthree\n"),
        Row(
            arguments: ["--upload-file", "lines", "-H", "Content-Type: a/b"], request: "PUT /lines",
            body: "one \r\ntwo\nthree\n"),
    ]

    @Test(arguments: Exhaustive.rows(rows))
    func isWhatCurlSends(row: Row) async throws {
        let directory = try DataFiles.directory()
        // curl before 8.7 asks before it sends the smallest file, as if it were large.
        let expect = row.arguments.contains { ["-T", "--upload-file"].contains($0) }
        let options = ["-sS"] + (expect ? ["-H", "Expect:"] : [])
        var requests: [DataRequest] = []
        for program in ReferenceCurl.programs {
            let server = try LoopbackServer()
            let result = try await program(options + row.arguments + [server.url(row.target)]).with
            {
                $0.workingDirectory = directory.path
                $0.stdin = .bytes(Array((row.input ?? "").utf8))
            }.run()
            #expect(result.exitStatus == 0, "\(result)")
            requests.append(try DataRequest(try await server.request()))
        }
        #expect(requests[0].line == row.request)
        #expect(requests[0].bodyText == row.body)
        #expect(requests.allSatisfy { $0 == requests[0] }, "\(requests)")
    }

    struct Failure: Sendable, CustomTestStringConvertible {
        var arguments: [String]
        var status: Int32
        var text: String

        var testDescription: String { arguments.joined(separator: " ") }
    }

    private static let kinds =
        "make bodies of different kinds, and a request has one: leave one of them out"
    private static let forms = "is about forms, which -F makes: leave it out"
    private static let noLength = "sends no body of unknown length"
    static let failures: [Failure] = [
        Failure(arguments: ["-d", "a", "-F", "b=c"], status: 2, text: "-F and -d \(kinds)"),
        Failure(arguments: ["-F", "b=c", "-T", "lines"], status: 2, text: "-F and -T \(kinds)"),
        Failure(
            arguments: ["--json", "1", "--data", "b"], status: 2, text: "--data and --json \(kinds)"
        ),
        Failure(arguments: ["-T", "lines", "-d", "b"], status: 2, text: "-d and -T \(kinds)"),
        Failure(arguments: ["--boundary", "x", "-d", "a"], status: 2, text: "--boundary \(forms)"),
        Failure(arguments: ["--json", "1", "--form-lax"], status: 2, text: "--form-lax \(forms)"),
        Failure(
            arguments: ["-T", "lines", "--form-escape"], status: 2, text: "--form-escape \(forms)"),
        Failure(
            arguments: ["-X", "DELETE", "--boundary", "x"], status: 2, text: "--boundary \(forms)"),
        Failure(
            arguments: ["-0", "--chunked", "-d", "@-"], status: 2,
            text: "-0 \(noLength): leave out --chunked"),
        Failure(
            arguments: ["--http1.0", "-F", "f=@-", "--chunked"], status: 2,
            text: "--http1.0 \(noLength): leave out --chunked"),
        Failure(
            arguments: ["-0", "-F", "f=@lines", "-H", "Transfer-Encoding: chunked"], status: 2,
            text: "-0 \(noLength): leave out -H 'Transfer-Encoding: chunked'"),
        Failure(
            arguments: ["-0", "-T", "-"], status: 2,
            text: "-0 \(noLength): -T needs a file, not a pipe"),
        Failure(
            arguments: ["-d", "@none"], status: 26,
            text: "-d: cannot read none: No such file or directory"),
        Failure(
            arguments: ["--data-urlencode", "n@none"], status: 26,
            text: "--data-urlencode: cannot read none: No such file or directory "
                + "(for text with an '@' write name=text or =text)"),
        Failure(
            arguments: ["-T", "none"], status: 26,
            text: "-T: cannot read none: No such file or directory"),
        Failure(arguments: ["-T", "dir"], status: 26, text: "-T: cannot read dir: Is a directory"),
        Failure(
            arguments: [], status: 2,
            text: "nothing to upload: add a field with -F name=value or a file with -F name=@file; "
                + "-d sends data, and -T a file"),
        Failure(arguments: ["-F", "b=c", "-G"], status: 2, text: "-F and -G \(kinds)"),
        Failure(
            arguments: ["-T", "lines", "-T", "line"], status: 2,
            text: "-T is given twice for one URL: line is one too many"),
        Failure(
            arguments: ["-G", "-d", "a b"], status: 3,
            text:
                "the data for the URL has a blank or a line end in it: --data-urlencode encodes it"),
        Failure(
            arguments: ["--data-urlencode", "anna@example.com"], status: 26,
            text: "--data-urlencode: cannot read example.com: No such file or directory "
                + "(for text with an '@' write name=text or =text)"),
        Failure(
            arguments: ["-G", "-d", "@large"], status: 2,
            text: "the data for the URL is longer than 1 MiB: leave out -G"),
    ]

    @Test(arguments: failures)
    func isRefusedBeforeConnecting(failure: Failure) async throws {
        let directory = try DataFiles.directory()
        try directory.patternFile("large", size: 1_100_000)
        let server = try LoopbackServer()
        let result = try await Command.formpost(arguments: failure.arguments + [server.url]).with {
            $0.workingDirectory = directory.path
        }.run()
        #expect(
            result.outcome
                == Outcome(
                    failure.status, stderr: "formpost: (\(failure.status)) \(failure.text)\n"))
        #expect(server.connections.isEmpty)
    }

    /// What looks like another mistake is sent, and doubted.
    @Test(arguments: [
        (
            ["--json", "a.json"],
            "--json sends the text 'a.json'; --json @a.json would send the file"
        ),
        (["-d", "a.json"], "-d sends the text 'a.json'; -d @a.json would send the file"),
        (
            ["-d", "a", "-H", "Content-Type: multipart/form-data"],
            "-H: multipart/form-data without a boundary, which no server can read; -F makes a form"
        ),
        (
            ["-d", "a", "-H", "Content-Type: multipart/form-data; boundary=x"],
            "-H: the body is not multipart/form-data; -F makes a form"
        ),
        (
            [
                "--data-raw", #"--x\r\nA: b\r\n"#, "-H",
                "Content-Type: multipart/form-data; boundary=x",
            ],
            #"--data-raw: the form has \r\n as text in place of line ends: quote it with $'…'"#
        ),
        (
            ["-d", "a", "-o", "-g"],
            "-o takes '-g' for the name of a file, not for an option"
        ),
        (["-d", "a", "-X", "post"], "-X: methods are case-sensitive: 'post' is not 'POST'"),
    ])
    func isDoubted(arguments: [String], text: String) async throws {
        let directory = try TemporaryDirectory()
        try directory.file("a.json", "{}")
        let server = try LoopbackServer()
        let result = try await Command.formpost(arguments: arguments + [server.url]).with {
            $0.workingDirectory = directory.path
        }.run()
        #expect(
            result.outcome
                == Outcome(0, stderr: "formpost: warning: \(text)\nHTTP/1.1 200 OK\n"))
    }

    struct LeftOut: Sendable {
        var file: String
        var count: Int
        var body: String
        /// What curl 7.88 sends.
        var curls: String
    }

    private static let leftOut = [
        LeftOut(file: "lines", count: 4, body: "one twothree", curls: "one twothree"),
        LeftOut(file: "line", count: 0, body: "one", curls: "one"),
        LeftOut(file: "zeros", count: 6, body: "abcd", curls: "ac"),
        LeftOut(file: "returns", count: 5, body: "abcd", curls: "acd"),
    ]

    /// `-d @file` joins lines, and says so unless there is only the end of the last one. What stands
    /// after a CR or NUL is kept, as in curl from 8.7.0 on.
    @Test(arguments: leftOut)
    func warnsOfWhatIsLeftOut(row: LeftOut) async throws {
        let directory = try DataFiles.directory()
        for option in ["-d", "--data-ascii"] {
            let server = try LoopbackServer()
            let result = try await Command.formpost(option, "@\(row.file)", server.url).with {
                $0.workingDirectory = directory.path
            }.run()
            let warning =
                "formpost: warning: \(row.count) line ends and NUL bytes of files are left out; "
                + "--data-binary keeps them\n"
            #expect(
                result.outcome
                    == Outcome(0, stderr: (row.count > 0 ? warning : "") + "HTTP/1.1 200 OK\n"))
            #expect(try await server.request().body.bytes == Array(row.body.utf8))
        }
        guard ReferenceCurl.isComparable else { return }
        let server = try LoopbackServer()
        _ = try await Command.curl("-sS", "-d", "@\(row.file)", server.url).with {
            $0.workingDirectory = directory.path
        }.run()
        #expect(try await server.request().body.bytes == Array(row.curls.utf8))
    }
}

/// A request with a body that is no form, apart from what two programs may choose.
struct DataRequest: Equatable {
    var line: String
    var headers: Set<String>
    var isChunked: Bool
    var body: [UInt8]

    init(_ request: RecordedRequest) throws {
        line = "\(request.method) \(request.target)"
        headers = Set(
            request.headers.filter { !["User-Agent", "Host"].contains($0.name) }.map {
                "\($0.name): \($0.value)"
            })
        if case .chunked = request.framing { isChunked = true } else { isChunked = false }
        body = request.body.bytes
        guard request.body.isComplete else { throw SupportError.late("the end of the body") }
    }

    var bodyText: String { String(decoding: body, as: UTF8.self) }
}
