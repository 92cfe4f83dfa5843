import FormEncoding
import Testing

@testable import formpost

@Suite struct ArgumentParserTests {
    /// Parses arguments, followed by a URL.
    private func parse(_ arguments: ByteString...) throws(UsageError) -> Settings {
        try ArgumentParser.parse(arguments + ["http://h/"])
    }

    private func error(_ arguments: ByteString...) -> UsageError? {
        do throws(UsageError) {
            _ = try ArgumentParser.parse(arguments)
            return nil
        } catch {
            return error
        }
    }

    @Test func fieldsKeepTheirOrderAndTheirSpelling() throws {
        let form = try parse("-F", "a=1", "--form=b=2", "-Fc=3", "--form-string", "d=@4").form
        #expect(
            form.fields == [
                FormField(kind: .form, argument: "a=1", option: "-F"),
                FormField(kind: .form, argument: "b=2", option: "--form"),
                FormField(kind: .form, argument: "c=3", option: "-F"),
                FormField(kind: .string, argument: "d=@4", option: "--form-string"),
            ])
    }

    @Test func shortOptionsArePacked() throws {
        let settings = try parse("-sSfkF", "a=b", "-vim3")
        #expect(settings.output.isSilent && settings.output.showsErrors)
        #expect(settings.output.isVerbose && settings.output.includesHead)
        #expect(settings.output.badStatus == .bodySuppressed)
        #expect(settings.tls.isInsecure)
        #expect(settings.limits.total == .seconds(3))
        #expect(settings.form.fields.map(\.argument) == ["a=b"])
    }

    @Test func aFlagIsSwitchedOffAgain() throws {
        let settings = try parse("-k", "-v", "--no-insecure", "--silent", "--no-silent")
        #expect(!settings.tls.isInsecure)
        #expect(settings.output.isVerbose)
        #expect(!settings.output.isSilent)
    }

    /// What an option implies ends with it; what others ask for stays.
    @Test func whatIsImpliedIsSwitchedOffToo() throws {
        #expect(try parse("--curl").output.isDryRun)
        #expect(try !parse("--curl", "--no-curl").output.isDryRun)
        #expect(try parse("--dry-run", "--curl", "--no-curl").output.isDryRun)
        #expect(try !parse("--curl", "--no-dry-run").output.isDryRun)
        #expect(try parse("--dry-run").output.shownRequest == .table)
        #expect(try parse("--dry-run=raw").output.shownRequest == .raw)
        #expect(try parse("--dry-run=raw", "--dry-run").output.shownRequest == .table)
        #expect(try !parse("--dry-run=raw", "--no-dry-run").output.isDryRun)
        #expect(try parse("-#", "--no-progress-bar").output.progress == .auto)
        #expect(try parse("--progress", "json", "--no-progress-bar").output.progress == .json)
        #expect(try parse("-n", "--netrc-optional").request.netrc == .optional)
        #expect(
            try parse("-n", "--netrc-optional", "--no-netrc-optional").request.netrc == .required)
        #expect(try parse("--netrc-optional", "--no-netrc").request.netrc == .optional)
        #expect(try parse("-n", "--no-netrc").request.netrc == .ignored)
        #expect(try parse("--no-netrc", "--netrc-file", "f").request.netrc == .required)
    }

    @Test func theLastOfTheFailureOptionsCounts() throws {
        #expect(try parse().output.badStatus == .reported)
        #expect(try parse("-f").output.badStatus == .bodySuppressed)
        #expect(try parse("-f", "--no-fail").output.badStatus == .accepted)
        #expect(try parse("--no-fail", "--fail-with-body").output.badStatus == .reported)
    }

    @Test func theURLStandsAnywhere() throws {
        for arguments: [ByteString] in [
            ["u", "-F", "a=b"], ["-F", "a=b", "u"], ["-F", "a=b", "--", "u"], ["--url", "u"],
            ["--url=u", "-s"],
        ] {
            #expect(try ArgumentParser.parse(arguments).url == "u")
        }
    }

    @Test func twoDashesEndTheOptions() throws {
        #expect(try ArgumentParser.parse(["-s", "--", "-F"]).url == "-F")
    }

    @Test func aValueMayLookLikeAnOption() throws {
        #expect(try parse("-F", "-x=1").form.fields[0].argument == "-x=1")
        #expect(try parse("-o", "-s").output.file == "-s")
        #expect(try parse("--form=").form.fields[0].argument == "")
    }

    @Test func bytesThatAreNotUTF8Stay() throws {
        let raw = ByteString(bytes: [0x61, 0x3D, 0xFF, 0xFE])
        #expect(try parse("-F", raw).form.fields[0].argument == raw)
        let attached = ByteString(bytes: Array("--form=".utf8) + raw.bytes)
        #expect(try parse(attached).form.fields[0].argument == raw)
    }

    @Test func helpAndVersionEndTheParsing() throws {
        #expect(try ArgumentParser.parse(["-h"]).action == .help(topic: nil))
        #expect(try ArgumentParser.parse(["-s", "--help", "tls"]).action == .help(topic: "tls"))
        #expect(try ArgumentParser.parse(["--help=-F"]).action == .help(topic: "-F"))
        #expect(try ArgumentParser.parse(["-V", "--nonsense"]).action == .version)
        #expect(try ArgumentParser.parse(["--generate", "man"]).action == .generate(.man))
    }

    @Test func everyOtherOptionReachesItsSetting() throws {
        let settings = try parse(
            "--form-escape", "--form-lax", "--boundary", "b", "--chunked", "--max-spool", "1K",
            "-X", "PUT", "-H", "A: b", "--cacert", "ca.pem", "-o", "out", "--expect-status", "2xx")
        #expect(settings.form.usesBackslashes && settings.form.isLax && settings.form.isChunked)
        #expect(settings.form.boundary?.value == "b")
        #expect(settings.form.maximumSpool == 1024)
        #expect(settings.request.method == "PUT")
        #expect(settings.request.headers == [.add(name: "A", value: "b")])
        #expect(settings.tls.caCertificates == "ca.pem")
        #expect(settings.output.file == "out")
        #expect(settings.output.expectedStatuses == StatusSet(ranges: [200...299]))
    }

    @Test func unknownOptionsGetASuggestion() {
        #expect(error("--fom", "x") == .unknownOption("--fom", suggestion: "--form"))
        #expect(error("--max-t") == .unknownOption("--max-t", suggestion: "--max-time"))
        #expect(error("--FORM") == .unknownOption("--FORM", suggestion: "--form"))
        #expect(error("--no-silnt") == .unknownOption("--no-silnt", suggestion: "--no-silent"))
        #expect(error("--zebra") == .unknownOption("--zebra", suggestion: nil))
        #expect(error("-@") == .unknownOption("-@", suggestion: nil))
        #expect(error("--F") == .unknownOption("--F", suggestion: "-F"))
        #expect(error("-?") == .unknownOption("-?", suggestion: nil))
        #expect(error("-s%") == .unknownOption("-%", suggestion: nil))
        #expect(error("-trace=x") == .unknownOption("-trace", suggestion: "--trace"))
        #expect(error("-insecure") == .unknownOption("-insecure", suggestion: "--insecure"))
        #expect(error("-url", "u") == .unknownOption("-url", suggestion: "--url"))
        #expect(error("-datax", "u") == nil)
        #expect(error("-") == .unknownOption("-", suggestion: nil))
        #expect(error("--=x") == .unknownOption("--", suggestion: nil))
    }

    @Test func optionsOfCurlAreNamed() {
        let whole = "write --resumable or --tus to send what the server has not got"
        #expect(error("-C", "-", "u") == .curlOption("-C", remedy: whole))
        #expect(error("--continue-at=5") == .curlOption("--continue-at", remedy: whole))
        #expect(error("--no-raw") == .curlOption("--no-raw", remedy: nil))
        #expect(error("--libcurl") == .curlOption("--libcurl", remedy: nil))
        #expect(error("-sgF", "a=b")?.exitStatus == 2)
    }

    @Test func noPrefixOfALongNameIsAccepted() {
        #expect(error("--for", "a=b", "u") == .unknownOption("--for", suggestion: "--form"))
    }

    @Test func valuesThatAreMissingOrTooMany() {
        #expect(error("u", "-F") == .missingValue(option: "-F", argument: "name=content"))
        #expect(error("u", "-sF") == .missingValue(option: "-F", argument: "name=content"))
        #expect(error("u", "--url") == .missingValue(option: "--url", argument: "url"))
        #expect(error("u", "--silent=1") == .unexpectedValue(option: "--silent", value: "1"))
        #expect(error("u", "--no-silent=") == .unexpectedValue(option: "--no-silent", value: ""))
        #expect(error("u", "--no-form") == .notNegatable(option: "--no-form"))
        #expect(error("u", "--no-version") == .notNegatable(option: "--no-version"))
    }

    /// Of several URLs each has a scheme, or comes with `--url`.
    @Test func severalURLs() throws {
        #expect(error("a.b", "c.d") == .strayWord(.url("a.b"), .url("c.d"), isUpload: false))
        #expect(error("a.b", "--url", "b") == .strayWord(.url("a.b"), .url("b"), isUpload: false))
        #expect(
            error("http://a", "b.txt")
                == .strayWord(.url("http://a"), .url("b.txt"), isUpload: false))
        let settings = try ArgumentParser.parse(["http://a", "--url", "b", "HTTPS://c"])
        #expect(settings.urls == ["http://a", "b", "HTTPS://c"])
    }

    @Test func surplus() {
        #expect(error("-F", "a=b") == .cutLine(option: "-F"))
        #expect(error() == .noURL)
        #expect(error("u", "-o", "1", "-o", "2") == .surplusOutput(option: "-o", file: "2"))
        #expect(
            error("u", "-o", "1", "--output", "2") == .surplusOutput(option: "--output", file: "2"))
    }

    @Test func everyUsageErrorExitsWith2() {
        #expect(UsageError.noURL.exitStatus == 2)
        #expect(UsageError.unknownOption("-x", suggestion: nil).exitStatus == 2)
    }
}
