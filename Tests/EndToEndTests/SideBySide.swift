import TestSupport
import Testing

/// Runs formpost and the system's curl with the same arguments, each with its own server and the
/// same script.
struct SideBySide: Sendable {
    struct Side: Sendable {
        let result: CommandResult
        let server: LoopbackServer
    }

    let formpost: Side
    let curl: Side

    /// Runs both with `arguments` and the server's URL after them.
    init(
        _ arguments: [any RawBytes], answers: @autoclosure () -> [Answer] = [.respond()],
        bodies: BodyPolicy = .keep, _ change: @Sendable (inout Command) -> Void = { _ in }
    ) async throws {
        func side(_ command: ([any RawBytes]) -> Command) async throws -> Side {
            let server = try LoopbackServer(script: .answers(answers()), bodies: bodies)
            let result = try await command(arguments + [server.url]).with(change).run()
            return Side(result: result, server: server)
        }
        formpost = try await side(Command.formpost)
        curl = try await side(Command.curl)
    }
}

/// A request without the free choices of a program: its name, the boundary, the order of the header
/// lines, the blanks before their values, the port of the server.
struct Wire: Equatable {
    var requestLine: String
    var headers: Set<String>
    var framing: Framing
    var body: [UInt8]

    enum Framing: Equatable {
        /// Whether it is correct; the value depends on the boundary.
        case contentLength
        case chunked
        case wrong(BodyFraming)
    }

    init(_ request: RecordedRequest) throws {
        let form = try request.form()
        let boundary = String(decoding: form.boundary, as: UTF8.self)
        requestLine = "\(request.method) \(request.target) \(request.version)"
        headers = Set(
            request.headers.compactMap { field in
                switch field.name {
                case "User-Agent", "Content-Length": nil
                case "Host": "Host: " + field.value.prefix { $0 != ":" }
                default:
                    "\(field.name): \(field.value)".replacing(boundary, with: "B")
                }
            })
        framing =
            switch request.framing {
            case .contentLength(let length) where length == request.body.count: .contentLength
            case .chunked where request.body.isComplete: .chunked
            case let framing: .wrong(framing)
            }
        body = try normalisedBody(request.body.bytes, boundary: form.boundary)
    }
}

extension Trait where Self == ConditionTrait {
    /// For tests that run formpost and curl and expect the same result.
    static var comparesWithCurl: Self {
        .enabled(if: ReferenceCurl.isComparable, Comment(rawValue: ReferenceCurl.reason))
    }
}
