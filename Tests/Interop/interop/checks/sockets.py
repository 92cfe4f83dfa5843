"""Options of the socket, as strace(1) sees them set."""

import re

from ..report import Check, Skip, require, require_equal
from ..trial import FORM

_TRACE = ("strace", "-f", "-qq", "-e", "trace=setsockopt", "-e", "signal=none", "-o")
# The kernel's queue is kept short, so that what has been sent has left.
_OURS = {"TCP_NOTSENT_LOWAT": "131072"}
_CALL = re.compile(r"setsockopt\(\d+, (\w+), (\w+), \[?(.*?)\]?, \d+\) = 0")


def checks(bench):
    cases = [
        ("--keepalive-time", ["--keepalive-time", "7"], {"TCP_KEEPIDLE": "7", "TCP_KEEPINTVL": "7"}),
        ("--no-keepalive", ["--no-keepalive"], {"SO_KEEPALIVE": None, "TCP_KEEPIDLE": None}),
        ("--no-tcp-nodelay", ["--no-tcp-nodelay"], {"TCP_NODELAY": None}),
        ("--tcp-nodelay", ["--no-tcp-nodelay", "--tcp-nodelay"], {"TCP_NODELAY": "1"}),
        ("--tcp-fastopen", ["--tcp-fastopen"], {"TCP_FASTOPEN_CONNECT": "1"}),
    ]
    for title, option, expected in cases:
        yield Check(title, lambda o=option, e=expected: _check(bench, o, e))


def _check(bench, option, expected):
    sent, curl = (_options(bench, client, option) for client in (bench.formpost, bench.curl))
    for name, value in expected.items():
        require_equal(curl.get(name), value, f"curl's {name}")
    require_equal(sent, curl | _OURS, "options of the socket, and curl's with ours")
    without = _options(bench, bench.formpost, [option[0]] if len(option) > 2 else _opposite(option))
    require(any(without.get(name) != value for name, value in expected.items()),
            f"the same without: {without}")


def _opposite(option):
    """What is said in the control: the first word of two that contradict, or nothing."""
    return option[:1] if option[:1] == ["--no-tcp-nodelay"] and len(option) == 2 else []


def _options(bench, client, option):
    """The options that are set, by name; several sockets at once are none of ours."""
    trace = bench.workplace.path("strace")
    outcome = client.run([*FORM, *option, bench.nginx.url()], wrapper=[*_TRACE, str(trace)])
    if "ptrace" in outcome.errors or not trace.exists():
        raise Skip(f"strace may not trace here: {outcome.errors.strip()}")
    require_equal(outcome.status, 0, f"{client.name}'s exit status, after\n{outcome.errors}")
    return {name: value for _, name, value in _CALL.findall(trace.read_text())}
