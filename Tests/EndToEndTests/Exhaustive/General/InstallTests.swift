import Foundation
import TestSupport
import Testing

/// `make install` and `make uninstall`, of the command that was built for the tests.
@Suite(.enabled(if: Command.isInstalled("make"), "make is not installed"))
struct InstallTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private static let files = [
        "bin/formpost", "share/bash-completion/completions/formpost", "share/doc/formpost/NOTICES",
        "share/doc/formpost/progress.schema.json", "share/fish/vendor_completions.d/formpost.fish",
        "share/man/man1/formpost.1",
        "share/zsh/site-functions/_formpost",
    ]

    /// Runs make at the top of the package, where the products are built already.
    private func make(_ arguments: String...) async throws -> CommandResult {
        let built = BuiltCommand.formpost.split(separator: "/").dropLast().joined(separator: "/")
        return try await Command(
            "/usr/bin/env",
            arguments: ["make", "-s", "-o", "/\(built)/formpost", "released=/\(built)"] + arguments
        ).with { $0.workingDirectory = Fixtures.path("..") }.run()
    }

    @Test func whatIsInstalledIsRemoved() async throws {
        let destination = "DESTDIR=\(directory.path)"
        let result = try await make("install", "PREFIX=/opt/x y", destination)
        result.expect(0)
        let entries = directory.entries(under: "opt/x y").filter { !$0.isEmpty }
        #expect(entries.filter(Self.files.contains) == Self.files)
        #expect(
            entries.filter { $0.split(separator: "/").last?.contains("formpost") == true }.count
                == 6)

        let command = directory.path("opt/x y/bin/formpost")
        for (kind, file) in [
            ("man", Self.files[5]), ("complete-bash", Self.files[1]),
            ("complete-fish", Self.files[4]),
            ("complete-zsh", Self.files[6]),
        ] {
            let text = try await Command(command, arguments: ["--generate", kind]).run().stdout
            #expect(!text.isEmpty)
            #expect(try directory.contents(of: "opt/x y/\(file)") == text)
        }

        try await make("uninstall", "PREFIX=/opt/x y", destination).expect(0)
        #expect(directory.entries().filter { $0.contains("formpost") }.isEmpty)
        // Once more, with nothing there.
        try await make("uninstall", "PREFIX=/opt/x y", destination).expect(0)
    }

    /// Where this machine cannot run what it installs, another one makes the manual.
    @Test func anotherCommandMakesTheManual() async throws {
        let other = try directory.file("other", "#!/bin/sh\necho \"$@\"\n")
        try #require(chmod(other, 0o755) == 0)
        let result = try await make("install", "DESTDIR=\(directory.path)", "FORMPOST=\(other)")
        result.expect(0)
        #expect(
            try directory.contents(of: "usr/local/share/man/man1/formpost.1")
                == Array("--generate man\n".utf8))
    }

    /// Debian's zsh looks for completions of packages elsewhere than for those of /usr/local.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/etc/debian_version"), "not Debian"))
    func zshFindsItsCompletion() async throws {
        for (prefix, folder) in [("/usr", "vendor-completions"), ("/usr/local", "site-functions")] {
            let result = try await make(
                "install", "PREFIX=\(prefix)", "DESTDIR=\(directory.path)")
            result.expect(0)
            let path = "\(prefix.dropFirst())/share/zsh/\(folder)/_formpost"
            #expect(directory.entries().contains(path))
        }
    }

    /// Nothing is installed that does not start, and it is said why.
    @Test(arguments: [
        (
            "/lib/libc.so.6: version `GLIBC_2.34' not found",
            "make: it needs glibc 2.34 or newer (RHEL 9, Ubuntu 22.04, Debian 12), or a build on this "
                + "machine\n"
        ),
        ("Exec format error", ""),
    ])
    func whatDoesNotStartIsNotInstalled(reason: String, remedy: String) async throws {
        let other = try directory.file(
            "other", "#!/bin/sh\ncat >&2 <<'END'\n\(reason)\nEND\nexit 127\n")
        try #require(chmod(other, 0o755) == 0)
        let result = try await make("install", "DESTDIR=\(directory.path)/d", "FORMPOST=\(other)")
        #expect(result.exitStatus == 2)
        #expect(
            result.stderrText.hasPrefix(
                "make: \(other) does not start here: \(reason)\n\(remedy)make: to install it for another machine"
            ))
        #expect(directory.entries(under: "d").filter { !$0.isEmpty } == [])
    }

    @Test func thePrefixIsUsrLocalByDefault() async throws {
        let result = try await make("install", "DESTDIR=\(directory.path)")
        result.expect(0)
        #expect(directory.entries().contains("usr/local/share/man/man1/formpost.1"))
    }
}
