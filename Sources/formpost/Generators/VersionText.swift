import FormUpload

/// The text of `--version`.
enum VersionText {
    static var text: String { text(TransportFacts.current) }

    static func text(_ facts: TransportFacts) -> String {
        let lines = [
            "formpost \(Formpost.version) (Swift \(swift))",
            facts.library,
            "Protocols: " + facts.protocols.joined(separator: " "),
            facts.features.isEmpty ? nil : "Features: " + facts.features.joined(separator: " "),
            "Hooks: " + (facts.hooksAreInEffect ? inEffect : notInEffect),
        ]
        return lines.compactMap { $0.map { $0 + "\n" } }.joined()
    }

    private static let inEffect = "in effect: options of libcurl are passed to it under URLSession"
    private static let notInEffect = "not in effect: libcurl cannot be reached here"

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
