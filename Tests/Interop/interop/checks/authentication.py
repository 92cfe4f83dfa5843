"""Logins: Basic at nginx, Digest at Apache."""

import base64

from ..accounts import LOGIN, USER
from ..report import Check, require, require_equal
from ..trial import FORM, Trial

_BASIC = "Basic " + base64.b64encode(LOGIN.encode()).decode()


def checks(bench):
    for trial in [*_basic(bench), *_digest(bench)]:
        yield trial.check(bench)
    yield Check("--digest sends a large body once", lambda: _sends_once(bench, ["--digest"]))
    yield Check("--anyauth sends a large body once", lambda: _sends_once(bench, ["--anyauth"]))


def _logs_in(value):
    return lambda seen: seen.request.get("http_authorization") == value and bool(seen.parts)


def _basic(bench):
    url = bench.nginx.url(path="/basic/form")
    yield Trial("-u, over HTTP/2", ["-u", LOGIN], _logs_in(_BASIC),
                bench.nginx.url("tls", "/basic/form"), ["-k", *FORM])
    yield Trial("--basic beside --digest", ["--basic"], _logs_in(_BASIC), url,
                ["--digest", "-u", LOGIN, *FORM], count=2)
    yield Trial("--anyauth takes Basic", ["--anyauth"], _logs_in(_BASIC), url,
                ["-u", LOGIN, *FORM], without=["--digest"], count=2)


def _digest(bench):
    url = bench.apache.url("/digest")

    def logs_in(seen):
        """The challenge came to a request without a body, and the second was taken."""
        return (len(seen.records) == 2 and int(seen.records[0]["received"]) < 1000
                and seen.request["status"] == "200" and bool(seen.parts)
                and seen.request["authorization"].startswith("Digest "))

    apache = {"count": 2, "journal": bench.apache.journal, "spared": ("authorization",)}
    yield Trial("--digest", ["--digest"], logs_in, url, ["-u", LOGIN, *FORM], **apache)
    # A small body goes along with the first request, and again.
    yield Trial("--anyauth takes Digest", ["--anyauth"],
                lambda seen: seen.request["authorization"].startswith("Digest ") and seen.parts,
                url, ["-u", LOGIN, *FORM], without=["--basic"], **apache)
    # curl has read the pipe to its end and knows that it is short; formpost streams it and asks first.
    yield Trial("--digest, chunked from standard input", ["--digest"], logs_in, url,
                ["-u", LOGIN, "-H", "Transfer-Encoding: chunked", "-F", "text=ünï",
                 "-F", "file=@-;filename=img.png"], stdin=bench.files["img.png"],
                **{**apache, "spared": ("authorization", "expect")})
    yield Trial("--digest, wrong (401)", ["--digest", "-u", USER + ":wrong"],
                lambda seen: [record["status"] for record in seen.records] == ["401", "401"], url,
                without=["--digest", "-u", LOGIN], arrives=False, **apache)


def _sends_once(bench, option):
    """The 64 MB go over the wire after the challenge, and not before."""
    size = len(bench.files["big.bin"])
    mark = bench.apache.journal.mark()
    sent = bench.formpost.run(
        [*option, "-u", LOGIN, "-F", "file=@big.bin", bench.apache.url("/digest")])
    require_equal(sent.status, 0, f"exit status, after\n{sent.errors}")
    require_equal(sent.json["parts"][0]["size"], size, "size of the file")
    records = bench.apache.journal.since(mark, 2)
    require_equal([record["status"] for record in records], ["401", "200"], "statuses")
    received = [int(record["received"]) for record in records]
    require(received[0] < 1000 and size < received[1] < size + 10_000, f"bytes: {received}")
