import FormEncoding
import Testing

@testable import formpost

@Suite struct MessagesTests {
    @Test(arguments: [
        (
            UsageError.unknownOption("--fom", suggestion: "--form"),
            "unknown option '--fom' (did you mean --form?)"
        ),
        (.unknownOption("-?", suggestion: nil), "unknown option '-?' (try 'formpost --help all')"),
        (
            .missingValue(option: "-F", argument: "name=content"),
            "-F needs a value: -F <name=content>"
        ),
        (.noURL, "no URL given (try 'formpost --help')"),
        (
            .badValue(option: "-m", value: "x", problem: .notSeconds),
            "-m: 'x' is not a number of seconds, such as 30 or 0.5"
        ),
        (
            .badValue(option: "-H", value: "a\r\nb", problem: .lineBreak),
            "-H: 'a: [masked]' contains a CR, LF or NUL, which no header may contain"
        ),
        (
            .notNegatable(option: "--no-form"),
            "unknown option '--no-form': --form cannot be switched off"
        ),
    ])
    func usageErrors(_ error: UsageError, _ sentence: String) {
        #expect(Messages.text(error) == sentence)
    }

    @Test(arguments: [
        (
            BodyError.cannotRead(path: "img.png", errno: 2),
            "cannot read img.png: No such file or directory"
        ),
        (.cannotRead(path: "-", errno: 21), "cannot read standard input: Is a directory"),
        (
            .fileShrank(path: "f", announced: 10, actual: 1),
            "f shrank while it was being sent: 10 bytes announced, 1 left"
        ),
        (
            .spoolLimitExceeded(path: "-", limit: 1),
            "standard input is longer than --max-spool (1 byte)"
        ),
        (
            .endless(path: "/dev/zero"),
            "/dev/zero has no end: give --max-spool SIZE, or send it with --chunked"
        ),
        (
            .cannotSpool(path: "-", size: 7, directory: "/tmp", errno: 28),
            "standard input is too long for the free space in /tmp (7 bytes read): set TMPDIR to a "
                + "larger directory, or use --chunked"
        ),
        (
            .cannotSpool(path: "-", size: 7, directory: "/no", errno: 2),
            "cannot write a temporary file in /no: No such file or directory"
        ),
    ])
    func filesThatCannotBeSent(_ error: BodyError, _ sentence: String) {
        #expect(Messages.text(FormFailure.encoding(.input(error))) == sentence)
    }

    @Test func everyErrorOfAFormHasItsStatus() throws {
        #expect(BodyError.cannotRead(path: "f", errno: 2).exitStatus == 26)
        #expect(BodyError.fileGrew(path: "f", announced: 1, actual: 2).exitStatus == 26)
        #expect(BodyError.notReplayable.exitStatus == 65)
        #expect(BodyError.cannotWrite(path: "f", errno: 28).exitStatus == 23)
        #expect(FormError.nestedTooDeep.exitStatus == 2)
    }

    @Test func aWarningTellsWhatHasHappened() {
        let field = FormField(kind: .form, argument: "a=\"b\"c", option: "-F")
        let problem = FormProblem(field: field, offset: 5, fact: .textAfterQuote("c"))
        #expect(Messages.text(problem).contains("'c' after the closing quote would be lost:"))
        #expect(Messages.warning(problem).contains("'c' after the closing quote is lost:"))
    }

    @Test func aTerminalIsNotDisturbed() {
        #expect(Messages.shown("a\u{1B}[2Jb\u{7F}\u{9B}\0") == "a\\x1b[2Jb\\x7f\\x9b\\x00")
        #expect(Messages.shown(ByteString(bytes: [0x61, 0xFF])) == "a\u{FFFD}")
        #expect(Messages.shown(ByteString(String(repeating: "x", count: 201))).count == 201)
    }

    @Test func theCaretStandsUnderTheColumn() {
        let field = FormField(kind: .form, argument: "name=John; Doe", option: "-F")
        let problem = FormProblem(field: field, offset: 11, fact: .unknownParameter("Doe"))
        #expect(
            Messages.text(problem) == """
                -F: 'Doe' is not one of type= filename= headers= encoder= and would be lost: put \
                double quotes around what holds the ';', as in 'name="John; Doe"', or use \
                --form-string
                    name=John; Doe
                               ^
                """)
    }

    private static let lost: [(String, ByteString, String)] = [
        ("f=@x;typ=a/b", "typ=a/b", ": did you mean type=?"),
        ("f=@x;Type : a/b", "Type : a/b", ": did you mean type=?"),
        ("f=@x;file=y", "file=y", ": did you mean filename=?"),
        ("f=@x;y", "y", ": put double quotes around what holds the ';'"),
        (
            "a=b;c=d", "c=d",
            ": put double quotes around what holds the ';', as in 'a=\"b;c=d\"', or use --form-string"
        ),
        (
            "a=it's;c", "c",
            ": put double quotes around what holds the ';', or use --form-string"
        ),
    ]

    @Test(arguments: lost)
    func whatIsLostHasAWayOut(argument: String, text: ByteString, end: String) {
        let field = FormField(kind: .form, argument: ByteString(argument), option: "-F")
        let problem = FormProblem(field: field, offset: 0, fact: .unknownParameter(text))
        let first = Messages.text(problem).split(separator: "\n")[0]
        #expect(first.hasSuffix("would be lost" + end), "\(first)")
    }

    @Test func aFieldThatIsLiteralHasNoFile() {
        let field = FormField(kind: .string, argument: "a", option: "--form-string")
        let problem = FormProblem(field: field, offset: 1, fact: .noEquals)
        #expect(Messages.text(problem).contains("there is no '=' in it: write name=text\n"))
    }

    @Test func aLongArgumentIsShownAroundTheColumn() {
        let long = ByteString(String(repeating: "é", count: 100) + "!" + "ab\ncd")
        let lines = Messages.excerpt(long, at: 200)
        #expect(lines.text == "…" + String(repeating: "é", count: 24) + "!ab\\ncd")
        #expect(lines.caret == String(repeating: " ", count: 25) + "^")
        #expect(Messages.excerpt("a\tb", at: 2).caret == "   ^")
        #expect(Messages.excerpt("ab", at: 9).caret == "  ^")
        #expect(Messages.excerpt("", at: 0).text == "")
    }
}
