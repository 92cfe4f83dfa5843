import Foundation
import TestSupport
import Testing

/// The completions, in their shells.
///
/// Each row is a typed line, and the lines after inserting each candidate.
@Suite(.serialized)
struct CompletionTests {
    typealias Row = (typed: String, words: [String])

    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        let names = [
            "img.png", "image2.png", "a b.txt", "k,1.txt", "q;\"2.txt", "s;3.txt", "c:d.txt",
            "e=f.txt",
        ]
        for name in names { try directory.file(name, "") }
        try directory.directory("sub")
        try directory.directory("d;r")
        try directory.file("d;r/x.txt", "")
        try directory.file("sub/x.txt", "")
        // The scripts start the command that is to be completed.
        try directory.directory("bin")
        try FileManager.default.createSymbolicLink(
            atPath: directory.path + "/bin/formpost", withDestinationPath: BuiltCommand.formpost)
    }

    static let programs = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"

    func script(_ shell: String, _ name: String) async throws -> String {
        let result = try await Command.formpost("--generate", "complete-\(shell)").run()
        #expect(result.exitStatus == 0 && !result.stdout.isEmpty)
        return try directory.file(name, result.stdout)
    }

    func run(_ shell: String, _ arguments: [String], input: String = "") async throws
        -> [String]
    {
        let path = directory.path
        let result = try await Command("/usr/bin/env", arguments: [shell] + arguments).with {
            $0.workingDirectory = path
            $0.environment["TERM"] = "dumb"
            $0.environment["PATH"] = "\(path)/bin:\(Self.programs)"
            $0.stdin = .bytes(input)
        }.run()
        #expect(result.exitStatus == 0, "\(result)")
        return result.stdoutText.split(whereSeparator: \.isNewline).map(String.init)
    }

    func expect(_ rows: [Row], _ found: [String], _ shell: String) {
        #expect(rows.count == found.count, "\(shell): \(found)")
        for (row, line) in zip(rows, found) {
            let words = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst()
            #expect(words.map(String.init) == row.words, "\(shell): \(row.typed)")
        }
    }
}

extension CompletionTests {
    /// Readline replaces what follows the last `=`; in a quoted word it is all of it.
    private static let bash: [Row] = [
        ("--retry-d", ["--retry-delay"]),
        ("-- --retry-d", ["--", "--retry-d"]),
        ("--output img", ["--output", "img.png"]),
        ("--output=img", ["--output=img.png"]),
        ("-oimg", ["-oimg.png"]),
        ("-sSo img", ["-sSo", "img.png"]),
        ("-o a", ["-o", "a b.txt"]),
        ("-o sub/", ["-o", "sub/x.txt"]),
        ("--capath i", ["--capath", "i"]),
        ("--capath s", ["--capath", "sub"]),
        ("im", ["im"]),
        ("-F file=@a", ["-F", "file=@a b.txt"]),
        ("-F file=\\<img", ["-F", "file=<img.png"]),
        ("-F 'file=<img", ["-F", "file=<img.png"]),
        ("-F \"file=@a", ["-F", "file=@a b.txt"]),
        ("--form=file=@img", ["--form=file=@img.png"]),
        ("-Ffile=@img", ["-Ffile=@img.png"]),
        ("-F 'file=@img.png;en\tq\t", ["-F", "file=@img.png;encoder=quoted-printable"]),
        ("-F 'file=@img.png;he\t'", ["-F", "file=@img.png;headers="]),
        ("-F 'file=@su", ["-F", "file=@sub/x.txt"]),
        ("-F file=@su", ["-F", "file=@sub/"]),
        ("-F file=@img.png\\;encoder=q", ["-F", "file=@img.png;encoder=quoted-printable"]),
        ("-F 'file=@img.png;type=zz\t'", ["-F", "file=@img.png;type=zz"]),
        ("-F 'file=@k", ["-F", "file=@\"k,1.txt\""]),
        ("-F file=@k", ["-F", "file=@\"k,1.txt\""]),
        ("-F \"file=@k", ["-F", "file=@\"k,1.txt\""]),
        ("-F 'file=@\"k", ["-F", "file=@\"k,1.txt\""]),
        ("-F 'file=@q", ["-F", "file=@\"q;\\\"2.txt\""]),
        ("-F 'file=@d", ["-F", "file=@\"d;r/x.txt\""]),
        ("-F 'file=@s\tu\t", ["-F", "file=@\"sub/x.txt\""]),
        ("--each @ima", ["--each", "@image2.png"]), ("--each '<ima", ["--each", "<image2.png"]),
        ("--form-tree=f=d", ["--form-tree=f=d;r/"]),
        ("--capture a=", ["--capture", "a=cookie:", "header:", "json:/", "regex:"]),
        ("--capture 'a=js", ["--capture", "a=json:/"]),
        ("-w '%{http_cod", ["-w", "%{http_code}"]),
        ("-w%{http_cod", ["-w%{http_code}"]),
        ("-o c", ["-o", "c:d.txt"]), ("-o c:", ["-o", "c:d.txt"]),
        ("-o e=", ["-o", "e=f.txt"]), ("-F file=@c:", ["-F", "file=@c:d.txt"]),
        ("-F file=@e=", ["-F", "file=@e=f.txt"]), ("-F 'file=@c", ["-F", "file=@c:d.txt"]),
        ("-oe=", ["-oe=f.txt"]), ("-F file=@a\\ ", ["-F", "file=@a b.txt"]),
        ("-o 'a ", ["-o", "a b.txt"]), ("--expand-form-g", ["--expand-form-glob"]),
        ("-x socks5h", ["-x", "socks5h://"]), ("htt", ["http://", "https://"]),
        ("--dry-run=r", ["--dry-run=raw"]), ("--expect j", ["--expect", "json:/"]),
    ]

    @Test(.enabled(if: Command.isInstalled("bash"), "bash is not installed"))
    func inBash() async throws {
        let set = """
            PS1= PS2= HISTFILE=
            bind 'set bell-style none'
            bind '"\\C-xa": insert-completions'
            source \(try await script("bash", "formpost.bash"))
            formpost() { printf 'FOUND'; printf '|%s' "$@"; echo; }
            """
        let file = try directory.file("bashrc", set)
        var input = ""
        for row in Self.bash {
            // Within a quote a Tab puts in the one candidate and closes it.
            let isQuoted = row.typed.contains(where: "'\"".contains)
            let keys = row.typed.contains("\t") ? "" : isQuoted ? "\t" : "\u{18}a"
            input += "formpost \(row.typed)\(keys)\n"
        }
        let arguments = ["--noprofile", "--rcfile", file, "-i"]
        expect(Self.bash, try await run("bash", arguments, input: input + "exit\n"), "bash")
    }
}

extension CompletionTests {
    /// Readline itself puts a slash behind a directory in a list.
    @Test(.enabled(if: Command.isInstalled("bash"), "bash is not installed"))
    func aListInBash() async throws {
        let set = """
            PS1= PS2= HISTFILE=
            bind '"\\C-xb": possible-completions'
            source \(try await script("bash", "formpost.bash"))
            formpost() { :; }
            """
        let file = try directory.file("bashrc", set)
        let arguments = ["--noprofile", "--rcfile", file, "-i"]
        for typed in ["-o ", "--capath ", "--form-tree f="] {
            let input = "formpost \(typed)\u{18}b\nexit\n"
            let path = directory.path
            let result = try await Command("/usr/bin/env", arguments: ["bash"] + arguments).with {
                $0.workingDirectory = path
                $0.environment["TERM"] = "dumb"
                $0.environment["PATH"] = "\(path)/bin:\(Self.programs)"
                $0.stdin = .bytes(input)
            }.run()
            let list = result.stderrText
            #expect(list.contains("sub/") && !list.contains("//"), "\(typed): \(list)")
        }
    }
}
