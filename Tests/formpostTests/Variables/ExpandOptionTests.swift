import FormEncoding
import TestSupport
import Testing

@testable import formpost

/// `--variable` and `--expand-x` on a command line.
@Suite struct ExpandOptionTests {
    private func parse(
        _ arguments: [ByteString], _ environment: [String: ByteString] = [:]
    ) throws(UsageError) -> Settings {
        try ArgumentParser.parse(arguments + ["http://h/"], environment: environment)
    }

    private func error(_ arguments: ByteString...) -> String? {
        do throws(UsageError) {
            _ = try parse(arguments)
            return nil
        } catch {
            return "\(error.exitStatus): \(Messages.text(error))"
        }
    }

    @Test func valuesAreExpandedWhereTheyStand() throws {
        let settings = try parse([
            "--variable", "a=1", "--expand-form", "x={{a}}", "--variable", "a=2",
            "--expand-form=y={{a}}{{a:b64}}", "--expand-form-string", "z=\\{{a}}",
            "--form", "w={{a}}", "--expand-max-time", "{{a}}",
        ])
        #expect(settings.form.fields.map(\.argument) == ["x=1", "y=2Mg==", "z={{a}}", "w={{a}}"])
        #expect(settings.form.fields.map(\.option).prefix(2) == ["--expand-form", "--expand-form"])
        #expect(settings.limits.total == .seconds(2))
    }

    @Test func aValueIsNeeded() {
        #expect(throws: UsageError.missingValue(option: "--expand-form", argument: "name=content"))
        {
            try ArgumentParser.parse(["--expand-form"])
        }
    }

    @Test func aVariableOfVariables() throws {
        let settings = try parse([
            "--variable", "a=x", "--variable", "b=y", "--expand-variable", "c={{a}} {{b}}",
            "--expand-user-agent", "{{c}}",
        ])
        #expect(settings.request.userAgent == "x y")
    }

    @Test func theEnvironment() throws {
        let environment: [String: ByteString] = ["SET": "value", "EMPTY": ""]
        for (definition, value) in [
            ("%SET", "value"), ("%SET=other", "value"), ("%EMPTY", ""), ("%EMPTY=other", ""),
            ("%SET[1-2]", "al"), ("%NONE=other", "other"), ("%NONE=", ""), ("%SET@/none", "value"),
        ] {
            let name = definition.dropFirst().prefix { $0.isLetter }
            let settings = try parse(
                ["--variable", ByteString(definition), "--expand-form", "x={{\(name)}}"]
                    .map { ByteString("\($0)") }, environment)
            #expect(settings.form.fields.map(\.argument) == [ByteString("x=\(value)")])
        }
    }

    @Test func errors() {
        #expect(
            error("--variable", "token=1", "--expand-form", "a={{tokn}}")
                == "2: --expand-form: no variable 'tokn' is set (did you mean token?)")
        #expect(
            error("--expand-form", "a={{b}}")
                == "2: --expand-form: no variable 'b' is set: set it before with --variable")
        #expect(
            error("--expand-form", "a={{b")
                == "2: --expand-form: no '}}' after the '{{' at column 3 (write \\{{ for the braces "
                + "themselves)")
        #expect(
            error("--expand-json", #"{"a":{{"b":1}}}"#)?
                .hasPrefix("2: --expand-json: no name of a variable after the '{{' at column 6")
                == true)
        #expect(
            error("--expand-form", "a={{b:sha265}}")?.hasPrefix(
                "2: --expand-form: unknown function 'sha265' (did you mean sha256?) after") == true)
        #expect(
            error("--variable", "%FORMPOST_NONE")
                == "2: --variable: the environment has no FORMPOST_NONE: export it")
        #expect(
            error("--variable", "a@/none/x")
                == "26: --variable: cannot read /none/x: No such file or directory")
        #expect(
            error("--variable", "a@/")
                == "26: --variable: cannot read /: Is a directory")
        #expect(
            error("--variable", "a=b", "--expand-form", "x={{a:mtime}}")
                == "2: --expand-form: 'mtime' needs a file, and the variable 'a' has none: set it "
                + "with --variable name@file")
        #expect(
            error("--expand-insecure")
                == "2: --expand-insecure: --insecure needs no value, so nothing can be expanded")
        #expect(
            error("--expand-fom", "a=b") == "2: unknown option '--expand-fom' "
                + "(did you mean --expand-form?)")
        #expect(
            error("--expand-form", "a={{each:sha256}}")
                == "2: --expand-form: the variable 'each' is set by --each, which is not given")
        #expect(
            error("--expand-variable", "a{{index}}=1")
                == "2: --expand-variable: the name of a variable cannot come from a variable of "
                + "--each or --capture")
    }

    /// Errors of the option itself name it as it was typed, and hide what it hides.
    @Test func secretsStayHidden() {
        #expect(
            error("--variable", "t=s3cret\n", "--expand-header", "Authorization: {{t}}")
                == "2: --expand-header: 'Authorization: [masked]' contains a CR, LF or NUL, which no "
                + "header may contain: {{t:trim}} leaves out a line end after the text")
        #expect(
            error("--variable", "t=s3cret\n", "--expand-oauth2-bearer", "{{t}}")?
                .contains("s3cret") == false)
        for header in [
            "{{t}}", "{{t}} {{t}}", "{{t}} x: y", "x {{t}}: y", "{{t}}: y\u{01}\n", ":{{t}}",
        ] {
            let text = error("--variable", "t=s3cret", "--expand-header", ByteString(header))
            #expect(text == nil || text?.contains("s3cret") == false, "\(text ?? "")")
        }
    }

    @Test func typedTextsOfSecretsAreHiddenInTheProcessList() throws {
        let settings = try parse([
            "--variable", "my_token=abc", "--variable", "a=def", "--variable", "b=ghi",
            "--expand-header", "Authorization: Bearer {{a}}", "--expand-form", "x={{b}}",
        ])
        #expect(Set(settings.allSecrets) == ["abc", "def", "Bearer def"])
    }

    @Test func standardInputIsClaimed() {
        #expect(
            error("-H", "@-", "--variable", "a@-")
                == "2: -H @- and --variable a@- both read standard input, which can be read only once"
        )
    }

    @Test func inAConfigurationFile() throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file(
            "c",
            "variable = \"a=x y\"\nexpand-form = \"n={{a}}\"\n--expand-url http://h/{{a:url}}\n")
        let settings = try ArgumentParser.parse(["-K", ByteString(file)])
        #expect(settings.form.fields.map(\.argument) == ["n=x y"])
        #expect(settings.urls == ["http://h/x%20y"])
        let bad = try directory.file("d", "\nexpand-form = \"n={{b}}\"\n")
        #expect(
            error("-K", ByteString(bad))
                == "2: \(bad):2: --expand-form: no variable 'b' is set: set it before with --variable"
        )
    }
}
