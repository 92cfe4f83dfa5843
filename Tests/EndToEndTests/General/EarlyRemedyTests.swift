import TestSupport
import Testing

/// Mistakes in arguments, found before anything is sent, and their remedies.
@Suite(.serialized)
struct EarlyRemedyTests {
    private static let early: [([String], Int32, String)] = [
        (["-F", "a=b", "/upload"], 3, "'/upload' has no host: is a variable empty?"),
        (["-F", "a=b", "http//h/x"], 3, "'http//h/x': write http://h/x"),
        (
            ["-F", "a=b", "--tls-max", "1.4", "h"], 2,
            "--tls-max: '1.4' is not one of default, 1.0, 1.1, 1.2, 1.3"
        ),
        (
            ["-F", "a=b", "--cert-type", "FOO", "https://h/"], 2,
            "--cert-type: 'FOO' is not one of PEM, DER, P12, ENG"
        ),
        (
            ["-F", "a=b", "--key-type", "FOO", "https://h/"], 2,
            "--key-type: 'FOO' is not one of PEM, DER, ENG"
        ),
        (
            ["-F", "a=b", "--max-redirs", "99999999999", "h"], 2,
            "--max-redirs: '99999999999' is out of range (-1\u{2013}2147483647)"
        ),
        (["--silent=1", "-F", "a=b", "h"], 2, "--silent takes no value, but '1' was given"),
        (
            ["-F", "@img.png", "h"], 2,
            "-F: no name before '@': write name=@img.png\n    @img.png\n            ^"
        ),
        (
            ["-F", "file", "=", "@img.png", "h"], 2,
            "'=' stands alone: no blanks around '=': file=@img.png"
        ),
        (
            ["-F", "a=b", "-H", "Authorization Bearer abc", "h"], 2,
            "-H: no ':' after 'Authorization' (value masked): write 'Name: value', 'Name:' to "
                + "remove it or 'Name;' to send it empty"
        ),
        (
            ["-F", "a=b", "-H", "Authorization=Bearer abc", "h"], 2,
            "-H: no ':' after 'Authorization' (value masked): write 'Name: value', 'Name:' to "
                + "remove it or 'Name;' to send it empty"
        ),
        (
            ["-F", "a=b", "http://h:99999/"], 3, "invalid URL: port 99999 is out of range"
        ),
        (
            ["-F", "a=@/proc/self/status", "--max-spool", "1", "h"], 26,
            "/proc/self/status is longer than --max-spool (1 byte)"
        ),
        (
            ["--next"], 2, "no URL before --next"
        ),
        (
            ["-H", "Authorization:", "Bearer", "abcsecret", "-F", "a=b", "http://h/"], 2,
            "two URLs, the word after -H 'Authorization:' and 'http://h/', but not both have a scheme; "
                + "give fields and files with -F, and quote arguments that have blanks"
        ),
        (["\u{2013}F", "a=b", "h"], 2, "'\u{2013}F' begins with a dash that is not '-'"),
        (
            ["-C", "-", "-F", "a=b", "h"], 2,
            "curl's -C is not in formpost: write --resumable or --tus to send what the server has not got"
        ),
        (["--raw", "-F", "a=b", "h"], 2, "curl's --raw is not in formpost"),
        (
            ["-F", "a=b", "-w", "%{curl_version}", "h"], 2,
            "-w: curl's %{curl_version} is not in formpost"
        ),
        (
            ["-F", "a=b", "-w", "%{url.host}", "h"], 2,
            "-w: curl's %{url.host} is not in formpost"
        ),
        (
            ["-F", "a=b", "-H", "X-Tok : 1", "h"], 2,
            "-H: a blank after the name 'X-Tok': leave it out"
        ),
        (
            ["-F", "a=b", "-H", " X-Tok: 1", "h"], 2,
            "-H: a blank before the name 'X-Tok': leave it out"
        ),
        (
            ["-F", "a=b", "-H", "\u{FEFF}X-Tok: 1", "h"], 2,
            "-H: a byte order mark stands before the header's name: leave it out"
        ),
        (
            ["-F", "a=b", "-H", "\u{201C}X: 1\u{201D}", "h"], 2,
            "-H: a typographic quote stands before the header's name: write a plain one"
        ),
        (
            ["-X", "POST", "h"], 2,
            "nothing to upload: add a field with -F name=value or a file with -F name=@file; -d sends "
                + "data, and -T a file; for an empty POST write -d ''"
        ),
        (
            ["-T", "/dev/null", "http://h/", "http://h/2"], 2,
            "-T is there for one URL, and nothing to upload for the next: write -T file for each"
        ),
        (
            ["-T", "/dev/null", "b.txt", "http://h/"], 2,
            "two URLs, 'b.txt' and 'http://h/', but not both have a scheme; give each file a -T and a "
                + "URL, and quote arguments that have blanks"
        ),
        // What is wrong with the command line is no matter of -s.
        (
            ["-s", "-F", "nonsense", "h"], 2,
            "-F: there is no '=' in it: write name=text, name=@file or name=<file\n    nonsense\n            ^"
        ),
        (
            ["-F", "a=b", "-w", "%{http_cod}", "h"], 2,
            "-w: unknown variable '%{http_cod}' (did you mean %{http_code}?)"
        ),
    ]

    @Test(arguments: early)
    func isSaidBeforeConnecting(row: (arguments: [String], exit: Int32, text: String)) async throws
    {
        let result = try await Command.formpost(arguments: row.arguments).run()
        #expect(
            result.outcome
                == Outcome(row.exit, stderr: "formpost: (\(row.exit)) \(row.text)\n"))
    }
}
