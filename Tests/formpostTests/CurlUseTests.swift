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

    @Test func everySecretHasAVariable() {
        for row in OptionTable.all {
            switch row.secrecy {
            case .secret, .login, .passphrase: #expect(!row.variable.isEmpty, "\(row.long)")
            default: #expect(row.variable.isEmpty, "\(row.long)")
            }
        }
    }
}
