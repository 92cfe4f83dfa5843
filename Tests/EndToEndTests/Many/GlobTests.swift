import TestSupport
import Testing

/// Patterns in URLs and in `-T`, as curl has them.
@Suite(.serialized)
struct GlobTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private static let rows: [[String]] = [
        ["-F", "a=b", "URL/{x,y}/[1-2]"],
        ["-F", "a=b", "URL/[08-10]", "URL/[a-c:2]"],
        ["-F", "a=b", "-o", "out-#1-#2-#3", "URL/{x,y}/[1-2]"],
        ["-F", "a=b", "-o", "one-#1", "-o", "two-#1", "URL/{x,y}", "URL/{p,q}"],
        ["-T", "{f,g h}.txt", "URL/put/"],
        ["-T", "{f,g h}.txt", "-T", "f.txt", "URL/{1,2}/", "URL/last"],
        ["-g", "-F", "a=b", "URL/{x,y}"],
        ["-d", "a=b", "URL/\\{x\\}"],
    ]

    /// The same requests in the same order, and the same files.
    @Test(arguments: rows.indices)
    func isAsInCurl(row: Int) async throws {
        let files = ["f.txt": "1", "g h.txt": "2"]
        for (name, content) in files { try directory.file(name, content) }
        func run(_ command: Command) async throws -> (targets: [String], files: [String: String]) {
            let server = try LoopbackServer { .respond(body: $0.target) }
            let folder = try TemporaryDirectory()
            for (name, content) in files { try folder.file(name, content) }
            let arguments = Self.rows[row].map {
                $0.hasPrefix("URL") ? server.url(String($0.dropFirst(3))) : $0
            }
            let result = try await command.with {
                $0.arguments += arguments
                $0.workingDirectory = folder.path
            }.run()
            #expect(result.exitStatus == 0, "\(result.stderrText)")
            var written: [String: String] = [:]
            for name in folder.entries() where files[name] == nil {
                written[name] = String(
                    decoding: try fileBytes(folder.path(name)), as: UTF8.self)
            }
            return (server.requests.map(\.target), written)
        }
        let ours = try await run(.formpost("-s"))
        let curls = try await run(.curl("-s"))
        #expect(ours.targets == curls.targets)
        #expect(ours.files == curls.files)
        #expect(!ours.targets.isEmpty)
    }

    @Test func aMistakeIsShown() async throws {
        let result = try await Command.formpost("-F", "a=b", "http://h/{a,b").run()
        #expect(
            result.outcome
                == Outcome(
                    3,
                    stderr: """
                        formpost: (3) the '{' is not closed (column 10); -g takes braces and brackets literally
                            http://h/{a,b
                                     ^

                        """))
    }
}
