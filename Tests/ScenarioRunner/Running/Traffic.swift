import TestSupport

/// A request that came, and the server that it came to.
struct ServedRequest: Sendable {
    var server: String
    var request: RecordedRequest
}

/// The servers of a run: what comes to them, in order, and what they answer.
final class Traffic: Sendable {
    /// An answer of the step that runs, and the request that it is for.
    struct PlannedAnswer: Sendable {
        var answer: Answer
        /// Nil where the order decides.
        var isFor: (@Sendable (_ server: String, RecordedRequest) -> Bool)?
        var isGiven = false
    }

    private struct State: Sendable {
        var plan: [PlannedAnswer] = []
        var repeatsLast = false
        /// The servers and the numbers of all requests so far.
        var arrivals: [(server: String, number: Int)] = []
        /// The numbers of requests and connections of the steps that are over.
        var (pastArrivals, pastConnections) = (0, 0)

        mutating func answer(to request: RecordedRequest, at server: String) -> Answer {
            arrivals.append((server, request.number))
            let index =
                plan.firstIndex { !$0.isGiven && $0.isFor?(server, request) != false }
                ?? (repeatsLast ? plan.indices.last : nil)
            guard let index else { return .respond() }
            plan[index].isGiven = true
            return plan[index].answer
        }
    }

    private let state: Monitor<State>
    private let servers: [String: LoopbackServer]

    /// Starts servers by the names of their URLs.
    init(_ serverNames: Set<String>) throws {
        let state = Monitor(State())
        self.state = state
        var servers: [String: LoopbackServer] = [:]
        for name in serverNames {
            servers[name] = try LoopbackServer(tls: Traffic.tls(name)) { request in
                state.withState { $0.answer(to: request, at: name) }
            }
        }
        self.servers = servers
    }

    /// `$TLS_WRONG_HOST` has the certificate `wrong-host`.
    private static func tls(_ name: String) -> TLSOptions? {
        if name == "TLS" { return TLSOptions() }
        return name.after("TLS_").map {
            TLSOptions(certificate: $0.lowercased().replacing("_", with: "-"))
        }
    }

    /// The URLs, without a slash at the end.
    var urls: [String: String] { servers.mapValues { $0.url("") } }
    var ports: [String: Int] { servers.mapValues(\.port) }

    /// Begins a step with these answers.
    func begin(_ plan: [PlannedAnswer], repeatsLast: Bool) {
        state.withState { state in
            state.plan = plan
            state.repeatsLast = repeatsLast
        }
    }

    /// Ends the step whose command has ended: its requests in the order in which they came, and the number
    /// of its connections.
    func end() async throws -> (requests: [ServedRequest], connections: Int) {
        for server in servers.values { try await server.settle() }
        let records = servers.mapValues(\.requests)
        let connections = servers.values.reduce(0) { $0 + $1.connections.count }
        return state.withState { state in
            // A malformed request is refused before the script is asked.
            for (server, requests) in records {
                for request in requests
                where !state.arrivals.contains(where: { $0 == (server, request.number) }) {
                    state.arrivals.append((server, request.number))
                }
            }
            let requests = state.arrivals.dropFirst(state.pastArrivals).compactMap { arrival in
                records[arrival.server]?.first { $0.number == arrival.number }.map {
                    ServedRequest(server: arrival.server, request: $0)
                }
            }
            defer {
                (state.pastArrivals, state.pastConnections) = (state.arrivals.count, connections)
            }
            return (requests, connections - state.pastConnections)
        }
    }
}
