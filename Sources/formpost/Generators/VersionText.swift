import CProcess
import FormEncoding
import FormUpload

/// The text of `--version`: what a report of a defect needs.
enum VersionText {
    /// `configuration` are the files that are read without being named.
    static func text(_ facts: TransportFacts, configuration: [ByteString] = []) -> String {
        let files = configuration.map { Messages.path($0) }.joined(separator: ", ")
        let obstacle = facts.fault.map(Messages.text) ?? "libcurl cannot be reached here"
        let lines = [
            "formpost \(Version.number) (Swift \(swift))",
            "Build: " + [commit, target, runtime].joined(separator: ", "),
            facts.library,
            facts.protocols.isEmpty
                ? nil : "Protocols: " + facts.protocols.joined(separator: " "),
            facts.features.isEmpty ? nil : "Features: " + facts.features.joined(separator: " "),
            "Hooks: "
                + (facts.hooksAreInEffect
                    ? "in effect: options of libcurl are passed to it under URLSession"
                    : "not in effect: \(obstacle)"),
            "Configuration: \(files.isEmpty ? "none" : files)",
        ]
        return lines.compactMap { $0.map { $0 + "\n" } }.joined()
    }

    /// Builds other than releases do not know it.
    private static var commit: String {
        let commit = String(cString: cprocess_commit())
        return commit.isEmpty ? "of no known commit" : "commit \(commit)"
    }

    private static var target: String {
        #if arch(x86_64)
            let processor = "x86_64"
        #elseif arch(arm64)
            let processor = "arm64"
        #else
            let processor = "another processor"
        #endif
        #if os(Linux)
            let library = cprocess_libc_version().map { " (glibc \(String(cString: $0)))" } ?? ""
            return "\(processor)-linux\(library)"
        #else
            return "\(processor)-macos"
        #endif
    }

    private static var runtime: String {
        cprocess_has_static_runtime() ? "static Swift runtime" : "dynamic Swift runtime"
    }

    /// The Swift version of the compiler, from `#if`, which tells only the minor version.
    private static var swift: String {
        #if compiler(>=6.4)
            "6.4 or newer"
        #elseif compiler(>=6.3)
            "6.3"
        #elseif compiler(>=6.2)
            "6.2"
        #elseif compiler(>=6.1)
            "6.1"
        #else
            "6.0"
        #endif
    }
}
