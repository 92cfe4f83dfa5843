import Foundation
import TestSupport
import Testing

@testable import formpost

/// The recipes for several machines, with processes in their places.
@Suite struct MachineRecipeTests {
    static let names = ["shared-list", "gnu-parallel", "kubernetes"]

    private let directory: TemporaryDirectory
    private static let files = (10..<40).map { "\($0)" }

    init() throws {
        directory = try TemporaryDirectory()
        for place in ["shared", "a", "b", "c"] {
            try directory.directory(place)
            try directory.directory(place + "/dist")
            for name in Self.files {
                try directory.file("\(place)/dist/\(name)", "content \(name)")
            }
        }
    }

    /// Runs the recipe's command three times at once; `start` is a shell's line for that.
    private func run(
        _ recipe: String, starting start: String, _ server: LoopbackServer, status: Int32 = 0
    ) async throws {
        let text = recipe.replacing("https://example.com", with: server.url(""))
            .replacing("/shared", with: directory.path("shared"))
        let result = try await Command.script(
            start, [text], in: directory, environment: ["TOKEN": "t0k"]
        ).run()
        #expect(result.exitStatus == status, "\(result)")
    }

    private func names(_ server: LoopbackServer) throws -> [String] {
        try server.requests.filter(\.isAnswered).map {
            #expect($0.header("Authorization") == "Bearer t0k")
            return try $0.form().part("file")?.filenameText ?? ""
        }.sorted()
    }

    private func command(_ name: String) throws -> String {
        try #require(Recipe.named(name)).command.joined(separator: "\n")
    }

    private static let inCheckouts = """
        for place in a b c; do (cd $place && eval "$1") & jobs="$jobs $!"; done
        for job in $jobs; do wait $job || failed=$?; done
        exit $failed
        """

    @Test func checkoutsShareTheList() async throws {
        let server = try LoopbackServer(.respond())
        try await run(try command("shared-list"), starting: Self.inCheckouts, server)
        #expect(try names(server) == Self.files)
        // Another job finds nothing to do.
        try await run(try command("shared-list"), starting: Self.inCheckouts, server)
        #expect(server.requests.count == Self.files.count)
    }

    /// What the service refuses is tried by each, and each fails.
    @Test func aRefusalFailsEachJob() async throws {
        let server = try LoopbackServer(
            script: .closure { _ in
                [
                    .readBody,
                    .choose { request in
                        let name = try? request.form().part("file")?.filenameText
                        return [.respond(name == "20" ? 413 : 200)]
                    },
                ]
            })
        try await run(
            try command("shared-list"), starting: Self.inCheckouts, server, status: 22)
        #expect(try names(server) == (Self.files + ["20", "20"]).sorted())
    }

    @Test func parallelStartsIt() async throws {
        let server = try LoopbackServer(.respond())
        let parallel = """
            parallel() {
              while [ "$1" != --workdir ]; do shift; done
              cd "$2"; for last; do :; done
              for n in 1 2 3; do eval "$last" & done; wait
            }
            eval "$1"
            """
        try await run(try command("gnu-parallel"), starting: parallel, server)
        #expect(try names(server) == Self.files)
    }

    @Test func podsShareTheVolume() async throws {
        let lines = try #require(Recipe.named("kubernetes")).command
        let start = try #require(lines.firstIndex { $0.hasSuffix("args:") })
        let arguments = lines[(start + 1)...].map { $0.drop { $0 == " " } }
            .prefix { $0.hasPrefix("- ") && !$0.hasPrefix("- name") }.map { $0.dropFirst(2) }
        #expect(arguments.count == 6)
        let server = try LoopbackServer(.respond())
        let pods = "for n in 1 2 3; do eval \"$1\" & done; wait"
        try await run(
            "formpost " + arguments.map { "'\($0)'" }.joined(separator: " "), starting: pods, server
        )
        #expect(try names(server) == Self.files)
    }
}
