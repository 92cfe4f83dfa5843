import TestSupport
import Testing

extension CompletionTests {
    private static let zsh: [Row] = [
        ("--retry-d", ["--retry-delay"]),
        ("--output img", ["--output", "img.png"]),
        ("--output=img", ["--output=img.png"]),
        ("-oimg", ["-oimg.png"]),
        ("-o a", ["-o", "a b.txt"]),
        ("--capath su", ["--capath", "sub"]),
        ("--tls-max=d", ["--tls-max=default"]),
        ("-H @img", ["-H", "@img.png"]),
        ("-F file=@a", ["-F", "file=@a b.txt"]),
        ("-F file=\\<img", ["-F", "file=<img.png"]),
        ("--form=file=@img", ["--form=file=@img.png"]),
        ("-Ffile=@img", ["-Ffile=@img.png"]),
        ("-F file=@img.png\\;en", ["-F", "file=@img.png;encoder="]),
        ("-F 'file=@img.png;encoder=q", ["-F", "file=@img.png;encoder=quoted-printable"]),
        ("-F 'file=@k", ["-F", "file=@\"k,1.txt\""]),
        ("-F file=@k", ["-F", "file=@\"k,1.txt\""]),
        ("-F \"file=@k", ["-F", "file=@\"k,1.txt\""]),
        ("-F 'file=@\"k", ["-F", "file=@\"k,1.txt\""]),
        ("-F 'file=@q", ["-F", "file=@\"q;\\\"2.txt\""]),
        ("-F 'file=@\"d;r/x", ["-F", "file=@\"d;r/x.txt\""]),
        ("-F file=@su", ["-F", "file=@sub/"]),
        ("--each @ima", ["--each", "@image2.png"]), ("--each '<ima", ["--each", "<image2.png"]),
        ("--capture a=coo", ["--capture", "a=cookie:"]),
        ("-w @ima", ["-w", "@image2.png"]),
        ("-o c", ["-o", "c:d.txt"]), ("-F file=@c:", ["-F", "file=@c:d.txt"]),
        ("-F file=@e=", ["-F", "file=@e=f.txt"]), ("-F 'file=@c", ["-F", "file=@c:d.txt"]),
        ("-F file=@a\\ ", ["-F", "file=@a b.txt"]), ("-F file=@'a ", ["-F", "file=@a b.txt"]),
        ("-w %\\{http_cod", ["-w", "%{http_code}"]), ("--dry-run=r", ["--dry-run=raw"]),
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
