import TestSupport
import Testing

extension CompletionTests {
    /// The replacements of the last word, one for each candidate.
    private static let fish: [Row] = [
        ("--retry-d", ["--retry-delay"]),
        ("--output img", ["img.png"]),
        ("--output=img", ["--output=img.png"]),
        ("--capath s", ["sub/"]),
        ("-X im", []),
        ("--tls-max=d", ["--tls-max=default"]),
        ("-H @img", ["@img.png"]),
        ("-F file=@a", ["file=@a b.txt"]),
        ("-F 'file=<img", ["file=<img.png"]),
        ("--form=file=@img", ["--form=file=@img.png"]),
        ("-Ffile=@img", ["-Ffile=@img.png"]),
        ("-F 'file=@img.png;en", ["file=@img.png;encoder="]),
        ("-F 'file=@k", ["file=@\"k,1.txt\""]),
        ("-F file=@k", ["file=@\"k,1.txt\""]),
        ("-F 'file=@\"k", ["file=@\"k,1.txt\""]),
        ("-F 'file=@q", ["file=@\"q;\\\"2.txt\""]),
        ("-F 'file=@\"d;", ["file=@\"d;r/"]),
        ("--each 'f=@k", ["f=@\"k,1.txt\""]), ("--each @ima", ["@image2.png"]),
        ("--form-tree f=su", ["f=sub/"]),
        ("--capture a=coo", ["a=cookie:"]),
        ("-w '%{http_cod", ["%{http_code}"]),
        ("-w @ima", ["@image2.png"]),
        ("-o c", ["c:d.txt"]), ("-F file=@c:", ["file=@c:d.txt"]),
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
