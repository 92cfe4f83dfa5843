import TestSupport
import Testing

/// A package that depends on this checkout, with the README's code: `app` has the README's linker
/// settings, `plain` has none.
struct Dependent {
    private let directory: TemporaryDirectory
    /// Kept, so that later runs need not build the libraries.
    private static let scratch = "\(Repository.path)/.build/dependent"

    /// Makes the package, and builds it.
    init() async throws {
        let blocks = try DocumentationPage.blocks(of: "README.md", in: "swift")
        let target = try #require(blocks.first { $0.hasPrefix(".executableTarget") })
        let code = try #require(blocks.first { $0.hasPrefix("import") })
        directory = try TemporaryDirectory()
        try directory.file(
            "Package.swift",
            """
            // swift-tools-version: 6.0
            import PackageDescription

            let package = Package(
                name: "dependent",
                platforms: [.macOS(.v13)],
                dependencies: [.package(name: "formpost", path: "\(Repository.path)")],
                targets: [
                    \(target),
                    .executableTarget(
                        name: "plain",
                        dependencies: [
                            .product(name: "FormEncoding", package: "formpost"),
                            .product(name: "FormUpload", package: "formpost"),
                        ]),
                ])
            """)
        try directory.directory("Sources")
        for name in ["app", "plain"] {
            try directory.directory("Sources/\(name)")
            try directory.file(
                "Sources/\(name)/main.swift",
                code.replacing(
                    "\"https://example.com/upload\"", with: "ByteString(CommandLine.arguments[1])")
                    + Self.more)
        }
        try await build()
    }

    /// Sends the README's form again, to where a redirect leads and to a server that is not
    /// verified.
    private static let more = """

        var options = UploadOptions()
        options.redirects.follows = true
        print(try await Uploader(options: options).upload(request).head.status)
        options.verifiesCertificates = false
        do {
            print(try await Uploader(options: options).upload(request).head.status)
        } catch {
            print(error)
        }
        """

    private func build() async throws {
        let arguments = [
            "-n", "19", "swift", "build", "--package-path", directory.path, "--scratch-path",
            Self.scratch,
        ]
        let result = try await Command("/usr/bin/env", arguments: ["nice"] + arguments).run()
        try #require(result.exitStatus == 0, "\(result)")
    }

    /// Runs one of the executables in the folder of the picture that the README names.
    func run(_ name: String, _ url: String) async throws -> CommandResult {
        try await Command("\(Self.scratch)/debug/\(name)", arguments: [url])
            .with { $0.workingDirectory = Fixtures.path("") }.run()
    }
}
