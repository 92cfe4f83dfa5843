import TestSupport
import Testing

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
        ("-F 'file=@k", ["file=@\"k,1.txt\""]),
        ("-F file=@k", ["file=@\"k,1.txt\""]),
        ("-F 'file=@\"k", ["file=@\"k,1.txt\""]),
        ("-F 'file=@\"img", ["file=@\"img.png\""]),
        ("-F 'file=@q", ["file=@\"q;\\\"2.txt\""]),
        ("-F 'file=<k", ["file=<\"k,1.txt\""]),
        ("-F 'file=@\"d;", ["file=@\"d;r/"]),
        ("-F 'file=@\"d;r/", ["file=@\"d;r/x.txt\""]),
        ("-F 'file=@\"k,1.txt\",ima", ["file=@\"k,1.txt\",image2.png"]),
        ("-F 'file=@\"k,1.txt\";encoder=q", ["file=@\"k,1.txt\";encoder=quoted-printable"]),
        ("-F 'file=@img.png;headers=@k", ["file=@img.png;headers=@\"k,1.txt\""]),
        ("--each 'f=@k", ["f=@\"k,1.txt\""]), ("--each @ima", ["@image2.png"]),
        ("--form-glob file=@sub/", ["file=@sub/x.txt"]),
        ("--form-tree f=su", ["f=sub/"]),
        ("--form-tree f=im", []),
        ("--capture a=coo", ["a=cookie:"]),
        ("-w '%{http_cod", ["%{http_code}"]),
        ("-w '%{http_code} %{time_to", ["%{http_code} %{time_total}"]),
        ("-w @ima", ["@image2.png"]),
        ("-o c", ["c:d.txt"]), ("-F file=@c:", ["file=@c:d.txt"]),
        ("-F file=@e=", ["file=@e=f.txt"]),
        ("-F file=@a\\ ", ["file=@a b.txt"]), ("--dry-run=r", ["--dry-run=raw"]),
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
