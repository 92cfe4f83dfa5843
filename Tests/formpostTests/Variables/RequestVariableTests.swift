import FormEncoding
import TestSupport
import Testing

@testable import formpost

/// Options that wait for the variables of a request.
@Suite struct RequestVariableTests {
    private let directory: TemporaryDirectory
    private let first: RequestVariables
    private let second: RequestVariables

    init() throws {
        let directory = try TemporaryDirectory()
        let paths = try ["a b.txt", "c.png"].map { try directory.file($0, $0) }
        self.directory = directory
        first = RequestVariables(each: ByteString(paths[0]), index: 1, count: 2)
        second = RequestVariables(each: ByteString(paths[1]), index: 2, count: 2)
    }

    /// The settings as the parser makes them, without the checks of the whole command line.
    private func settings(
        _ arguments: (String, ByteString)..., environment: [String: ByteString] = [:]
    ) throws -> Settings {
        var settings = Settings()
        for (option, value) in arguments {
            var use = OptionUse(option: option, argument: value)
            guard !use.isWord else {
                settings.apply(word: use)
                continue
            }
            let row = try #require(OptionTable.row(of: option))
            if option.hasPrefix("--expand-") {
                use = try settings.expanded(use, of: row)
                if use.template != nil {
                    try settings.postpone(row, use, environment)
                    continue
                }
            }
            try settings.apply(row, use)
            if case .variable(let definition) = settings.pendingInput {
                settings.pendingInput = nil
                try settings.define(
                    definition, environment: environment, standardInput: -1, until: nil)
            }
        }
        return settings
    }

    @Test func eachRequestHasItsOwn() throws {
        let settings = try settings(
            ("-F", "a=1"), ("--expand-form", "name={{each:name}}"), ("-F", "b=2"),
            ("--expand-header", "X-Part: {{index}}/{{count}}"),
            ("--expand-url", "http://h/{{each:name:url}}"),
            ("--expand-output", "out/{{each:stem}}.json"))
        #expect(settings.form.fields.map(\.argument) == ["a=1", "b=2"])
        #expect(settings.waitingUse?.option == "--expand-form")
        #expect(settings.waitsForURL)
        let one = try settings.resolved(with: first)
        #expect(one.form.fields.map(\.argument) == ["a=1", "name=a b.txt", "b=2"])
        #expect(one.request.headers.map(\.line) == ["X-Part: 1/2"])
        #expect(one.urls == ["http://h/a%20b.txt"])
        #expect(one.output.files == ["out/a b.json"])
        #expect(one.waitingUse == nil)
        let two = try settings.resolved(with: second)
        #expect(two.form.fields.map(\.argument) == ["a=1", "name=c.png", "b=2"])
        #expect(two.request.headers.map(\.line) == ["X-Part: 2/2"])
        #expect(two.urls == ["http://h/c.png"])
    }

    @Test func theRestIsAsItWas() throws {
        let settings = try settings(
            ("-F", "a=1"), ("", "http://u:p@h/"), ("--variable", "v=x"), ("-m", "3"),
            ("--expand-form", "b={{v}}{{index}}"), ("-o", "out"), ("-u", "me:pw"))
        let one = try settings.resolved(with: first)
        #expect(one.form.fields.map(\.argument) == ["a=1", "b=x1"])
        #expect(one.urls == settings.urls)
        #expect(one.limits == settings.limits)
        #expect(one.allSecrets == settings.allSecrets)
        #expect(one.output == settings.output)
        #expect(one.uses.map(\.option) == settings.uses.map(\.option))
    }

    @Test func theNextOperationKeepsThem() throws {
        let path = ByteString(try directory.file("v", "value"))
        let before = try settings(("--variable", "v@" + path), ("--variable", "a=b"))
        var next = Settings()
        next.keepVariables(of: before)
        let use = OptionUse(option: "--expand-form", argument: "x={{v}}{{a}}")
        let row = try #require(OptionTable.row(of: use.option))
        #expect(try next.expanded(use, of: row).argument == "x=valueb")
        #expect(next.files.map(\.path) == [path])
        #expect(next.uses == [])
    }

    @Test func nothingWaits() throws {
        let settings = try settings(("-F", "a=1"), ("", "http://h/"))
        #expect(try settings.resolved(with: first) == settings)
    }

    /// A file that was read is not read again, and its digest still counts.
    @Test func filesAreNotReadAgain() throws {
        let path = try directory.file("v", "value")
        let settings = try settings(
            ("--variable", ByteString("v@\(path)")), ("--expand-form", "d={{v:size}}"),
            ("--expand-form", "a={{v}}{{v:md5}}{{index}}"), ("", "http://h/"))
        try directory.file("v", "other")
        let one = try settings.resolved(with: first)
        #expect(
            one.form.fields.map(\.argument)
                == ["d=5", "a=value2063c1608d6e0baf80249c42e2be58041"])
        #expect(one.files.contains { $0.path == ByteString(path) && $0.kind == .read })
        #expect(one.variables.hashed.map(\.path) == [ByteString(path), ByteString(path)])
        #expect(throws: Failure.self) { try one.checkHashedFiles() }
    }

    @Test func variablesOfVariablesWait() throws {
        let settings = try settings(
            ("--variable", "x=old"), ("--expand-form", "a={{x}}"),
            ("--expand-variable", "x=new-{{index}}"), ("--expand-form", "b={{x}}"),
            ("--expand-variable", "y={{x}}!"), ("--variable", "x=last"),
            ("--expand-form", "c={{x}}{{y}}"), ("", "http://h/"))
        #expect(
            try settings.resolved(with: second).form.fields.map(\.argument)
                == ["a=old", "b=new-2", "c=lastnew-2!"])
    }

    @Test func theEnvironmentComesFirst() throws {
        let settings = try settings(
            ("--expand-variable", "%SET={{index}}"), ("--expand-variable", "%NONE={{index}}"),
            ("--expand-form", "a={{SET}}{{NONE}}"), ("", "http://h/"),
            environment: ["SET": "set"])
        #expect(try settings.resolved(with: second).form.fields.map(\.argument) == ["a=set2"])
    }

    /// A script of curl may have such names.
    @Test func typedVariablesComeFirst() throws {
        let settings = try settings(
            ("--variable", "index=i"), ("--expand-form", "a={{index}}{{count}}"),
            ("", "http://h/"))
        #expect(try settings.resolved(with: second).form.fields.map(\.argument) == ["a=i2"])
    }

    private func error(_ settings: Settings) -> String? {
        do throws(UsageError) {
            _ = try settings.resolved(with: first)
            return nil
        } catch {
            return "\(error.exitStatus): \(Messages.text(error))"
        }
    }

    @Test func errors() throws {
        #expect(
            error(try settings(("--expand-max-time", "x{{index}}"), ("", "http://h/")))
                == "2: --expand-max-time: 'x1' is not a number of seconds, such as 30 or 0.5")
        #expect(
            error(try settings(("--expand-config", "{{index}}"), ("", "http://h/")))
                == "2: --expand-config: --expand-config is read before the requests of --each, and "
                + "cannot use their variables")
        #expect(
            error(try settings(("-d", "a"), ("--expand-form", "a={{index}}"), ("", "http://h/")))?
                .hasPrefix("2: --expand-form and -d make bodies") == true)
        #expect(
            error(
                try settings(
                    ("--expand-variable", "v@/none/{{index}}"), ("", "http://h/")))
                == "26: --expand-variable: cannot read /none/1: No such file or directory")
    }
}
