import Foundation
import TestSupport
import Testing

@testable import formpost

/// The option table says which options curl has, and so does curl.
@Suite struct CurlUseTests {
    @Test func rowsThatAreTheSameAreCurls() throws {
        let file = Fixtures.path("curl-7.88.1-options.txt")
        let names = Set(
            try String(contentsOfFile: file, encoding: .utf8).split(
                whereSeparator: \.isWhitespace
            ).map(String.init))
        for row in OptionTable.all {
            let isCurls = names.contains("--" + row.long) || names.contains("--no-" + row.long)
            switch row.curl {
            case .same, .inEffect: #expect(isCurls, "\(row.long)")
            case .missing: #expect(!isCurls, "\(row.long)")
            case .request, .omitted: break
            }
        }
    }

    /// Whoever leaves out another one, decides so here.
    @Test func theseAreLeftOut() {
        let omitted = OptionTable.all.filter { if case .omitted = $0.curl { true } else { false } }
        #expect(
            omitted.map(\.long).sorted() == [
                "allow-growth", "bearer-env", "chunked", "config", "curl", "disable", "dry-run",
                "dump-body",
                "each-null",
                "form-fields", "form-lax", "form-tree-escape", "generate", "help",
                "journal-content", "next",
                "no-fail", "parallel", "parallel-immediate", "parallel-max", "pretty", "progress",
                "progress-to", "rate", "secret-field", "secret-header",
                "secret-variable", "show-secrets", "url",
                "variable",
                "version",
            ])
    }

    @Test func everySecretHasAVariable() {
        for row in OptionTable.all {
            switch row.secrecy {
            case .secret, .login, .passphrase: #expect(!row.variable.isEmpty, "\(row.long)")
            default: #expect(row.variable.isEmpty, "\(row.long)")
            }
        }
    }
}
