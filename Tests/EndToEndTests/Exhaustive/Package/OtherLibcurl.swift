import TestSupport
import Testing

/// A package whose two libraries use libcurl with GnuTLS: a shared one, as an image reader may, and one that
/// becomes part of the executable.
struct OtherLibcurl {
    private let path: String

    static var isInstalled: Bool {
        ["x86_64", "aarch64"].contains {
            (try? fileBytes("/usr/lib/\($0)-linux-gnu/libcurl-gnutls.so.4")) != nil
        }
    }

    /// `nil` if that libcurl is not installed.
    init?(in directory: TemporaryDirectory) throws {
        guard Self.isInstalled else { return nil }
        path = directory.path("other")
        try directory.directory("other")
        try directory.directory("other/Sources")
        for name in ["Shared", "Static"] {
            try directory.directory("other/Sources/\(name)")
            try directory.directory("other/Sources/\(name)/include")
            try directory.file(
                "other/Sources/\(name)/include/\(name).h", "int get\(name)(const char *url);\n")
            try directory.file("other/Sources/\(name)/get.c", Self.code(name))
        }
        try directory.file(
            "other/Package.swift",
            """
            // swift-tools-version: 6.0
            import PackageDescription

            let other: [LinkerSetting] = [.linkedLibrary(":libcurl-gnutls.so.4")]
            let package = Package(
                name: "other",
                products: [
                    .library(name: "Shared", type: .dynamic, targets: ["Shared"]),
                    .library(name: "Static", targets: ["Static"]),
                ],
                targets: [
                    .target(name: "Shared", linkerSettings: other),
                    .target(name: "Static", linkerSettings: other),
                ])
            """)
    }

    /// Gets a URL; returns 0, or the code of a failure.
    private static func code(_ name: String) -> String {
        """
        #include "\(name).h"
        void *curl_easy_init(void);
        int curl_easy_setopt(void *easy, int option, ...);
        int curl_easy_perform(void *easy);
        void curl_easy_cleanup(void *easy);

        int get\(name)(const char *url) {
            void *easy = curl_easy_init();
            int code = curl_easy_setopt(easy, 10002, url);
            if (code == 0) code = curl_easy_perform(easy);
            curl_easy_cleanup(easy);
            return code;
        }
        """
    }

    var dependency: [String] { [".package(path: \"\(path)\")"] }

    func target(name: String, with products: String) -> String {
        let own = ["Shared", "Static"].map { ".product(name: \"\($0)\", package: \"other\")" }
        return """
            .executableTarget(
                name: "\(name)", dependencies: [\(products), \(own.joined(separator: ", "))])
            """
    }

    let imports = "import Shared\nimport Static\n"
    let uses = "print(getShared(CommandLine.arguments[1]), getStatic(CommandLine.arguments[1]))\n"
}
