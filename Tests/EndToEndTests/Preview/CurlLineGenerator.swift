import TestSupport

/// A command line of formpost without its URL's host, for `--curl`.
struct CurlLineList: Sendable {
    var arguments: [[UInt8]] = []
    /// The path and query of the URL.
    var target = "/"
    var input = DifferentialList.Input.file("in.bin")
    /// The one secret among the arguments, which a variable of the printed line stands for.
    var secret: String?
}

extension CurlLineList: CustomStringConvertible {
    var description: String {
        let words = arguments.map { String(decoding: $0, as: UTF8.self).debugDescription }
        return "\(words.joined(separator: " ")) …\(target.debugDescription) < \(input)"
    }
}

/// Random command lines over the options that change a request: the same for the same seed, on
/// every machine.
struct CurlLineGenerator {
    private var random: SplitMix64
    private var list = CurlLineList()

    /// The line of this number: each can be made without those before it.
    static func list(seed: UInt64, number: Int) -> CurlLineList {
        var generator = CurlLineGenerator(
            random: SplitMix64(state: seed &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(number)))
        _ = generator.random.next()
        generator.addBody(seed: seed, number: number)
        generator.addOptions()
        generator.list.target = generator.pick(Self.targets)
        return generator.list
    }

    private mutating func addBody(seed: UInt64, number: Int) {
        list.input = pick([
            .file("in.bin"), .file("e"), .pipe([]), .pipe(Array("piped\r\n#&".utf8)),
            .pipe([0, 0xFF, 0x0A]),
        ])
        let text: DifferentialList.Input = pick([.file("a.txt"), .pipe(Array("piped\r\n#&".utf8))])
        switch random.next(below: 12) {
        case 0..<2:
            let form = DifferentialGenerator.list(seed: seed, number: number)
            list.arguments += [Array("--form-lax".utf8)] + form.arguments
            list.input = form.input
        case 2..<5:
            for _ in 0..<pick([1, 1, 2, 3]) { add(pick(Self.fields)) }
        case 5..<10:
            // curl drops the name of empty input, and the rest of a line after a NUL.
            list.input = text
            addData()
            if chance(3) { add(["-G"]) }
        case 10: add(["-T", pick(["a.txt", "e", "-", ".", "sp ace.txt", "n\nl.txt", "big.bin"])])
        default: add(["-X", pick(["GET", "HEAD", "DELETE", "OPTIONS", "PURGE"])])
        }
    }

    private mutating func addData() {
        for _ in 0..<pick([1, 1, 2, 3]) {
            let (option, values) = pick(Self.data)
            add([option, pick(values)])
        }
    }

    private mutating func addOptions() {
        // A line has one secret at most, so that its variables are known.
        if chance(8) {
            let (words, secret) = pick(Self.secrets)
            add(words)
            list.secret = secret
        } else {
            for _ in 0..<pick([0, 1, 1, 2, 3, 5]) { add(pick(Self.options)) }
        }
        for _ in 0..<pick([0, 0, 0, 1, 2]) { add(["--url-query", pick(Self.queries)]) }
    }

    private mutating func add(_ words: [String]) { list.arguments += words.map { Array($0.utf8) } }

    private mutating func pick<Element>(_ list: [Element]) -> Element {
        list[Int(random.next(below: UInt64(list.count)))]
    }

    private mutating func chance(_ oneIn: UInt64) -> Bool { random.next(below: oneIn) == 0 }
}

/// The elements of the lines.
extension CurlLineGenerator {
    private static let targets = [
        "/", "/", "/up", "/up/", "/a/../b", "/a/../b/", "/a/./b", "/..", "/%2e%2E/x", "/a%20b",
        "/a//b", "", "?", "?a",
        "/?", "/?a=b", "/?a&", "/?a&&", "/?&", "/a?b?c", "/[1-2]/{x,y}", "/a;b=c", "/ä", "/a'b\"c",
        "/$HOME",
        "/a\\b", "/a?b=%23", "/p#", "/?a=1#", "/x!y", "/`id`", "/a?x=[1]", "/~a|b^c", "?a/../b",
        "/?#", "/up/?#x", "/a/../b?c",
        "/.", "/a/..", "/a+b", "/%41", "/\u{1F600}?\u{E9}=\u{FC}",
    ]

    private static let fields: [[String]] = [
        ["-F", "a=b"], ["-F", "a=@a.txt"], ["-F", "a=<a.txt"], ["-F", "a=@-"], ["-F", "a=<-"],
        ["-F", "a=@a.txt;type=x/y;filename=\"f;g\""], ["-F", "a=@\"f,g;h.txt\""],
        ["--form-string", "a=@x;y"], ["--form-string", " lead = trail "],
        ["--form-escape", "-F", "a\"b=c"],
        ["--form-glob", "f=@*.txt"], ["--form-glob", "f=@*.{png,html}"], ["--form-tree", "d=dir"],
        ["-F", "a=b;encoder=base64"], ["-F", "a=@qp.txt;encoder=quoted-printable"],
        ["-F", "a=b;headers=\"X-A: b\""], ["-F", "a=("], ["-F", "=)"], ["--boundary", "B"],
        ["--chunked"],
        ["-F", "a=@big.bin"], ["-F", "a=@e"], ["--each", "f=@*.txt"],
        ["--form-fields", "fields.json"],
        ["--variable", "v=a;b&#", "--expand-form-string", "x={{v}}"], ["-F", "e\u{301}=\u{1F600}"],
        ["-F", "a=$HOME `id` \\ ! 'x'"], ["--form-string", "a=l\nf\r\n\u{1}\u{7F}"],
    ]

    private static let data: [(String, [String])] = [
        (
            "-d",
            [
                "a=b", "", "&", "a&", "&a", "a=b&c=#d", "color=#fff", "%23", "?", "ä", "$HOME`id`",
                "\\", "!'\"",
            ]
        ),
        ("-d", ["@a.txt", "@lines.txt", "@e", "@-", "@h.txt", "@qp.txt"]),
        ("--data-ascii", ["a", "@a.txt"]),
        ("--data-raw", ["@a.txt", "a=b", "l\nf", "a b"]),
        ("--data-binary", ["@a.txt", "@b.png", "@-", "a b", "@big.bin", "@lines.txt"]),
        (
            "--data-urlencode",
            [
                "a=b c", "b c", "=x&y", "@a.txt", "n@a.txt", "n@e", "@e", "n@-", "a#b=c", "a&b=c",
                "#=#", "ä=ö",
                "n@lines.txt", "=", "", "a==b",
            ]
        ),
        ("--json", ["{}", "{\"a\":1}", "[", "@a.txt", "@-"]),
    ]

    private static let queries = [
        "a=b", "a b", "+a=b&c", "+", "", "=x", "a&&b", "+a&&b", "a#b=c", "+#", "n@a.txt", "@a.txt",
        "@e", "+a b",
        "ä=ö", "a=+", "+%23", "+a[1]={x}", "a[b]=c", "=", "+&", "+?",
    ]

    private static let options: [[String]] = [
        ["-H", "X-A: b"], ["-H", "X-A:b"], ["-H", "X-A;"], ["-H", "X-A:"],
        ["-H", "X-A:  two  blanks "],
        ["-H", "Accept:"], ["-H", "Accept: x/y"], ["-H", "User-Agent:"], ["-H", "User-Agent: u"],
        ["-H", "Content-Type: x/y"], ["-H", "Content-Type:"],
        ["-H", "Content-Type: multipart/form-data"],
        ["-H", "Content-Type: multipart/mixed"], ["-H", "content-type: application/json"],
        ["-H", "Expect:"], ["-H", "Expect: 100-continue"], ["-H", "Transfer-Encoding: chunked"],
        ["-H", "Transfer-Encoding:"], ["-H", "Host: other"], ["-H", "@h.txt"],
        ["-H", "Cookie: a=b"],
        ["-H", "X-A: 1", "-H", "X-A: 2"], ["-H", "Authorization: x"], ["-H", "X-Ä: ö"],
        ["-H", "X-A: 'q\" $x`"],
        ["-H", "Content-Length:"], ["-H", "Connection: close"], ["-H", "TE: trailers"],
        ["-X", "PUT"], ["-X", "POST"], ["-X", "GET"], ["-X", "PATCH"], ["-X", "DELETE"],
        ["-A", "agent"], ["-A", ""], ["-A", "a 'b\" $c"], ["-e", "http://r/?a#b"], ["-e", ";auto"],
        ["-e", "r;auto"], ["-e", ""], ["--compressed"], ["--no-compressed"], ["--path-as-is"],
        ["--path-as-is"],
        ["--request-target", "/other?x=[1]"], ["--request-target", "*"], ["-u", "me:"],
        ["-u", "me:p:w"],
        ["-u", "me:pw", "--basic"], ["--oauth2-bearer", "t"],
        ["-u", "me:pw", "--anyauth"],
        ["-b", "a=b"], ["-b", "a=b", "-b", "c=d"], ["-b", "jar"], ["-b", "a=b;c"],
        ["-b", "jar", "-b", "x=y"],
        ["-b", ""], ["-b", "a=b;"], ["-b", "a=\"q\""],
        ["--idempotency-key=k"], ["-0"], ["--http1.1"], ["--expect100-timeout", "0.1"], ["--http2"],
        ["-L"], ["--retry", "1"], ["-m", "20"], ["-Y", "1", "-y", "30"], ["-i"], ["-f"],
        ["--no-fail"],
        ["-f", "--fail-with-body"],
        ["-w", "%{http_code}%{upload_file}%{upload_url}%{num_retries}\\n"],
        ["-w", "@format"],
        ["-w", "%header{x}%{json}%{header_json}%{onerror}%{url}%{certs}%{num_certs}"],
        ["-o", "/dev/null"], ["--next", "-d", "next", "/next"], ["--location-trusted"],
        ["--max-redirs", "3"],
        ["--proto", "=http"], ["--proto-redir", "=http"], ["--post301"], ["-k"],
        ["--limit-rate", "100M"],
        ["--no-keepalive"], ["--tcp-nodelay"], ["-4"], ["--noproxy", "*"],
        ["--connect-timeout", "9"],
        ["--variable", "v=x y", "--expand-header", "X-V: {{v:url}}"], ["--fail-early"],
        ["--no-progress-meter"],
    ]

    private static let secrets: [([String], String)] = [
        (["-u", "me:hush'\"$x"], "hush'\"$x"), (["--oauth2-bearer", "hush"], "hush"),
        (["-H", "X-Api-Key: hu sh"], "hu sh"),
        (["-H", "Authorization: Bearer hush"], "Bearer hush"),
        (["-b", "sid=hush"], "sid=hush"), (["--url-query", "token=hush"], "hush"),
        (["--secret", "X-Mine", "-H", "X-Mine: hush!"], "hush!"),
    ]
}
