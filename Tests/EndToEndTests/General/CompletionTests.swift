import TestSupport
import Testing

/// The completions, in their shells.
///
/// Each row is a typed line, and the lines after inserting each candidate.
@Suite(.serialized)
struct CompletionTests {
    typealias Row = (typed: String, words: [String])

    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        for name in ["img.png", "image2.png", "a b.txt"] { try directory.file(name, "") }
        try directory.directory("sub")
        try directory.file("sub/x.txt", "")
    }

    private func script(_ shell: String, _ name: String) async throws -> String {
        let result = try await Command.formpost("--generate", "complete-\(shell)").run()
        #expect(result.exitStatus == 0 && !result.stdout.isEmpty)
        return try directory.file(name, result.stdout)
    }

    private func run(_ shell: String, _ arguments: [String], input: String = "") async throws
        -> [String]
    {
        let path = directory.path
        let result = try await Command("/usr/bin/env", arguments: [shell] + arguments).with {
            $0.workingDirectory = path
            $0.environment["TERM"] = "dumb"
            $0.stdin = .bytes(input)
        }.run()
        #expect(result.exitStatus == 0, "\(result)")
        return result.stdoutText.split(whereSeparator: \.isNewline).map(String.init)
    }

    private func expect(_ rows: [Row], _ found: [String], _ shell: String) {
        #expect(rows.count == found.count, "\(shell): \(found)")
        for (row, line) in zip(rows, found) {
            let words = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst()
            #expect(words.map(String.init) == row.words, "\(shell): \(row.typed)")
        }
    }
}

// MARK: bash

extension CompletionTests {
    /// Readline replaces what follows the last `=`; in a quoted word it is all of it.
    private static let bash: [Row] = [
        ("--retry-d", ["--retry-delay"]),
        (
            "--retr",
            [
                "--retry", "--retry-all-errors", "--retry-connrefused", "--retry-delay",
                "--retry-jitter", "--retry-max-time",
            ]
        ),
        ("--no-inc", ["--no-include"]),
        ("-sS --no-inc", ["-sS", "--no-include"]),
        ("-- --retry-d", ["--", "--retry-d"]),
        ("-o --retry --retry-d", ["-o", "--retry", "--retry-delay"]),
        ("--output img", ["--output", "img.png"]),
        ("--output=img", ["--output=img.png"]),
        ("-oimg", ["-oimg.png"]),
        ("-sSo img", ["-sSo", "img.png"]),
        ("-o a", ["-o", "a b.txt"]),
        ("-o sub/", ["-o", "sub/x.txt"]),
        ("-o im", ["-o", "image2.png", "img.png"]),
        ("--capath i", ["--capath", "i"]),
        ("--capath s", ["--capath", "sub/"]),
        ("-X im", ["-X", "im"]),
        ("im", ["im"]),
        ("--tls-max 1", ["--tls-max", "1.0", "1.1", "1.2", "1.3"]),
        ("--tls-max=d", ["--tls-max=default"]),
        ("--progress j", ["--progress", "json"]),
        ("--generate complete-b", ["--generate", "complete-bash"]),
        ("--help tl", ["--help", "tls"]),
        ("--help gitlab", ["--help", "gitlab", "gitlab-ci", "gitlab-upload"]),
        ("-H @img", ["-H", "@img.png"]),
        ("-H img", ["-H", "img"]),
        ("-F file=@img", ["-F", "file=@img.png"]),
        ("-F file=@a", ["-F", "file=@a b.txt"]),
        ("-F file=@s", ["-F", "file=@sub/"]),
        ("-F file=@sub/", ["-F", "file=@sub/x.txt"]),
        ("-F file=@img.png,ima", ["-F", "file=@img.png,image2.png"]),
        ("--form-glob file=@sub/", ["--form-glob", "file=@sub/x.txt"]),
        ("-F file=\\<img", ["-F", "file=<img.png"]),
        ("-F 'file=<img", ["-F", "file=<img.png"]),
        ("-F 'file=@img", ["-F", "file=@img.png"]),
        ("-F \"file=@a", ["-F", "file=@a b.txt"]),
        ("--form=file=@img", ["--form=file=@img.png"]),
        ("-Ffile=@img", ["-Ffile=@img.png"]),
        ("-sSFfile=@img", ["-sSFfile=@img.png"]),
        ("-F im", ["-F", "im"]),
        ("-F a=im", ["-F", "a=im"]),
        ("-F a=b -F c=@img", ["-F", "a=b", "-F", "c=@img.png"]),
        ("-F 'file=@img.png;en\tq\t", ["-F", "file=@img.png;encoder=quoted-printable"]),
        ("-F 'file=@img.png;he\t'", ["-F", "file=@img.png;headers="]),
        ("-F 'file=@img.png;type=text/h", ["-F", "file=@img.png;type=text/html"]),
        ("-F 'file=@s", ["-F", "file=@sub/x.txt"]),
        ("-F 'file=@img.png;type=a/b;f", ["-F", "file=@img.png;type=a/b;filename="]),
        ("-F 'file=@img.png;encoder=q", ["-F", "file=@img.png;encoder=quoted-printable"]),
        ("-F file=@img.png\\;encoder=q", ["-F", "file=@img.png;encoder=quoted-printable"]),
        ("-F 'file=@img.png;headers=@img", ["-F", "file=@img.png;headers=@img.png"]),
        ("-F 'file=@img.png;type=zz\t'", ["-F", "file=@img.png;type=zz"]),
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

// MARK: zsh

extension CompletionTests {
    private static let zsh: [Row] = [
        ("--retry-d", ["--retry-delay"]),
        (
            "--retr",
            [
                "--retry", "--retry-all-errors", "--retry-connrefused", "--retry-delay",
                "--retry-jitter", "--retry-max-time",
            ]
        ),
        ("--no-inc", ["--no-include"]),
        ("--output img", ["--output", "img.png"]),
        ("--output=img", ["--output=img.png"]),
        ("-oimg", ["-oimg.png"]),
        ("-sSo img", ["-sSo", "img.png"]),
        ("-o a", ["-o", "a b.txt"]),
        ("-o im", ["-o", "image2.png", "img.png"]),
        ("--capath s", ["--capath", "sub"]),
        ("--tls-max 1", ["--tls-max", "1.0", "1.1", "1.2", "1.3"]),
        ("--tls-max=d", ["--tls-max=default"]),
        ("--generate complete-b", ["--generate", "complete-bash"]),
        ("--help tl", ["--help", "tls"]),
        ("--help gitlab", ["--help", "gitlab", "gitlab-ci", "gitlab-upload"]),
        ("-H @img", ["-H", "@img.png"]),
        ("-F file=@img", ["-F", "file=@img.png"]),
        ("-F file=@im", ["-F", "file=@image2.png", "file=@img.png"]),
        ("-F file=@a", ["-F", "file=@a b.txt"]),
        ("-F file=@sub/", ["-F", "file=@sub/x.txt"]),
        ("-F file=@img.png,ima", ["-F", "file=@img.png,image2.png"]),
        ("--form-glob file=@sub/", ["--form-glob", "file=@sub/x.txt"]),
        ("-F file=\\<img", ["-F", "file=<img.png"]),
        ("-F 'file=@img", ["-F", "file=@img.png"]),
        ("--form=file=@img", ["--form=file=@img.png"]),
        ("-Ffile=@img", ["-Ffile=@img.png"]),
        ("-sSFfile=@img", ["-sSFfile=@img.png"]),
        ("-F a=b -F c=@img", ["-F", "a=b", "-F", "c=@img.png"]),
        ("-F file=@img.png\\;en", ["-F", "file=@img.png;encoder="]),
        ("-F file=@img.png\\;type=a/b\\;f", ["-F", "file=@img.png;type=a/b;filename="]),
        ("-F 'file=@img.png;type=text/h", ["-F", "file=@img.png;type=text/html"]),
        ("-F 'file=@img.png;encoder=q", ["-F", "file=@img.png;encoder=quoted-printable"]),
        ("-F 'file=@img.png;headers=@img", ["-F", "file=@img.png;headers=@img.png"]),
    ]

    @Test(.enabled(if: Command.isInstalled("zsh"), "zsh is not installed"))
    func inZsh() async throws {
        try directory.directory("functions")
        _ = try await script("zsh", "functions/_formpost")
        let driver = try directory.file(
            "driver.zsh",
            """
            zmodload zsh/zpty || exit
            zpty shell zsh -f -i
            for line in 'PROMPT= RPROMPT= PROMPT_SP=; stty -echo' \\
                'fpath=($PWD/functions $fpath); autoload -U compinit; compinit -u -D' \\
                "zstyle ':completion:*' completer _all_matches _complete" \\
                "zstyle ':completion:*' insert yes" \\
                'formpost() { print -r -- FOUND"|${(j:|:)@}"; }' \\
                'print READY$((1 + 1))'; do
                zpty -w shell $line
            done
            while zpty -r shell line && [[ $line != *READY2* ]]; do :; done
            while IFS= read -r typed; do
                zpty -w -n shell "formpost $typed"$'\\t\\n'
                while zpty -r shell line && [[ $line != FOUND* ]]; do :; done
                print -r -- ${line%%[[:space:]]#}
            done
            zpty -d shell
            """)
        let input = Self.zsh.map { $0.typed + "\n" }.joined()
        let found = try await run("zsh", ["-f", "-o", "extendedglob", driver], input: input)
        expect(Self.zsh, found, "zsh")
    }
}

// MARK: fish

extension CompletionTests {
    /// The replacements of the last word, one for each candidate.
    private static let fish: [Row] = [
        ("--retry-d", ["--retry-delay"]),
        (
            "--retr",
            [
                "--retry", "--retry-all-errors", "--retry-connrefused", "--retry-delay",
                "--retry-jitter", "--retry-max-time",
            ]
        ),
        ("--no-inc", ["--no-include"]),
        ("--output img", ["img.png"]),
        ("--output=img", ["--output=img.png"]),
        ("-sSo img", ["img.png"]),
        ("--capath s", ["sub/"]),
        ("-X im", []),
        ("im", []),
        ("--tls-max 1", ["1.0", "1.1", "1.2", "1.3"]),
        ("--tls-max=d", ["--tls-max=default"]),
        ("--generate complete-b", ["complete-bash"]),
        ("--help tl", ["tls"]),
        ("--help gitlab", ["gitlab", "gitlab-ci", "gitlab-upload"]),
        ("-H @img", ["@img.png"]),
        ("-F file=@img", ["file=@img.png"]),
        ("-F file=@a", ["file=@a b.txt"]),
        ("-F file=@sub/", ["file=@sub/x.txt"]),
        ("-F file=@img.png,ima", ["file=@img.png,image2.png"]),
        ("--form-glob file=@sub/", ["file=@sub/x.txt"]),
        ("-F 'file=<img", ["file=<img.png"]),
        ("-F 'file=@im", ["file=@image2.png", "file=@img.png"]),
        ("--form=file=@img", ["--form=file=@img.png"]),
        ("-Ffile=@img", ["-Ffile=@img.png"]),
        ("-sSFfile=@img", ["-sSFfile=@img.png"]),
        ("-F 'file=@img.png;en", ["file=@img.png;encoder="]),
        ("-F 'file=@img.png;type=a/b;f", ["file=@img.png;type=a/b;filename="]),
        ("-F 'file=@img.png;type=text/h", ["file=@img.png;type=text/html"]),
        ("-F 'file=@img.png;encoder=q", ["file=@img.png;encoder=quoted-printable"]),
        ("-F 'file=@img.png;headers=@img", ["file=@img.png;headers=@img.png"]),
    ]

    @Test(.enabled(if: Command.isInstalled("fish"), "fish is not installed"))
    func inFish() async throws {
        let driver = try directory.file(
            "driver.fish",
            """
            source \(try await script("fish", "formpost.fish"))
            while read -l typed
                set -l found (complete -C "formpost $typed" | string replace -r '\\t.*' '')
                printf 'FOUND'; and test -n "$found"; and printf '|%s' $found
                echo
            end
            """)
        let input = Self.fish.map { $0.typed + "\n" }.joined()
        expect(Self.fish, try await run("fish", ["--no-config", driver], input: input), "fish")
    }
}
