import TestSupport

/// A directory of files, and a server, for command lines to be sent by formpost and, as `--curl`
/// prints them, by curl.
final class CurlLineRig: Sendable {
    /// The result of the comparison.
    enum Verdict: Sendable, Equatable {
        /// curl sends what formpost sends.
        case sent
        /// Neither sends anything.
        case refused
        /// formpost has said what curl does differently, or that it leaves something out.
        case announced
        case different(String)
    }

    private let files: TemporaryDirectory
    private let server: LoopbackServer
    private let received: Monitor<[String: [Sent]]>

    init() throws {
        files = try TemporaryDirectory()
        try files.makeDifferentialFiles()
        try files.file("fields.json", #"{"url":"http://h/","fields":{"key":"a/b","x":"y z"}}"#)
        try files.file("format", "%{http_code}\n%{num_retries}%{url}")
        try files.file(
            "jar", "# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t0\tjar\tvalue\n")
        let received = Monitor<[String: [Sent]]>([:])
        self.received = received
        server = try LoopbackServer { _ in
            [
                .readBody,
                .choose { request in
                    let name = request.header("X-Case") ?? ""
                    received.withState { $0[name, default: []].append(Sent(request)) }
                    // A server of HTTP/1.1 closes after a request of HTTP/1.0, which libcurl does
                    // not expect.
                    return [.respond(200, headers: ["Connection": "close"])]
                },
            ]
        }
    }

    func verdict(_ list: CurlLineList, number: Int) async throws -> Verdict {
        let arguments = list.arguments.map { word in
            word.first == UInt8(ascii: "/") && word == Array("/next".utf8)
                ? Array(server.url("/next").utf8) : word
        }
        let name = "\(number)"
        let words: [any RawBytes] =
            ["-H", "X-Case: \(name)", server.url(list.target)] + arguments
        let sending = try await run(Command.formpost(arguments: ["-sS"] + words), list)
        let ours = requests(of: name)
        let options: [any RawBytes] =
            list.secret == nil ? ["--curl", "--show-secrets"] : ["--curl"]
        let printing = try await run(Command.formpost(arguments: options + words), list)
        guard printing.exitStatus == 0 else {
            let isPipe = printing.stderrText.contains("reads no standard input")
            if isPipe { return .announced }
            return ours.isEmpty ? .refused : .different("no line: \(printing.stderrText)")
        }
        if ours.isEmpty, sending.exitStatus != 0 { return .refused }
        let line = printing.stdoutText
        let said = printing.stderrText.split(separator: "\n").contains { $0.contains("--curl") }
        if said { return .announced }
        var command = Command(
            "/bin/sh",
            arguments: ["-c", line.replacing("curl ", with: "curl -sS ", maxReplacements: 1)])
        if let secret = list.secret {
            let variables = Set(line.matches(of: /\$\{(\w+):\?\}/).map { String($0.1) })
            // What else formpost takes for a secret is not known here.
            guard variables.count == 1 else { return .announced }
            for variable in variables { command.environment[variable] = secret }
        }
        let result = try await run(command, list)
        let theirs = requests(of: name)
        if let difference = Self.difference(ours, theirs) {
            return .different(
                "\(difference)\n  formpost: \(sending)\n  \(line)  \(result.stderrText)")
        }
        guard result.exitStatus == sending.exitStatus,
            !result.stderrText.contains("unknown --write-out")
        else {
            return .different(
                "exit status \(String(describing: sending.exitStatus)), curl's \(result)\n  \(line)"
            )
        }
        return .sent
    }

    private func run(_ command: Command, _ list: CurlLineList) async throws -> CommandResult {
        var command = command
        command.workingDirectory = files.path
        command.timeout = 20
        switch list.input {
        case .file(let name): command.stdin = .file(name)
        case .pipe(let bytes): command.stdin = .bytes(bytes)
        }
        return try await command.run()
    }

    private func requests(of name: String) -> [Sent] {
        received.withState { $0.removeValue(forKey: name) ?? [] }
    }

    private static func difference(_ ours: [Sent], _ theirs: [Sent]) -> String? {
        guard ours.count == theirs.count else {
            return "\(ours.count) requests, curl's \(theirs.count)"
        }
        return zip(ours, theirs).lazy.compactMap { $0.difference(from: $1) }.first
    }
}

/// A request without the free choices of a program: its name, boundaries, the order of the header
/// lines.
private struct Sent: Sendable {
    let line: String
    let headers: [String]
    let isChunked: Bool
    let body: DifferentialRig.Form

    init(_ request: RecordedRequest) {
        line = "\(request.method) \(request.target) \(request.version)"
        let type = request.headers.first { $0.name.lowercased() == "content-type" }
        body = DifferentialRig.Form(
            contentType: type?.line ?? [], body: request.body.bytes
        ).normalised()
        isChunked = request.framing == .chunked
        headers = request.headers.filter { field in
            // The value depends on the boundary.
            if field.name == "Content-Length" || field.name.lowercased() == "content-type" {
                return false
            }
            return field.name != "User-Agent"
                || !field.value.hasPrefix("curl/") && !field.value.hasPrefix("formpost/")
        }.map { String(decoding: $0.line, as: UTF8.self) }.sorted()
    }

    func difference(from other: Sent) -> String? {
        if line != other.line { return "\(line)\n  curl: \(other.line)" }
        if headers != other.headers { return "\(headers)\n  curl: \(other.headers)" }
        if isChunked != other.isChunked {
            return "chunked: \(isChunked), curl's \(other.isChunked)"
        }
        return body.difference(from: other.body)
    }
}
