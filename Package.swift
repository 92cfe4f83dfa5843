// swift-tools-version: 6.0
import PackageDescription

// `make test EXHAUSTIVE=1`, and so CI, also builds the tests that take long, need other programs, or
// look closer at a part that other tests cover.
let isExhaustive = Context.environment["FORMPOST_EXHAUSTIVE"] != nil
// `make sanitize` builds the tests of the libraries, and the command under stress.
let isSanitized = Context.environment["FORMPOST_SANITIZED"] != nil

// The compiler checks the sizes of buffers in optimised C.
let fortified: [CSetting] = [
    .define("_FORTIFY_SOURCE", to: "2", .when(platforms: [.linux], configuration: .release))
]

let package = Package(
    name: "formpost",
    platforms: [.macOS(.v13)],
    products: [
        .library(name: "FormEncoding", targets: ["FormEncoding"]),
        .library(name: "FormUpload", targets: ["FormUpload"]),
        .executable(name: "formpost", targets: ["formpost"]),
    ],
    targets: [
        .target(name: "FormEncoding"),
        .target(name: "Libcurl", cSettings: fortified),
        .target(name: "CURLHooks", dependencies: ["Libcurl"], cSettings: fortified),
        .target(name: "CProcess", cSettings: fortified),
        .target(
            name: "FormUpload",
            dependencies: [
                "FormEncoding", .target(name: "CURLHooks", condition: .when(platforms: [.linux])),
                .target(name: "Libcurl", condition: .when(platforms: [.linux])),
            ]),
        .executableTarget(name: "formpost", dependencies: ["CProcess", "FormUpload"]),

        .target(
            name: "TestSupport", path: "Tests/Support", exclude: ["make-certificates.sh"]),
        .executableTarget(
            name: "receiver", dependencies: ["TestSupport"], path: "Tests/Receiver",
            exclude: ["demo.sh"]),
        .executableTarget(
            name: "scenarios", dependencies: ["TestSupport"], path: "Tests/ScenarioRunner"),
        .executableTarget(
            name: "SequenceUpload", dependencies: ["FormUpload"], path: "Tests/SequenceUpload"),
        // The code of the documentation, which has the public interface only.
        .testTarget(
            name: "PagesTests", dependencies: ["FormEncoding", "FormUpload", "TestSupport"],
            path: "Tests/Pages", packageAccess: false),
        .testTarget(name: "FormEncodingTests", dependencies: ["FormEncoding", "TestSupport"]),
        .testTarget(
            name: "FormUploadTests",
            dependencies: ["FormUpload", "SequenceUpload", "TestSupport"],
            exclude: isExhaustive || isSanitized ? [] : ["Exhaustive"]),
        .testTarget(
            name: "formpostTests", dependencies: ["formpost", "TestSupport"],
            exclude: isExhaustive ? [] : ["Exhaustive"]),
        .testTarget(
            name: "EndToEndTests", dependencies: ["formpost", "TestSupport"],
            exclude: isExhaustive ? [] : ["Exhaustive"]),
    ],
    swiftLanguageModes: [.v6]
)

if isSanitized {
    let others: Set = ["receiver", "scenarios", "formpostTests", "EndToEndTests"]
    package.targets.removeAll { others.contains($0.name) }
}
if isSanitized || isExhaustive {
    package.targets.append(
        .testTarget(name: "StressTests", dependencies: ["formpost", "TestSupport"]))
}
if isExhaustive, !isSanitized {
    package.targets.append(
        .testTarget(
            name: "TestSupportTests", dependencies: ["TestSupport"],
            path: "Tests/SupportTests"))
}
