@testable import FormUpload
import Testing

@testable import formpost

@Suite struct VersionTextTests {
    @Test func withAndWithoutLibcurl() {
        let facts = TransportFacts(
            library: "libcurl/8.0 OpenSSL/3.0", protocols: ["http", "https"],
            features: ["HTTP2", "zstd"], hooksAreInEffect: true)
        #expect(
            VersionText.text(facts).split(separator: "\n").dropFirst(2).dropLast() == [
                "libcurl/8.0 OpenSSL/3.0", "Protocols: http https", "Features: HTTP2 zstd",
                "Hooks: in effect: options of libcurl are passed to it under URLSession",
            ])
        var none = TransportFacts(
            library: nil, protocols: ["http"], features: [], hooksAreInEffect: false)
        #expect(
            VersionText.text(none).split(separator: "\n").dropFirst(2).dropLast() == [
                "Protocols: http", "Hooks: not in effect: libcurl cannot be reached here",
            ])
        (none.protocols, none.fault) = ([], .missing("no such file"))
        #expect(
            VersionText.text(none).split(separator: "\n").dropFirst(2).dropLast() == [
                "Hooks: not in effect: libcurl cannot be opened (no such file): install the package libcurl4 "
                    + "(Debian, Ubuntu) or libcurl (elsewhere)"
            ])
        #expect(VersionText.text(none).hasPrefix("formpost \(Version.number) (Swift "))
    }
}
