/// A server that takes resumable uploads by version 8 of the draft, and misbehaves where a test wants it.
///
/// `rules` are looked up by the method and the number of its requests so far, such as `PATCH 2`; a rule changes what
/// the request is answered with.
package final class UploadServer: Sendable {
    /// Another treatment of a request than the right one.
    package enum Rule: Sendable {
        /// Takes so many bytes of the body, then resets the connection.
        case cut(Int64)
        /// As `cut`, and tells before how many it has.
        case cutAfterOffset(Int64)
        /// Answers so without looking at the request.
        case answer(Int, KeyValuePairs<String, String>)
        /// As `answer`, when the whole body has been taken.
        case late(Int, KeyValuePairs<String, String>)
        /// Sends these interim responses, takes so many bytes, and resets the connection.
        case interim([KeyValuePairs<String, String>], Int64)
        /// Says that it has so many bytes.
        case says(Int64)
    }

    private struct State: Sendable {
        var rules: [String: Rule]
        var counts: [String: Int] = [:]
        var bytes: [UInt8] = []
        var isComplete = false
    }

    private let state: Monitor<State>
    package let server: LoopbackServer

    package init(
        _ rules: [String: Rule] = [:], version: Int = 8, limit: String? = nil,
        hidesInterim: Bool = false, location: String = "/r/secret"
    ) throws {
        let state = Monitor(State(rules: rules))
        self.state = state
        server = try LoopbackServer { request in
            let rule = state.withState { state -> Rule? in
                let number = state.counts[request.method, default: 0] + 1
                state.counts[request.method] = number
                return state.rules["\(request.method) \(number)"]
                    ?? state.rules[request.method]
            }
            return Answer(
                Self.steps(
                    request, rule, state, version, limit, hidesInterim ? nil : location, location))
        }
    }

    package var url: String { server.url("/form") }
    /// What the server has.
    package var bytes: [UInt8] { state.withState { $0.bytes } }
    package var isComplete: Bool { state.withState { $0.isComplete } }
    /// Each request as `METHOD target Upload-Offset Upload-Complete`.
    package var requests: [String] {
        server.requests.map { request in
            ["Upload-Offset", "Upload-Complete"].reduce("\(request.method) \(request.target)") {
                $0 + (request.header($1).map { " " + $0 } ?? "")
            }
        }
    }

    private static func interim(_ version: Int, _ headers: KeyValuePairs<String, String>) -> Step {
        var text = "HTTP/1.1 104 Upload Resumption Supported\r\n"
        text += "Upload-Draft-Interop-Version: \(version)\r\n"
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        return .send(text + "\r\n")
    }

    private static func steps(
        _ request: RecordedRequest, _ rule: Rule?, _ state: Monitor<State>, _ version: Int,
        _ limit: String?, _ announced: String?, _ location: String
    ) -> [Step] {
        let isCreation = request.target == "/form"
        var steps: [Step] = []
        if isCreation, request.method == "POST", let announced,
            request.header("Upload-Draft-Interop-Version") == "\(version)"
        {
            let limits: KeyValuePairs = [
                "Location": announced, "Upload-Limit": limit ?? "min-size=0",
            ]
            steps.append(interim(version, limits))
        }
        @Sendable func take(_ request: RecordedRequest) {
            state.withState { state in
                let offset = Int(request.header("Upload-Offset") ?? "0") ?? 0
                state.bytes = Array(state.bytes.prefix(offset)) + request.body.bytes
            }
        }
        @Sendable func cut(_ count: Int64, _ last: @escaping @Sendable () -> [Step]) -> [Step] {
            [
                .readBytes(count),
                .choose { request in
                    take(request)
                    return last() + [.pause(0.1), .reset]
                },
            ]
        }
        switch rule {
        case .answer(let status, let headers)?:
            return [.respond(status, headers: headers), .close]
        case .cut(let count)?: return steps + cut(count) { [] }
        case .cutAfterOffset(let count)?:
            return steps
                + cut(count) {
                    let offset = state.withState { $0.bytes.count }
                    return [interim(version, ["Upload-Offset": "\(offset)"])]
                }
        case .interim(let heads, let count)?:
            return heads.map { interim(version, $0) } + cut(count) { [] }
        case .late(let status, let headers)?:
            return steps + [
                .readBody,
                .choose {
                    take($0); return [.respond(status, headers: headers)]
                },
            ]
        case .says(let offset)?:
            return [
                .respond(
                    204, headers: ["Upload-Offset": "\(offset)", "Upload-Complete": "?0"])
            ]
        case nil: break
        }
        switch request.method {
        case "OPTIONS":
            return [.respond(204, headers: ["Upload-Limit": limit ?? "min-size=0"])]
        case "HEAD":
            return state.withState { state in
                [
                    .respond(
                        204,
                        headers: [
                            "Upload-Offset": "\(state.bytes.count)",
                            "Upload-Complete": state.isComplete ? "?1" : "?0",
                            "Upload-Limit": limit ?? "min-size=0",
                        ])
                ]
            }
        case "DELETE": return [.respond(204)]
        default:
            return steps + [
                .readBody,
                .choose { request in
                    take(request)
                    guard request.header("Upload-Complete") != "?0" else {
                        return [
                            .respond(
                                isCreation ? 201 : 204,
                                headers: ["Location": location, "Upload-Complete": "?0"])
                        ]
                    }
                    state.withState { $0.isComplete = true }
                    return [
                        .respond(200, headers: ["Upload-Complete": "?1"], body: "the form's answer")
                    ]
                },
            ]
        }
    }
}
