import FormEncoding
import Foundation
import TestSupport
import Testing

@testable import formpost

/// Configuration files on a command line: where their options count, and how errors name them.
@Suite struct ConfigOptionTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func file(_ name: String = "c", _ content: any RawBytes) throws -> ByteString {
        ByteString(try directory.file(name, content))
    }

    private func parse(_ content: any RawBytes) throws -> Settings {
        try ArgumentParser.parse(["-K", try file("c", content)])
    }

    /// The error of a file's line, without its place, and the number of the line.
    private func error(_ content: String) throws -> (line: Int?, cause: UsageError?) {
        let path = try file("c", content)
        do throws(UsageError) {
            _ = try ArgumentParser.parse(["-K", path, "u"])
            return (nil, nil)
        } catch .inConfig(let place, let cause) {
            #expect(place.file == path)
            return (place.line, cause)
        } catch {
            return (nil, error)
        }
    }

    @Test func optionsOfEveryForm() throws {
        let settings = try parse(
            """
            # comment
            url = http://h/
            -sS
            -m 3
            retry: 2
            --form a=b
            form-string = "@c=d e"
            header = "X: y"
            -FX=1
            --form=Y=2
            no-show-error
            """)
        #expect(settings.url == "http://h/")
        #expect(settings.output.isSilent && !settings.output.showsErrors)
        #expect(settings.limits.total == .seconds(3))
        #expect(settings.retry.maximum == 2)
        #expect(settings.form.fields.map(\.argument) == ["a=b", "@c=d e", "X=1", "Y=2"])
        #expect(settings.request.headers == [.add(name: "X", value: "y")])
    }

    @Test func optionsCountWhereTheFileIsNamed() throws {
        let path = try file("c", "form = b=2\nmax-time = 2\n")
        let settings = try ArgumentParser.parse(
            ["-m1", "-F", "a=1", "-K", path, "-F", "c=3", "u"])
        #expect(settings.form.fields.map(\.argument) == ["a=1", "b=2", "c=3"])
        #expect(settings.limits.total == .seconds(2))
        #expect(try ArgumentParser.parse(["-K", path, "-m1", "u"]).limits.total == .seconds(1))
    }

    /// A file that is a pipe of which nothing comes: `-m` ends that also where it follows.
    @Test(
        arguments: [["-m", "0.05", "-K"], ["-K"], ["-qm9", "--max-time=0.05", "-K"]]
            as [[ByteString]])
    func doesNotWaitForAFileForEver(before: [ByteString]) throws {
        let fifo = directory.path("fifo")
        #expect(mkfifo(fifo, 0o600) == 0)
        let timeout = InputTimeout(
            path: ByteString(fifo), limit: .milliseconds(50), lacksWriter: true)
        #expect(throws: UsageError.inputTimedOut(timeout)) {
            try ArgumentParser.parse(before + [ByteString(fifo), "-m", "0.05", "u"])
        }
        // The time counts from the start of the command.
        #expect(throws: UsageError.inputTimedOut(timeout)) {
            try ArgumentParser.parse(
                ["-m9", "-K", ByteString(fifo), "-m", "0.05", "u"], began: .now - .seconds(5))
        }
    }

    @Test func fieldsKnowTheirPlace() throws {
        let path = try file("c", "\nform = b=2\n")
        let fields = try ArgumentParser.parse(["-F", "a=1", "-K", path, "u"]).form.fields
        #expect(fields.map(\.place) == [nil, ConfigPlace(file: path, line: 2)])
        let problem = FormProblem(field: fields[1], offset: 0, fact: .noEquals)
        #expect(Messages.text(problem).hasPrefix("\(path):2: --form: there is no '='"))
    }

    @Test func bytesThatAreNotUTF8Stay() throws {
        let settings = try parse(Array("url u\nform \"a=".utf8) + [0xFF, 0xC3] + Array("\"".utf8))
        #expect(settings.form.fields[0].argument.bytes == [0x61, 0x3D, 0xFF, 0xC3])
    }

    @Test func filesNameFiles() throws {
        let inner = try file("inner", "form = b=2\n")
        let outer = try file("outer", "form = a=1\nconfig = \"\(inner)\"\nform = c=3\nurl = u\n")
        let settings = try ArgumentParser.parse(["-K", outer])
        #expect(settings.form.fields.map(\.argument) == ["a=1", "b=2", "c=3"])

        let wrong = try file("wrong", "\n\nnonsense\n")
        let place = ConfigPlace(file: wrong, line: 3)
        #expect(throws: UsageError.inConfig(place, .unknownOption("--nonsense", suggestion: nil))) {
            try ArgumentParser.parse(["-K", try file("outer", "config = \(wrong)"), "u"])
        }
    }

    @Test func filesMayNotNameThemselves() throws {
        let path = try file("loop", "")
        _ = try file("loop", "config = \(path)\n")
        let place = ConfigPlace(file: path, line: 1)
        #expect(throws: UsageError.inConfig(place, .configsNestedTooDeep(limit: 10))) {
            try ArgumentParser.parse(["-K", path, "u"])
        }
    }

    @Test func errorsNameTheLine() throws {
        let rows: [(String, Int, UsageError)] = [
            ("\nfom = a\n", 2, .unknownOption("--fom", suggestion: "--form")),
            ("F = a=b\n", 1, .unknownOption("--F", suggestion: "-F")),
            ("-%\n", 1, .unknownOption("-%", suggestion: nil)),
            ("--\n", 1, .unknownOption("--", suggestion: nil)),
            ("-\n", 1, .unknownOption("-", suggestion: nil)),
            ("form\n", 1, .missingValue(option: "--form", argument: "name=content")),
            ("-F\nurl u\n", 1, .missingValue(option: "-F", argument: "name=content")),
            ("silent = true\n", 1, .unexpectedValue(option: "--silent", value: "true")),
            ("-s true\n", 1, .unexpectedValue(option: "-s", value: "true")),
            ("-Fa=b c=d\n", 1, .unexpectedValue(option: "-Fa=b", value: "c=d")),
            (
                "\nmax-time x\n", 2,
                .badValue(option: "--max-time", value: "x", problem: .notSeconds)
            ),
            ("user-agent a b\n", 1, .configSyntax(.surplus(option: "user-agent", text: "b"))),
            ("raw\n", 1, .curlOption("--raw", remedy: nil)),
            (
                "remote-time\nssl-reqd\n", 2,
                .curlOption("--ssl-reqd", remedy: "write an https:// URL")
            ),
            ("no-form\n", 1, .notNegatable(option: "--no-form")),
            ("version\n", 1, .notInConfig(option: "--version")),
            ("help\n", 1, .notInConfig(option: "--help")),
            ("-V\n", 1, .notInConfig(option: "-V")),
            ("generate = man\n", 1, .notInConfig(option: "--generate")),
            ("-q\n", 1, .disableNotFirst(option: "-q")),
            ("config = /nonexistent/c\n", 1, .configUnreadable("/nonexistent/c", errno: 2)),
        ]
        for (content, line, cause) in rows {
            let found = try error(content)
            #expect(found.line == line, "\(content)")
            #expect(found.cause == cause, "\(content)")
        }
    }

    @Test func aFileThatCannotBeRead() throws {
        for (path, number): (ByteString, Int32) in [
            ("/nonexistent", 2), (ByteString(directory.path), 21), ("/dev/zero", 27),
        ] {
            let error = UsageError.configUnreadable(path, errno: number)
            #expect(throws: error) { try ArgumentParser.parse(["-K", path, "u"]) }
            #expect(error.exitStatus == 26)
            #expect(error.at(ConfigPlace(file: "c", line: 1)).exitStatus == 26)
        }
        #expect(UsageError.noURL.at(ConfigPlace(file: "c", line: 1)).exitStatus == 2)
    }

    @Test func theDefaultFileComesFirst() throws {
        _ = try file(".formpostrc", "max-time = 1\nretry = 2\n")
        let environment = ["HOME": ByteString(directory.path)]
        func parse(_ arguments: ByteString...) throws(UsageError) -> Settings {
            try ArgumentParser.parse(arguments, environment: environment)
        }
        #expect(try parse("u").limits.total == .seconds(1))
        #expect(try parse("-m", "3", "u").limits.total == .seconds(3))
        #expect(try parse("-m", "3", "u").retry.maximum == 2)
        for disabled: [ByteString] in [["-q"], ["--disable"], ["-qs"]] {
            let settings = try ArgumentParser.parse(disabled + ["u"], environment: environment)
            #expect(settings.limits.total == nil)
            #expect(settings.output.isSilent == (disabled == ["-qs"]))
        }
        #expect(throws: UsageError.disableNotFirst(option: "-q")) { try parse("-s", "-q", "u") }
        #expect(throws: UsageError.disableNotFirst(option: "-q")) { try parse("-sq", "u") }
        #expect(throws: UsageError.disableNotFirst(option: "--disable")) {
            try parse("-q", "--disable", "u")
        }
    }

    @Test func aBrokenDefaultFileLeavesHelpAlone() throws {
        let path = try file(".formpostrc", "nonsense\n")
        let environment = ["HOME": ByteString(directory.path)]
        #expect(try ArgumentParser.parse(["-V"], environment: environment).action == .version)
        let error = UsageError.inConfig(
            ConfigPlace(file: path, line: 1), .unknownOption("--nonsense", suggestion: nil))
        #expect(throws: error) { try ArgumentParser.parse(["u"], environment: environment) }
        #expect(try ArgumentParser.parse(["-q", "u"], environment: environment).url == "u")
    }

    /// As in curl.
    @Test(arguments: ["silent # note", "-s # note", "--silent #", "silent = # note"])
    func anOptionWithoutAValueMayHaveAComment(line: String) throws {
        let path = try file("rc", line + "\ndata = a # x\n")
        let settings = try ArgumentParser.parse(["-K", path, "u"])
        #expect(settings.output.isSilent)
        #expect(settings.data.pieces.map(\.value) == ["a" as ByteString])
    }

    @Test func sentences() {
        let place = ConfigPlace(file: "a/c", line: 7)
        let rows: [(UsageError, String)] = [
            (
                .configSyntax(.surplus(option: "header", text: "b c")),
                "a/c:7: text after the value of 'header' would be lost: put double quotes "
                    + "around a value with blanks"
            ),
            (
                .configSyntax(.surplus(option: "output", text: "b c")),
                "a/c:7: 'b c' after the value of 'output' would be lost: put double quotes around "
                    + "a value with blanks"
            ),
            (
                .configSyntax(.surplus(option: "machine", text: "h login anna")),
                "a/c:7: text after the value of 'machine' would be lost: put double quotes around "
                    + "a value with blanks"
            ),
            (
                .configSyntax(.separatorAfterDash(option: "-F")),
                "a/c:7: an option that begins with a dash takes its value without '=' or ':': "
                    + "write -F value"
            ),
            (
                .configSyntax(.unclosedQuote(option: "form")),
                "a/c:7: the value of 'form' has no closing double quote"
            ),
            (
                .configSyntax(.noOption("= x")),
                "a/c:7: '= x' does not begin with the name of an option"
            ),
            (.configSyntax(.nul), "a/c:7: a NUL would end the line"),
            (
                .configsNestedTooDeep(limit: 10),
                "a/c:7: configuration files include each other more than 10 deep"
            ),
            (
                .notInConfig(option: "--version"),
                "a/c:7: --version cannot be used in a configuration file: nothing would be "
                    + "uploaded"
            ),
            (
                .configUnreadable("x", errno: 2),
                "a/c:7: cannot read the configuration file x: No such file or directory"
            ),
        ]
        for (error, sentence) in rows { #expect(Messages.text(error.at(place)) == sentence) }
        let standardInput = UsageError.noURL.at(ConfigPlace(file: "-", line: 1))
        #expect(Messages.text(standardInput).hasPrefix("<stdin>:1: "))
        #expect(
            Messages.text(UsageError.disableNotFirst(option: "-q"))
                == "-q must be the first argument: only there it keeps the default configuration "
                + "file from being read")
    }
}
