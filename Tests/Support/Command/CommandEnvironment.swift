import Foundation

/// The environment variables of a command.
package struct CommandEnvironment: Sendable, ExpressibleByDictionaryLiteral {
    package var variables: [String: any RawBytes]
    /// Whether HOME and TMPDIR are new directories, which `CommandResult.leftovers` lists;
    /// variables that are set here are kept.
    package var hasFreshDirectories = true

    /// Exactly these, and fresh directories.
    package init(dictionaryLiteral elements: (String, any RawBytes)...) {
        variables = Dictionary(elements) { $1 }
    }

    package subscript(_ name: String) -> (any RawBytes)? {
        get { variables[name] }
        set { variables[name] = newValue }
    }

    /// The test's variables for finding programs and libraries; no proxy, no locale, no home.
    package static let scrubbed: CommandEnvironment = {
        let own = ProcessInfo.processInfo.environment
        let kept = [
            "PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FRAMEWORK_PATH",
            // The options of sanitizers.
            "TSAN_OPTIONS", "ASAN_OPTIONS",
        ]
        var environment: CommandEnvironment = [:]
        for name in kept { environment[name] = own[name] }
        // The libcurl under test is for formpost and curl only: the test process may load a
        // different OpenSSL.
        if let directory = own["FORMPOST_LIBCURL"] {
            environment["LD_LIBRARY_PATH"] = [directory, own["LD_LIBRARY_PATH"]]
                .compactMap { $0 }.joined(separator: ":")
        }
        return environment
    }()
}

/// The HOME and TMPDIR of one run.
struct FreshDirectories: Sendable {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        try directory.directory("home")
        try directory.directory("tmp")
    }

    func apply(to environment: inout CommandEnvironment) {
        if environment["HOME"] == nil { environment["HOME"] = directory.path("home") }
        if environment["TMPDIR"] == nil { environment["TMPDIR"] = directory.path("tmp") }
    }

    /// The files that a command has left: `home/.cache`, `tmp/x`.
    var leftovers: [String] {
        directory.entries().filter { $0 != "home" && $0 != "tmp" }
    }
}
