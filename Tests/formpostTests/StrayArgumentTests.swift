import FormEncoding
import Testing

@testable import formpost

/// Words that became a URL by a blank too many, a missing quote or another dash.
@Suite struct StrayArgumentTests {
    struct Row: Sendable {
        var fields: [ByteString]
        var urls: [ByteString]
        /// `nil`: nothing is known.
        var message: String?
    }

    private static let rows = [
        Row(
            fields: ["file"], urls: ["=", "@img.png", "http://h/"],
            message: "'=' stands alone: no blanks around '=': file=@img.png"),
        Row(
            fields: ["a=b", "file"], urls: ["http://h/", "=@img.png"],
            message: "'=' stands alone: no blanks around '=': file=@img.png"),
        Row(
            fields: ["file="], urls: ["@img.png", "http://h/"],
            message: "'@img.png' stands alone: no blanks around '=': file=@img.png"),
        Row(
            fields: ["password"], urls: ["=", "s3cret", "http://h/"],
            message: "'=' stands alone: no blanks around '=': password=value"),
        Row(
            fields: ["file=@my"], urls: ["photo.jpg", "http://h/"],
            message: "'my photo.jpg' exists: quote it: 'file=@my photo.jpg'"),
        Row(
            fields: ["a=b", "file=<all"], urls: ["http://h/", "my", "photos.jpg;type=image/jpeg"],
            message: "'all my photos.jpg' exists: quote it: "
                + "'file=<all my photos.jpg;type=image/jpeg'"),
        Row(fields: ["a=my"], urls: ["photo.jpg", "http://h/"], message: nil),
        Row(fields: ["file=@your"], urls: ["photo.jpg", "http://h/"], message: nil),
        Row(fields: ["a=b"], urls: ["http://h/"], message: nil),
        Row(
            fields: [], urls: ["\u{2013}F", "a=b", "http://h/"],
            message: "'\u{2013}F' begins with a dash that is not '-'"),
        Row(
            fields: ["a=b"], urls: ["\u{2014}verbose"],
            message: "'\u{2014}verbose' begins with a dash that is not '-'"),
    ]

    @Test(arguments: rows) func isExplained(_ row: Row) {
        let fields = row.fields.map { FormField(kind: .form, argument: $0, option: "-F") }
        let files: Set<ByteString> = ["my photo.jpg", "all my photos.jpg"]
        let error = StrayArgument.error(row.urls, fields, exists: files.contains)
        #expect(error.map { Messages.text($0) } == row.message)
        #expect((error?.exitStatus ?? 2) == 2)
    }

    /// Words that may be the rest of a secret are not shown; the option before them is named.
    private static let words: [([ByteString], String)] = [
        (
            ["-H", "Authorization:", "Bearer", "s3cret", "-F", "a=b", "http://h/"],
            "the word after -H 'Authorization:' and 'http://h/'"
        ),
        (
            ["-H", "Authorization:", "Bearer", "s3cret.s3cret.s3cret", "-F", "a=b", "h:80"],
            "the word after -H 'Authorization:' and 'h:80'"
        ),
        (
            ["-H", "Cookie: a=1;", "b=s3cret", "http://u:s3cret@h/"],
            "the word after -H 'Cookie:…' and 'http://u:[masked]@h/'"
        ),
        (
            ["-F", "password=my", "s3cret", "http://h/"],
            "the word after -F 'password=…' and 'http://h/'"
        ),
        (
            ["http://h/", "-F", "password=my", "s3.cret"],
            "'http://h/' and the word after -F 'password=…'"
        ),
        (
            ["--oauth2-bearer", "s3", "cret.s3cret", "h:1"],
            "the word after --oauth2-bearer and another word"
        ),
        (["-u", "anna:s3", "s3cret:1", "http://h/"], "the word after -u and 'http://h/'"),
        (["--json", "{\"pin\":", "s3.cret", "http://h/"], "the word after --json and 'http://h/'"),
        (["-F", "a=b", "s3cret:s3cret", "http://h/"], "the word after -F 'a=…' and 'http://h/'"),
        (["s3cret", "-F", "a=b", "http://h/"], "a word and 'http://h/'"),
        (["-F", "a=b", "h.a", "localhost/x"], "'h.a' and 'localhost/x'"),
        (["-F", "a=b", "[::1]:80", "u:s3cret@h.b"], "'[::1]:80' and the word after -F 'a=…'"),
        (
            ["-F", "file=@your", "photo", "http://h/"],
            "the word after -F 'file=@your' and 'http://h/'"
        ),
        (["-F", "file=@your", "photo.jpg", "http://h/"], "'photo.jpg' and 'http://h/'"),
        (["-o", "my", "answer", "http://h/"], "the word after -o 'my' and 'http://h/'"),
        (["-F", "a=b", "c=s3cret", "http://h/"], "'c=…' and 'http://h/'"),
        (["-s", "--url", "s", "upload", "http://h/"], "'s' and the word after --url"),
    ]

    /// Files and fields without their option, as in HTTPie, or made by the shell of `{a,b}`.
    private static let withoutOption: [([ByteString], String?)] = [
        (
            ["http://h/", "file@img.png"],
            "'file@img.png' stands without an option: write -F file=@img.png"
        ),
        (
            ["http://h/", "a@none.pdf"],
            "'a@none.pdf' stands without an option: write -F a=@none.pdf"
        ),
        (["img.png", "http://h/"], "'img.png' stands without an option: write -F file=@img.png"),
        (
            ["my photo.jpg", "http://h/"],
            "'my photo.jpg' stands without an option: write -F 'file=@my photo.jpg'"
        ),
        (
            ["-F", "a=b", "f=@img.png", "http://h/"],
            "'f=@img.png' stands without an option: write -F f=@img.png (each -F takes one argument)"
        ),
        (
            ["-F", "pic=@a.png", "img.png", "http://h/"],
            "'img.png' stands without an option: write -F pic=@img.png (each -F takes one argument)"
        ),
        (["-s", "none.png", "http://h/"], nil), (["http://h/", "anna@h.b"], nil),
        (["http://h/", "a=b"], nil), (["http://h/", "u:s3cret@img.png"], nil),
        (["-u", "anna:s3", "img.png", "http://h/"], nil), (["-s", "http://h/", "h.b:80"], nil),
    ]

    @Test(arguments: withoutOption) func isFileOrField(arguments: [ByteString], text: String?) {
        var parser = ArgumentParser(arguments: arguments, environment: [:], standardInput: 0)
        #expect(throws: Never.self) { try parser.run() }
        let error = URLWord.withoutOption(among: parser.words, Settings.Output()) {
            ["img.png", "my photo.jpg"].contains($0)
        }
        #expect(error.map { Messages.text($0) } == text)
    }

    private static let marks: [(ByteString, String)] = [
        ("", "an empty argument in the place of a URL: is a variable empty?"),
        (" ", "an argument of blanks only: a '\\' before a blank does not continue a line"),
        (
            "\r",
            "an argument that is a line end only: give the script Unix' line ends in place of Windows'"
        ),
        ("\\", "an argument that is '\\' only: it continues a line at the very end of one"),
        ("^", "'^' does not continue a line: write '\\'"),
        ("`", "'`' does not continue a line: write '\\'"),
        ("curl", "'curl' is taken for a URL: leave it out"),
        ("POST", "'POST' is taken for a URL: write -X POST"),
    ]

    @Test(arguments: marks) func isNoURL(word: ByteString, text: String) {
        #expect(message([word, "-F", "a=b", "http://h/"]) == text)
        #expect(message(["http://h/", "-F", "a=b", word]) == text)
    }

    private func message(_ arguments: [ByteString]) -> String? {
        do throws(UsageError) { _ = try ArgumentParser.parse(arguments) } catch {
            return Messages.text(error)
        }
        return nil
    }

    /// `-o $UNSET -F a=b`.
    @Test(
        arguments: [
            (["-o", "-F", "a=b", "http://h/"], "-o has '-F' as its value"),
            (["-F", "a=b", "http://h/", "-X", "--form", "c=d"], "-X has '--form' as its value"),
            (["-F", "a=b", "-u", "-s", "http://h/", "c"], "-u has '-s' as its value"),
            (["-F", "a=b", "--url-query", "-o"], "--url-query has '-o' as its value"),
        ] as [([ByteString], String)])
    func anOptionIsAValue(arguments: [ByteString], text: String) {
        let whole = message(arguments)
        #expect(whole?.hasPrefix(text + ": is a variable empty?") == true, "\(whole ?? "")")
    }

    /// They may be meant.
    @Test(
        arguments: [
            ["-d", "-s", "http://h/"], ["-F", "a=b", "-o-F", "http://h/"],
            ["-F", "a=b", "-A", "-x y", "http://h/"],
        ] as [[ByteString]])
    func aValueMayBeginWithADash(arguments: [ByteString]) { #expect(message(arguments) == nil) }

    @Test(arguments: words) func isNoSecretInAMessage(arguments: [ByteString], two: String) throws {
        #expect(throws: UsageError.self) { try ArgumentParser.parse(arguments) }
        do throws(UsageError) { _ = try ArgumentParser.parse(arguments) } catch {
            #expect(
                Messages.text(error)
                    == "two URLs, \(two), but not both have a scheme; give fields "
                    + "and files with -F, and quote arguments that have blanks")
        }
    }

    @Test(arguments: [
        ("\u{2013}Fpassword=s3cret", "\u{2013}F"), ("\u{2014}form=password=s3cret", "\u{2014}form"),
        ("\u{2013}us3cret", "\u{2013}u"), ("\u{2013}", "\u{2013}"),
    ])
    func aDashIsShownWithoutAValue(word: ByteString, shown: String) {
        #expect(
            Messages.text(.foreignDash(word)) == "'\(shown)' begins with a dash that is not '-'")
    }
}
