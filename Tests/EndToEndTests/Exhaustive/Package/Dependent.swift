import Foundation
import TestSupport
import Testing

/// A package that depends on this one, with the README's code and target: `app`, as Swift links it, and the
/// same by each linker that is installed; and by path with dynamic libraries that upload.
struct Dependent {
    static let linkers = ["gold", "lld"].filter { Command.isInstalled("ld.\($0)") || $0 == "lld" }

    private let directory: TemporaryDirectory
    private let scratch: String
    private let flags: [String]

    /// Makes the package, and builds it. `dependency` is the one on this package.
    private init(
        _ directory: TemporaryDirectory, on dependency: String, scratch: String,
        flags: [String] = [],
        hasLibraries: Bool = false, others: OtherLibcurl? = nil
    ) async throws {
        self.directory = directory
        self.scratch = scratch
        self.flags =
            ["--package-path", directory.path, "--scratch-path", scratch]
            + ["--disable-dependency-cache", "-debug-info-format", "none"] + flags
        let blocks = try DocumentationPage.blocks(of: "README.md", in: "swift")
        let target = try #require(blocks.first { $0.hasPrefix(".executableTarget") })
        let code = try #require(blocks.first { $0.hasPrefix("import") })
            .replacing(
                "\"https://example.com/upload\"", with: "CommandLine.arguments[1]")
        let products = ["FormEncoding", "FormUpload"]
            .map { ".product(name: \"\($0)\", package: \"formpost\")" }.joined(separator: ", ")
        var libraries: [String] = []
        var targets = [
            target,
            ".testTarget(name: \"appTests\", dependencies: [\(products)])",
        ]
        try directory.directory("Sources")
        try directory.source("app", code + Self.more)
        for linker in Self.linkers {
            targets.append(
                """
                .executableTarget(name: "\(linker)", dependencies: [\(products)],
                    linkerSettings: [.unsafeFlags(["-use-ld=\(linker)"])])
                """)
            try directory.source(linker, code + Self.more)
        }
        for linker in hasLibraries ? Self.linkers : [] {
            targets.append(
                """
                .target(name: "\(linker)Library", dependencies: [\(products)],
                    linkerSettings: [.unsafeFlags(["-use-ld=\(linker)"])])
                """)
            try directory.source("\(linker)Library", Self.library, in: "Library.swift")
            libraries.append(
                ".library(name: \"by-\(linker)\", type: .dynamic, targets: [\"\(linker)Library\"])")
        }
        if let others {
            targets.append(others.target(name: "others", with: products))
            try directory.source("others", others.imports + code + Self.more + others.uses)
        }
        try directory.directory("Tests")
        try directory.directory("Tests/appTests")
        try directory.file("Tests/appTests/AppTests.swift", Self.test)
        try directory.file(
            "Package.swift",
            """
            // swift-tools-version: 6.0
            import PackageDescription

            let package = Package(
                name: "dependent",
                platforms: [.macOS(.v13)],
                products: [\(libraries.joined(separator: ", "))],
                dependencies: [\(([dependency] + (others?.dependency ?? [])).joined(separator: ", "))],
                targets: [
                    \(targets.joined(separator: ",\n"))
                ])
            """)
        try await swift("build")
    }

    /// With the package at this place, and the runtime's shared libraries. The scratch directory is kept, so
    /// that later runs need not build the libraries.
    static func byPath() async throws -> Dependent {
        let directory = try TemporaryDirectory()
        return try await Dependent(
            directory, on: ".package(name: \"formpost\", path: \"\(Repository.path)\")",
            scratch: "\(Repository.path)/.build/dependent", hasLibraries: true,
            others: OtherLibcurl(in: directory))
    }

    /// With a version of the package, a tag in a repository, and the runtime in the executables.
    static func byVersion() async throws -> Dependent {
        let directory = try TemporaryDirectory()
        let script = """
            set -e
            mkdir formpost link
            cp -R "$1/Package.swift" "$1/Sources" "$1/Tests" formpost
            cd formpost
            git init -q
            git add .
            git -c user.name=A -c user.email=a@b.invalid commit -q -m A
            git tag 1.0.0
            PATH=$PATH:/sbin:/usr/sbin ldconfig -p | sed -n 's/.*libcurl\\.so\\.4 .*=> //p' | head -n 1 |
                xargs -I % ln -s % ../link/libcurl.so
            """
        try await run("/bin/sh", ["-c", script, "sh", Repository.path], in: directory.path)
        return try await Dependent(
            directory, on: ".package(url: \"file://\(directory.path)/formpost\", exact: \"1.0.0\")",
            scratch: directory.path(".build"),
            flags: ["--static-swift-stdlib", "-Xlinker", "-L\(directory.path("link"))"])
    }

    /// Sends the README's form again, to where a redirect leads and to a server that is not verified, which
    /// needs the hooks.
    private static let more = """

        var options = UploadOptions()
        options.redirects.follows = true
        print(try await Uploader(options: options).send(request).status)
        options.verifiesCertificates = false
        print(try await Uploader(options: options).send(request).status)

        """

    private static let test = """
        import FormEncoding
        import FormUpload
        import Foundation
        import Testing

        @Test func uploads() async throws {
            let url = try #require(ProcessInfo.processInfo.environment["UPLOAD_URL"])
            let form: MultipartForm = [.text("reqtype", "fileupload"), .file("file", path: "\(Fixtures.path("img.png"))")]
            let request = try UploadRequest(url: url, form: form)
            var options = UploadOptions()
            options.verifiesCertificates = false
            #expect(try await Uploader(options: options).send(request).status == 200)
        }
        """

    /// Uploads a form by an option that needs the hooks; returns the status, or 0.
    private static let library = """
        import Dispatch
        import FormEncoding
        import FormUpload

        @_cdecl("upload_form")
        public func upload(_ url: UnsafePointer<CChar>) -> Int32 {
            let url = String(cString: url)
            let done = DispatchSemaphore(value: 0)
            nonisolated(unsafe) var status: Int32 = 0
            Task.detached {
                var options = UploadOptions()
                options.verifiesCertificates = false
                do {
                    let form: MultipartForm = [.file("file", path: "img.png")]
                    let request = try UploadRequest(url: url, form: form)
                    status = Int32(try await Uploader(options: options).send(request).status)
                } catch {
                    print(error)
                }
                done.signal()
            }
            done.wait()
            return status
        }
        """

    /// A program in C that uploads by a library: with LIBRARY it opens the library, else it is linked with it.
    private static let host = """
        #include <dlfcn.h>
        #include <stdio.h>
        int upload_form(const char *url);
        int main(int count, char **arguments) {
            int (*upload)(const char *url);
        #ifdef LIBRARY
            void *library = dlopen(LIBRARY, RTLD_NOW);
            if (!library) return puts(dlerror()), count;
            upload = (int (*)(const char *))dlsym(library, "upload_form");
        #else
            upload = upload_form;
        #endif
            return printf("%d\\n", upload(arguments[1])) < 0;
        }
        """

    /// Runs a program in C that is linked with the library of a linker, or opens it.
    func runHost(
        ofLibraryBy linker: String, opens: Bool, _ url: String
    ) async throws -> CommandResult {
        let folder = "\(scratch)/debug"
        let program = directory.path("host-\(linker)\(opens ? "-opens" : "")")
        let source = try directory.file("host.c", Self.host)
        let flags =
            opens
            ? ["-DLIBRARY=\"\(folder)/libby-\(linker).so\""]
            : ["-L\(folder)", "-lby-\(linker)", "-Wl,-rpath,\(folder)"]
        try await Self.run(
            "/usr/bin/env", ["cc", "-o", program, source] + flags, in: directory.path)
        return try await Command(program, arguments: [url])
            .with { $0.workingDirectory = Fixtures.path("") }.run()
    }

    private func swift(_ subcommand: String, url: String = "") async throws {
        try await Self.run(
            "/usr/bin/env", ["nice", "-n", "19", "swift", subcommand] + flags,
            in: Fixtures.path(""), url: url)
    }

    private static func run(
        _ path: String, _ arguments: [String], in directory: String, url: String = ""
    ) async throws {
        let result = try await Command(path, arguments: arguments).with {
            $0.workingDirectory = directory
            $0.environment["UPLOAD_URL"] = url
            $0.timeout = 600  // a build
        }.run()
        try #require(
            result.exitStatus == 0, "\(result.stdoutText.suffix(2000)) \(result.stderrText)")
    }

    /// Runs one of the executables in the folder of the picture that the README names.
    func run(_ name: String, _ url: String) async throws -> CommandResult {
        try await Command("\(scratch)/debug/\(name)", arguments: [url])
            .with { $0.workingDirectory = Fixtures.path("") }.run()
    }

    /// Runs the package's own tests there.
    func test(_ url: String) async throws {
        try await swift("test", url: url)
    }
}

extension TemporaryDirectory {
    /// The source of a target.
    fileprivate func source(
        _ name: String, _ code: String, in file: String = "main.swift"
    ) throws {
        try directory("Sources/\(name)")
        try self.file("Sources/\(name)/\(file)", code)
    }
}
