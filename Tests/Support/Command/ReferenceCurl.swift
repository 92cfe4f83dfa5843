import Foundation

/// The curl that formpost is compared with.
package enum ReferenceCurl {
    /// The version that the tests were written for.
    package static let expected = "7.88.1"

    /// The version of the system's curl; `nil`: none is installed.
    package static let installed: String? = {
        guard Command.isInstalled("curl"), let pipe = popen("curl --version", "r") else {
            return nil
        }
        defer { pclose(pipe) }
        var line = [CChar](repeating: 0, count: 256)
        guard fgets(&line, Int32(line.count), pipe) != nil else { return nil }
        let words = String(
            decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self
        )
        .split(separator: " ")
        return words.count > 1 ? String(words[1]) : nil
    }()

    /// Whether the installed curl is the version that the tests describe.
    package static var isComparable: Bool {
        guard let installed else { return false }
        return installed == expected
            || ProcessInfo.processInfo.environment["FORMPOST_ANY_CURL"] != nil
    }

    /// Why nothing is compared.
    package static var reason: String {
        guard let installed else { return "curl is not installed" }
        return """
            written beside curl \(expected), and \(installed) is installed, which differs in some \
            exit statuses, error messages, header limits and -w variables (Tests/Libcurls/differences \
            lists those of libcurl); FORMPOST_ANY_CURL=1 compares all the same
            """
    }
}
