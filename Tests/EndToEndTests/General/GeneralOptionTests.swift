import TestSupport
import Testing

/// `--help`, `--version`, `--generate`.
@Suite struct GeneralOptionTests {
    @Test func helpIsOneScreen() async throws {
        let result = try await Command.formpost("--help").run()
        #expect(result.outcome == Outcome(0, stdout: result.stdoutText))
        let lines = result.stdoutText.split(separator: "\n", omittingEmptySubsequences: false)
        #expect((20...24).contains(lines.count))
        #expect(lines.allSatisfy { $0.count < 80 })
        #expect(try await Command.formpost("-h").run().stdoutText == result.stdoutText)
    }

    @Test func helpOnTopics() async throws {
        for (topic, beginning) in [
            ("all", "Usage: formpost -F"), ("tls", "TLS:\n -k, --insecure"),
            ("-F", "Usage: formpost -F"),
            ("form", "Usage: formpost -F"), ("--form", "Usage: formpost -F"),
            ("-o", " -o, --output <file>  Write"), ("general", "General:\n -K, --config <file>"),
            ("recipes", "Uploads to known services"), ("catbox", "Catbox:\n\n  formpost -F req"),
            ("exit", " 0 "), ("files", " /etc/formpostrc  "),
        ] {
            let result = try await Command.formpost("--help", topic).run()
            #expect(result.exitStatus == 0 && result.stderr.isEmpty)
            if topic == "all" {
                #expect(result.stdoutText.hasPrefix("Several files go into one request"))
                #expect(result.stdoutText.contains("\n\nForm:\n -F, --form"))
            } else {
                #expect(result.stdoutText.hasPrefix(beginning), "\(topic)")
            }
        }
        #expect(
            try await Command.formpost("--help", "conection").run().outcome
                == Outcome(
                    2,
                    stderr: "formpost: (2) no help on 'conection' (did you mean connection?); "
                        + "topics are all, form, data, request, many, redirects, retry, connection, "
                        + "tls, output, general, write-out, files, variables, exit, examples, "
                        + "cookies, proxies, environment, recipes, and each option\n"))
    }

    @Test func theVersionTellsWhatCarriesTheTransfers() async throws {
        let lines = try await Command.formpost("-V").run().stdoutText.split(separator: "\n")
        #expect(lines.first?.hasPrefix("formpost 0.1.0 (Swift 6.") == true)
        #if os(Linux)
            #expect(lines.count == 7)
            let build =
                /Build: (commit [0-9a-f]{40}\+?|of no known commit), \w+-linux \(glibc [0-9.]+\), (static|dynamic) Swift runtime/
            #expect(lines[1].wholeMatch(of: build) != nil, "\(lines[1])")
            #expect(lines[2].hasPrefix("libcurl/") && lines[2].contains("SSL/"))
            #expect(lines[3] == "Protocols: http https")
            #expect(lines[4].hasPrefix("Features: ") && lines[4].contains(" HTTP2"))
            #expect(lines[5].hasPrefix("Hooks: in effect: "))
            #expect(lines[6] == "Configuration: none")
        #endif
    }

    @Test func anUnknownKind() async throws {
        #expect(
            try await Command.formpost("--generate", "complete-fis").run().outcome
                == Outcome(
                    2,
                    stderr: "formpost: (2) --generate: 'complete-fis' is not one of man, "
                        + "complete-bash, complete-zsh, complete-fish (did you mean complete-fish?)\n"
                ))
    }

    @Test(arguments: ["--help", "--version", "--generate=man"])
    func outputThatCannotBeWritten(_ option: String) async throws {
        let result = try await Command.formpost(option).with { $0.stdout = .file("/dev/full") }
            .run()
        #expect(result.exitStatus == 23)
    }
}
