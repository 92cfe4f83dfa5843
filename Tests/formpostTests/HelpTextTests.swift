import FormEncoding
import Foundation
import TestSupport
import Testing

@testable import formpost

@Suite struct HelpTextTests {
    @Test func allOptionsAreInHelpAll() throws {
        // A line of help may have become two.
        let text = try HelpText.text(topic: "all").split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
        for row in OptionTable.all where row.prominence != .hidden {
            #expect(text.contains(row.help), "\(row.help)")
        }
        #expect(text.contains("--next"))
    }

    @Test(arguments: HelpText.topics + ["-F"] + Recipe.all.map(\.name))
    func noLineIsTooLong(_ topic: String) throws {
        let text = try HelpText.text(topic: ByteString(topic))
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 79 })
        #expect(text.hasSuffix("\n") && !text.contains("`"))
    }

    /// A snapshot has all of them.
    @Test(arguments: OptionSpec.Group.allCases) func aGroup(_ group: OptionSpec.Group) throws {
        let text = try HelpText.text(topic: ByteString(group.rawValue))
        let title = try #require(text.firstRange(of: HelpText.title(group) + ":\n"))
        #expect(try HelpText.text(topic: "all").contains(text[title.lowerBound...]))
        #expect(try HelpText.text(topic: ByteString(group.rawValue.uppercased())) == text)
    }

    @Test func anOption() throws {
        let text =
            " -S, --show-error  Print errors and warnings even with -s\n"
            + "     --no-show-error is the opposite\n"
            + "     By default -s silences them. Warnings say that the request may not be what\n"
            + "     was meant, such as text that is also the name of a file. curl's -S prints\n"
            + "     only errors. Example: -sS in scripts. With --next, it applies to all\n"
            + "     requests.\n"
        for topic: ByteString in ["-S", "--show-error", "show-error", "--no-show-error"] {
            #expect(try HelpText.text(topic: topic) == text)
        }
        #expect(
            try HelpText.text(topic: "--tls-max") == """
                     --tls-max <version>  Newest TLS version to use
                     One of default, 1.0, 1.1, 1.2, 1.3
                     The default is the newest that libcurl supports.
                     Example: --tls-max 1.2

                """)
        #expect(try HelpText.text(topic: "-K").contains("\n     The options count as if they"))
    }

    @Test(arguments: ["variables", "expand", "--expand-form", "expand-header"] as [ByteString])
    func variables(_ topic: ByteString) throws {
        let text = try HelpText.text(topic: topic)
        #expect(text.contains("{{name:function:function}}") && text.contains("\n sha256 "))
    }

    /// Options and topics that messages and texts name, and sections, which they name in capitals.
    @Test func helpKnowsWhatAnyTextNames() throws {
        let folder = Fixtures.path("../Sources/formpost")
        let files = try #require(FileManager.default.enumerator(atPath: folder))
        var topics: Set<String> = []
        let paths = files.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
        for path in paths + ["../../README.md"] {
            let text = String(decoding: try fileBytes("\(folder)/\(path)"), as: UTF8.self)
            for line in text.split(separator: "\n") where !line.contains(/^ *\/\//) {
                for match in line.matches(of: /(?:^|[^\w-])(--[a-z][a-z0-9.-]*[a-z0-9])/) {
                    topics.insert(String(match.1))
                }
                for match in line.matches(
                    of: /--help ([a-z][a-z-]+)|(?:see|;) ([A-Z][A-Z -]+[A-Z])\b/)
                {
                    topics.insert(String(match.1 ?? match.2 ?? ""))
                }
            }
        }
        // Names with a place for another one, one that is shortened, one of completion, and those of GNU parallel.
        topics.subtract(["--expand-x", "--no", "--post", "--form-str", "--complete"])
        topics.subtract(["--env", "--nonall", "--tag", "--workdir"])
        // In README, those of tar, sha256sum, docker and swift.
        topics.subtract(["--strip-components", "--exclude", "--ignore-missing", "--rm"])
        topics.subtract(["--static-swift-stdlib", "--skip-build", "--filter"])
        #expect(topics.count > 200)
        for topic in topics.sorted() {
            #expect(throws: Never.self, "\(topic)") { try HelpText.text(topic: ByteString(topic)) }
        }
    }

    @Test func aGroupSaysWhichOptionSendsSeveralFiles() throws {
        let text = try HelpText.text(topic: "many")
        #expect(text.contains(HelpText.fileChoices.map { "  \($0)\n" }.joined()))
    }

    @Test func everyNamedOptionForSeveralFilesIsThere() {
        for row in TextReader.rows(Texts.fileChoices).dropFirst() {
            for word in (row[1] + " " + row[2]).split(whereSeparator: { " (:".contains($0) })
            where word.hasPrefix("-") {
                #expect(OptionTable.row(of: word) != nil, "\(word)")
            }
        }
    }

    /// A block runs it, and says what comes to the server.
    @Test(arguments: Recipe.all.map(\.name)) func everyRecipeIsTried(name: String) throws {
        let bytes = try fileBytes(Fixtures.path("../Tests/Scenarios/recipes.txt"))
        let blocks = String(decoding: bytes, as: UTF8.self).split(separator: "\n\n")
        let isTried = blocks.contains {
            ($0.contains("recipe \(name) ") || $0.contains("\n    \(name) "))
                && $0.contains("recipe ") && $0.contains("\n> ")
        }
        #expect(isTried)
    }

    /// The grammar is in a snapshot; the group goes on with its options.
    @Test func theGrammarOfFields() throws {
        let text = try HelpText.text(topic: "-F")
        #expect(text == (try HelpText.text(topic: "--form")))
        let group = try HelpText.text(topic: "form")
        #expect(group.hasPrefix(text) && group.contains("--form-string <name=text>"))
    }
}
