import TestSupport

/// Runs formpost and curl through the same redirects, each with two servers, and records their
/// requests.
///
/// A server answers `/<status>?<location>` with that status, that `Location` and a body, and
/// anything else with `done`.
struct Journey: Sendable {
    let result: CommandResult
    let home: LoopbackServer
    let other: LoopbackServer

    /// The URLs of a journey's two servers.
    struct Map: Sendable {
        let home: LoopbackServer
        let other: LoopbackServer

        /// A URL of `home` that redirects with `status` to `location`.
        func redirect(_ status: Int = 302, _ location: String) -> String {
            home.url("/\(status)?\(location)")
        }
    }

    init(
        _ program: ([any RawBytes]) -> Command, _ arguments: (Map) -> [any RawBytes],
        tls: TLSOptions? = nil, _ change: @Sendable (inout Command) -> Void = { _ in }
    ) async throws {
        home = try LoopbackServer(answer: Self.answer)
        other = try LoopbackServer(tls: tls, answer: Self.answer)
        let map = Map(home: home, other: other)
        result = try await program(arguments(map)).with(change).run()
    }

    /// The requests of both programs, which must be equal except for free choices.
    static func both(
        _ arguments: (Map) -> [any RawBytes], tls: TLSOptions? = nil,
        _ change: @Sendable (inout Command) -> Void = { _ in }
    ) async throws -> (formpost: Journey, curl: Journey) {
        (
            try await Journey(Command.formpost, arguments, tls: tls, change),
            try await Journey(Command.curl, arguments, tls: tls, change)
        )
    }

    private static func answer(to request: RecordedRequest) -> Answer {
        let words = request.target.split(separator: "?", maxSplits: 1)
        guard words.count == 2, let status = Int(words[0].dropFirst()) else {
            return .respond(body: "done\n")
        }
        return .respond(
            status, headers: ["Location": String(words[1])], body: "redirect of \(status)\n")
    }

    /// The requests to each server.
    var transcript: [Transcript] {
        get throws {
            try home.requests.map { try Transcript($0, at: "home", self) }
                + other.requests.map { try Transcript($0, at: "other", self) }
        }
    }

    fileprivate func named(_ text: String) -> String {
        text.replacing(":\(home.port)", with: ":HOME").replacing(":\(other.port)", with: ":OTHER")
    }
}

/// A request without what two programs may choose: the name of the program, the boundary, the
/// order of the header lines, the ports of the servers.
struct Transcript: Equatable {
    var server: String
    var requestLine: String
    /// `Content-Length` is `right` if it is.
    var headers: [String]
    var body: String

    init(_ request: RecordedRequest, at server: String = "home", _ journey: Journey? = nil) throws {
        let name = { (text: String) in journey?.named(text) ?? text }
        self.server = server
        requestLine = name("\(request.method) \(request.target) \(request.version)")
        let type = request.header("Content-Type") ?? ""
        let boundary = type.split(separator: "boundary=").dropFirst().first.map(String.init)
        headers = request.headers.compactMap { field in
            switch field.name {
            case "User-Agent"
            where ["formpost/0.1.0", "curl/"].contains { field.value.hasPrefix($0) }:
                return nil
            case "Content-Length" where field.value == "\(request.body.count)":
                return "Content-Length: right"
            case "Host" where journey == nil:
                return "Host: " + field.value.prefix { $0 != ":" }
            default:
                let line = "\(field.name): \(name(field.value))"
                return boundary.map { line.replacing($0, with: "B") } ?? line
            }
        }.sorted()
        body =
            boundary == nil || request.body.count == 0
            ? request.body.text : try request.normalisedForm()
    }

    /// Whether a header of this name is there.
    func has(_ name: String) -> Bool { headers.contains { $0.hasPrefix(name + ":") } }

    /// The headers apart from those of every request.
    var own: [String] {
        headers.filter { line in
            ![
                "Accept: */*", "Content-Length: right",
                "Content-Type: multipart/form-data; boundary=B",
            ]
            .contains(line) && !line.hasPrefix("Host: ")
        }
    }

    /// `POST /x`
    var request: String { requestLine.replacing(" HTTP/1.1", with: "") }
}
