import Foundation
import TestSupport

/// One run of a scenario, in a directory and with servers of its own.
struct ScenarioRun {
    /// Seconds until a command is killed.
    static let limit = 60.0

    private let content: Scenario.Content
    private let program: Program
    private let directory: TemporaryDirectory
    private let traffic: Traffic
    private let names: Names
    private let environment: CommandEnvironment
    /// What came to the servers.
    private(set) var requests: [ServedRequest] = []
    /// What is wrong.
    private(set) var marks: [Mark] = []

    init(
        _ scenario: Scenario, _ content: Scenario.Content, as program: Program,
        _ links: Program.Links
    )
        throws
    {
        self.content = content
        self.program = program
        directory = try TemporaryDirectory()
        for name in ["files", "home", "tmp"] { try directory.directory(name) }
        traffic = try Traffic(scenario.serverNames)
        names = Names(directory: directory.path("files"), traffic)
        var environment = CommandEnvironment.scrubbed
        environment.hasFreshDirectories = false
        for (name, value) in names.values { environment[name] = value }
        environment["PATH"] = links.searchPath(for: program)
        environment["HOME"] = directory.path("home")
        environment["TMPDIR"] = directory.path("tmp")
        self.environment = environment
    }

    var comparableRequests: [ComparableRequest] { requests.map { ComparableRequest($0, names) } }

    /// Runs until a step is wrong.
    mutating func run() async throws {
        defer { FileTree.openDirectories(under: directory.path) }
        for action in content.actions {
            switch action {
            case .makeFile(let file): try make(file)
            case .run(let step):
                var check = StepCheck(step, as: program, names: names)
                let outcome = try await outcome(of: step, check.expectation)
                check.check(outcome)
                marks = check.marks
                requests += outcome.requests
            }
            if !marks.isEmpty { return }
        }
    }

    private func make(_ file: WrittenFile) throws {
        let url = URL(fileURLWithPath: names.path(of: file.name.string(names)))
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(file.content.bytes(names)).write(to: url)
    }

    private func outcome(of step: Step, _ expectation: Expectation) async throws -> StepOutcome {
        let (plan, repeatsLast) = expectation.plan(names)
        traffic.begin(plan, repeatsLast: repeatsLast)
        let text = expectation.command?.value ?? step.command.value
        var command = Command("/bin/sh", arguments: ["-c", text])
        command.environment = environment
        command.workingDirectory = names["DIR"]
        command.timeout = ScenarioRun.limit
        let before = FileTree(directory.path)
        let result = try await command.run()
        let (requests, connections) = try await traffic.end()
        return StepOutcome(
            result: result, requests: requests, connections: connections,
            changes: FileTree(directory.path).changes(since: before))
    }
}

extension Scenario {
    /// The servers whose names occur.
    fileprivate var serverNames: Set<String> {
        var found: Set<String> = []
        for text in statements.flatMap({ [$0.head] + $0.continuation }) {
            _ = replacingNames(in: text) { name in
                if Names.isServer(name) { found.insert(name) }
                if name == "PORT" { found.insert("URL") }
                return nil
            }
        }
        return found
    }
}

extension Names {
    fileprivate init(directory: String, _ traffic: Traffic) {
        for (name, url) in traffic.urls { self[name] = url }
        if let port = traffic.ports["URL"] { self["PORT"] = "\(port)" }
        self["DIR"] = directory
        self["FIXTURES"] = Repository.path + "/Fixtures"
    }
}
