"""What a server says before all is sent, and how fast it is sent."""

from ..report import Check, require, require_equal
from ..trial import Trial

# More than the sockets between two processes can hold.
LARGE = 200 << 20
# In bytes, and bytes a second: a second and a half, at least.
_PACED, _PACE = 600_000, 300_000


def checks(bench):
    with open(bench.workplace.path("home/large.bin"), "wb") as file:
        file.truncate(LARGE)
    bench.workplace.write("home/paced.bin", b"x" * _PACED)
    for title, more in [("asking first", []), ("without asking", ["-H", "Expect:"]),
                        ("over TLS, without asking", ["-k", "--http1.1", "-H", "Expect:"]),
                        ("on HTTP/2", ["-k"])]:
        server = "tls" if "-k" in more else "plain"
        yield Check(f"413 for 200 MB at once, {title}",
                    lambda m=more, s=server: _early(bench, m, s))
    yield Trial("--limit-rate", ["--limit-rate", str(_PACE)],
                lambda seen: seen.outcome.seconds > _PACED / _PACE / 2 and seen.parts,
                bench.nginx.url(), ["-F", "file=@paced.bin"], arrives=False).check(bench)


def _early(bench, more, server):
    """The answer is there long before 200 MB are sent: it is printed, and the rest is not sent."""
    words = ["-F", "f=@large.bin", *more, bench.nginx.url(server, "/small")]
    mark = bench.nginx.journal.mark()
    sent = bench.formpost.run(words)
    require_equal(sent.status, 22, f"exit status, after\n{sent.errors}")
    require(b"413 Request Entity Too Large" in sent.output, f"standard output: {sent.output!r}")
    record = bench.nginx.journal.since(mark, 1)[-1]
    require_equal(record["status"], "413", "status")
    taken = int(record["request_length"])
    require(taken < LARGE / 2, f"{taken} bytes were sent all the same")
