"""Cookies: sent, kept in a jar as curl keeps them, and taken along on redirects."""

from ..report import Check, require, require_equal
from ..trial import FORM, Trial

_FILE = """# Netscape HTTP Cookie File
127.0.0.1\tFALSE\t/\tFALSE\t4102444800\tkept\tyes
127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\tyes
#HttpOnly_127.0.0.1\tFALSE\t/\tFALSE\t4102444800\thidden\tyes
other.example\tFALSE\t/\tFALSE\t4102444800\tforeign\tno
127.0.0.1\tFALSE\t/elsewhere\tFALSE\t4102444800\tfolder\tno
127.0.0.1\tFALSE\t/\tTRUE\t4102444800\tsecure\tyes
127.0.0.1\tFALSE\t/\tFALSE\t1000000000\told\tno
"""


def checks(bench):
    bench.workplace.write("home/cookies.txt", _FILE)
    bench.workplace.write("home/heads.txt", "Set-Cookie: head=er; path=/\r\n")
    for trial in _sent(bench):
        yield trial.check(bench)
    for title, arguments, before in _JARS:
        yield Check(title, lambda a=arguments, b=before: _same_jar(bench, a, b))
    yield Check("-c that cannot be written (23)", lambda: _unwritable(bench))


def _sends(*cookies):
    """Whether these were sent, in any order, and no others."""
    return lambda seen: sorted(
        filter(None, seen.request.get("http_cookie", "").split("; "))) == sorted(cookies)


def _sent(bench):
    url, go = bench.nginx.url(), bench.nginx.url(path="/cookies/go?to=/form")
    yield Trial("-b data", ["-b", "a=b"], _sends("a=b"), url)
    yield Trial("-b data twice", ["-b", "a=b", "-b", "c=d"],
                lambda seen: seen.request["http_cookie"] == "a=b;c=d", url)
    # curl takes loopback for secure.
    lasting = ["kept=yes", "hidden=yes", "secure=yes"]
    yield Trial("-b file", ["-b", "cookies.txt"], _sends("session=yes", *lasting), url)
    yield Trial("-b file of heads", ["-b", "heads.txt"], _sends("head=er"), url)
    yield Trial("-b file and data", ["-b", "a=b"],
                lambda seen: "a=b" in seen.request["http_cookie"], url,
                ["-b", "cookies.txt", *FORM])
    yield Trial("-j", ["-j"], _sends(*lasting), url, ["-b", "cookies.txt", *FORM])
    yield Trial("-b file: cookies go along on a redirect", ["-b", "/dev/null"], _sends("way=five"),
                go, ["-L", *FORM], count=2)
    yield Trial("-c file: cookies go along on a redirect", ["-c", "/dev/null"], _sends("way=five"),
                go, ["-L", *FORM], count=2)
    yield Trial("they stay with their host", ["-b", "cookies.txt"], _sends(),
                bench.nginx.url(path="/307?to=" + bench.nginx.url(host="localhost")),
                ["-L", *FORM], without=["-H", "Cookie: x=y", "--location-trusted"], count=2)


_JARS = [
    ("-c", [], None),
    ("-c with -b file", ["-b", "cookies.txt"], None),
    ("-c with -b file and -j", ["-b", "cookies.txt", "-j"], None),
    ("-c and -b of the same file", ["-b", "{jar}"], _FILE),
    ("-c over a file", [], "what was there\n"),
]


def _same_jar(bench, arguments, before):
    """The cookies of a response are in the jar, line for line as curl writes them."""
    jars = []
    for client in (bench.curl, bench.formpost):
        jar = bench.workplace.path(f"jars/{client.name}")
        jar.unlink(missing_ok=True)
        if before:
            jar.write_text(before)
        words = [str(jar) if word == "{jar}" else word for word in arguments]
        url = bench.nginx.url(path="/cookies")
        outcome = client.run([*FORM, *words, "-c", str(jar), url])
        require_equal(outcome.status, 0, f"{client.name}'s exit status")
        jars.append(jar.read_text())
    curl, sent = [sorted(jar.splitlines()) for jar in jars]
    require(any("kept\ttwo" in line for line in curl), f"curl's jar is empty: {curl}")
    # A date that counts from now may fall into another second.
    require_equal(_without_moments(sent), _without_moments(curl), "the jar, and curl's")
    require_equal([path.name for path in bench.workplace.path("jars/x").parent.iterdir()
                   if path.name not in ("curl", "formpost")], [], "what was left beside the jar")


def _without_moments(lines):
    return [line for line in lines if "\tsecure\tthree" not in line] + [
        "secure" for line in lines if "\tsecure\tthree" in line]


def _unwritable(bench):
    """curl is silent about it and ends with 0; here nothing is sent."""
    mark = bench.nginx.journal.mark()
    sent = bench.formpost.run([*FORM, "-c", "missing/jar", bench.nginx.url(path="/cookies")])
    require_equal(sent.status, 23, "exit status")
    require("missing/jar" in sent.errors, sent.errors)
    require_equal(bench.nginx.journal.since(mark, 0), [], "requests")
