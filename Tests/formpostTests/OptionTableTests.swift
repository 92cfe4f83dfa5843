import FormEncoding
import Foundation
import TestSupport
import Testing

@testable import formpost

@Suite struct OptionTableTests {
    @Test func namesAreUnique() {
        let longs = OptionTable.all.map(\.long)
        let shorts = OptionTable.all.compactMap(\.short)
        #expect(Set(longs).count == longs.count)
        #expect(Set(shorts).count == shorts.count)
    }

    @Test func everyGroupHasItsSection() {
        #expect(OptionTable.sections.map(\.group) == OptionSpec.Group.allCases)
    }

    @Test(arguments: OptionTable.all.map(\.long))
    func rowsKeepToTheForm(_ long: String) throws {
        let row = try #require(OptionTable.row(long: long))
        #expect(row.long.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-.".utf8.contains($0) })
        #expect(row.long == row.long.lowercased())
        #expect(!row.help.isEmpty && !row.help.hasSuffix("."))
        #expect(row.help.first?.isUppercase == true)
        #expect(row.help.utf8.count <= 55, "\(row.help)")
        if row.isNegatable { #expect(OptionTable.row(long: "no-" + row.long) == nil) }
    }

    /// The manual has more than the line of help: effect, default, values.
    @Test(arguments: OptionTable.all.map(\.long))
    func theManualExplainsEveryOption(_ long: String) throws {
        let row = try #require(OptionTable.row(long: long))
        #expect(row.details.utf8.count > 20)
        #expect(row.details.hasSuffix("."))
        #expect(row.details.count { $0 == "`" }.isMultiple(of: 2))
        #expect(!row.details.hasPrefix(row.help))
    }

    /// `Texts` has one section for each option, and each section its option.
    @Test func textsAreAboutOptions() {
        #expect(
            OptionText.sections.map(\.name).sorted() == OptionTable.all.map(\.long).sorted())
        let groups = OptionSpec.Group.allCases.map(\.rawValue).joined(separator: ", ")
        #expect(OptionText.all["help"]?.contains("its options: \(groups).") == true)
    }

    @Test func textsAreAboutVariablesAndFunctions() {
        #expect(
            TextReader.entries(Texts.templateFunctions).map(\.syntax) == TemplateFunction.names)
        let others = ["json", "header_json", "upload_url", "stdout", "stderr", "onerror"]
        #expect(
            WriteOut.names.sorted() == (WriteOutVariables.table.map(\.name) + others).sorted())
    }

    /// Each is ours or known by name, long and short, and none is both.
    @Test func everyOptionOfCurlIsKnown() throws {
        let names = try Self.namesOfCurl()
        #expect(names.count > 270)
        for name in names {
            let ours =
                name.hasPrefix("--")
                ? OptionTable.row(of: name) != nil
                : OptionTable.row(short: Array(name.utf8)[1]) != nil
            let positive = name.hasPrefix("--no-") ? "--" + name.dropFirst(5) : name
            let isForeign =
                UnknownOption.ofCurl[name] != nil || UnknownOption.ofCurl[positive] != nil
            #expect(ours != isForeign, "\(name)")
        }
    }

    private static func namesOfCurl() throws -> Set<String> {
        let text = try fileBytes(Fixtures.path("curl-7.88.1-options.txt"))
        let names = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        return Set(names.map(String.init))
    }

    @Test func rowsThatAreTheSameAreCurls() throws {
        let names = try Self.namesOfCurl()
        for row in OptionTable.all {
            let isCurls = names.contains("--" + row.long) || names.contains("--no-" + row.long)
            switch row.curl {
            case .same, .inEffect, .query, .data:
                #expect(isCurls, "--\(row.long): not curl's, add .onCurl(…)")
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

    @Test(arguments: OptionTable.accepted.map(\.longName))
    func anAcceptedOptionIsADifference(name: String) throws {
        #expect(CurlDifferences.accepted.contains { $0[2].contains("`\(name)`") })
        let row = try #require(OptionTable.row(of: name))
        #expect(!OptionTable.visible.contains { $0.long == row.long })
    }
}
