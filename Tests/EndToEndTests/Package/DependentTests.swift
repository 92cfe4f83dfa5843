import Foundation
import TestSupport
import Testing

/// The libraries in a package that depends on this one.
@Suite(
    .serialized, .exhaustive,
    .enabled(if: Command.isInstalled("swift"), "swift is not installed"))
struct DependentTests {
    @Test func uploads() async throws {
        let dependent = try await Dependent()
        let picture = try fileBytes(Fixtures.path("img.png"))
        let needsHooks = "needsHooks(FormUpload.UploadField.verifiesCertificates)"
        for (name, last, count) in [("app", "200", 4), ("plain", needsHooks, 3)] {
            let server = try LoopbackServer(
                .respond(200), .respond(307, headers: ["Location": "/b"]), .respond(200))
            let result = try await dependent.run(name, server.url)
            #expect(result.exitStatus == 0, "\(result)")
            let lines = result.stdoutText.split(separator: "\n").suffix(3)
            #expect(lines == ["200 true", "200", last[...]], "\(name)")
            let requests = try await server.requests(count)
            #expect(server.requests.count == count)
            for request in requests {
                let form = try request.form()
                #expect(form.parts.map(\.nameText) == ["reqtype", "file"])
                #expect(form.part("file")?.body == picture)
                #expect(
                    request.framing
                        == (name == "app" ? .contentLength(request.body.count) : .chunked))
            }
        }
    }

    /// SwiftPM refuses a dependency on a version with unsafe flags.
    @Test func theLibrariesHaveNoUnsafeFlags() async throws {
        let scratch = try TemporaryDirectory()
        let result = try await Command(
            "/usr/bin/env",
            arguments: [
                "swift", "package", "--package-path", Repository.path, "--scratch-path",
                scratch.path, "dump-package",
            ]
        ).run()
        let package = try JSONDecoder().decode(PackageDump.self, from: Data(result.stdout))
        #expect(package.targets(of: "FormUpload") == ["CURLHooks", "FormEncoding", "FormUpload"])
        for library in package.libraries {
            for name in package.targets(of: library) {
                #expect(package.unsafeFlags(of: name) == [], "\(name)")
            }
        }
        let exported = package.unsafeFlags(of: "formpost")
        let readme = try DocumentationPage.blocks(of: "README.md", in: "swift").joined()
        #expect(exported.count > 2)
        for flag in exported where !flag.hasSuffix("=open") {
            #expect(readme.contains("\"\(flag)\""), "\(flag)")
        }
    }
}
