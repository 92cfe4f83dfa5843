import TestSupport
import Testing

/// The libraries in a package that depends on this one, and that says nothing to the linker.
@Suite(
    .serialized,
    .enabled(if: Command.isInstalled("swift"), "swift is not installed"))
struct DependentTests {
    private let picture: [UInt8]

    init() throws { picture = try fileBytes(Fixtures.path("img.png")) }

    @Test func uploadsByPath() async throws {
        let dependent = try await Dependent.byPath()
        for name in ["app"] + Dependent.linkers { try await check(name, of: dependent) }
        let server = try LoopbackServer()
        try await dependent.test(server.url)
        check(try await server.request(), by: "swift test")
    }

    /// A dynamic library, linked and opened by a program that has no libcurl of its own.
    @Test(arguments: Dependent.linkers, [false, true])
    func uploadsFromALibrary(linker: String, isOpened: Bool) async throws {
        let dependent = try await Dependent.byPath()
        let server = try LoopbackServer()
        let result = try await dependent.runHost(ofLibraryBy: linker, opens: isOpened, server.url)
        #expect(result.exitStatus == 0 && result.stdoutText == "200\n", "\(result)")
        let request = try await server.request()
        #expect(try request.form().part("file")?.body == picture)
        #expect(request.framing == .contentLength(request.body.count))
    }

    /// SwiftPM refuses a dependency on a version with unsafe flags.
    @Test(.enabled(if: Command.isInstalled("git"), "git is not installed"))
    func uploadsByVersionWithAStaticRuntime() async throws {
        let dependent = try await Dependent.byVersion()
        for name in ["app"] + Dependent.linkers { try await check(name, of: dependent) }
    }

    @Test(.enabled(if: OtherLibcurl.isInstalled, "there is no libcurl with GnuTLS"))
    func leavesOtherLibcurlsAlone() async throws {
        try await check("others", of: try await Dependent.byPath(), last: ["0 0"])
    }

    private func check(
        _ name: String, of dependent: Dependent, last: [Substring] = []
    ) async throws {
        let server = try LoopbackServer(
            .respond(200), .respond(307, headers: ["Location": "/b"]), .respond(200))
        let result = try await dependent.run(name, server.url)
        #expect(result.exitStatus == 0, "\(name): \(result)")
        #expect(result.stderrText == "")
        let expected: [Substring] = ["200 true", "200", "200"] + last
        let lines = result.stdoutText.split(separator: "\n").suffix(expected.count)
        #expect(Array(lines) == expected, "\(name)")
        for request in try await server.requests(4).prefix(4) { check(request, by: name) }
    }

    private func check(_ request: RecordedRequest, by name: String) {
        let form = try? request.form()
        #expect(form?.parts.map(\.nameText) == ["reqtype", "file"], "\(name)")
        #expect(form?.part("file")?.body == picture, "\(name)")
        #expect(request.framing == .contentLength(request.body.count), "\(name)")
    }
}
