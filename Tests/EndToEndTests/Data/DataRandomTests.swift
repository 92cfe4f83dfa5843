import TestSupport
import Testing

/// `-d` and its relatives as the system's curl reads them, in random lists.
@Suite(.serialized, .comparesWithCurl)
struct DataRandomTests {
    private static let seed: UInt64 = 13
    private static let count = Exhaustive.count(200, orElse: 30)

    private static let words = [
        "", "a", "a=b", "=", "=x", "a=", "a=b&c=d", "&", "a b", "a+b", "%41", "%", "a=b=c",
        "\u{E9}",
        "\u{1F600}=x", "<", "a;b", "\"", "'", "\\", "a\tb", "a\r\nb", "@", "a@", "a=@lines",
        "~*-._",
        "{\"a\": [1]}",
    ]
    private static let options = ["-d", "--data", "--data-ascii", "--data-binary", "--data-raw"]
    private static let files = ["lines", "line", "empty", "zeros"]

    /// What one list is: arguments, and what stands on standard input.
    private static func list(_ number: Int) -> (arguments: [String], input: String) {
        var random = SplitMix64(state: seed &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(number))
        func pick<Item>(_ items: [Item]) -> Item {
            items[Int(random.next(below: UInt64(items.count)))]
        }
        var arguments: [String] = []
        var takesInput = false
        let isJSON = pick([true, false, false, false])
        for _ in 0..<pick([1, 1, 2, 3]) {
            let option = isJSON ? "--json" : pick(options + ["--data-urlencode"])
            var file = pick(files)
            if !takesInput, pick([true, false, false, false]) { file = "-" }
            let prefix = option == "--data-urlencode" ? pick(["@", "n@", "n@", ""]) : "@"
            let isFile = pick([true, false]) && !prefix.isEmpty
            // curl drops the name of an empty file.
            if prefix == "n@", file == "empty" || file == "-" { file = "line" }
            // 7.88 cuts lines at a NUL.
            let isText = ["-d", "--data", "--data-ascii"].contains(option)
            if file == "zeros", isText { file = "lines" }
            // `a@`, like `@`, asks for a file without a name.
            let text = pick(words.filter { !$0.hasSuffix("@") || option == "--data-raw" })
            takesInput = takesInput || isFile && file == "-" && option != "--data-raw"
            arguments += [option, isFile ? prefix + file : text]
        }
        return (arguments, pick(["", "in\nput", "a&b=c\r\n"]))
    }

    @Test(arguments: 0..<count)
    func sendsWhatCurlSends(number: Int) async throws {
        let (arguments, input) = Self.list(number)
        let directory = try TemporaryDirectory()
        try directory.file("lines", "one \r\ntwo\nthree\n")
        try directory.file("line", "one\n")
        try directory.file("empty", "")
        try directory.file("zeros", "a\0b\nc\0\0d\r\n")
        let both = try await SideBySide(["-sS"] + arguments) {
            $0.workingDirectory = directory.path
            $0.stdin = .bytes(Array(input.utf8))
        }
        let command = arguments.joined(separator: " ")
        #expect(both.formpost.result.exitStatus == 0, "\(command): \(both.formpost.result)")
        let ours = try DataRequest(try await both.formpost.server.request())
        let curls = try DataRequest(try await both.curl.server.request())
        #expect(ours == curls, "\(command)")
    }
}

/// A request with a body that is no form, apart from what two programs may choose.
private struct DataRequest: Equatable {
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
}
