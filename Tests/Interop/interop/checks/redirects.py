"""Redirects as nginx makes them: a form is not lost on the way."""

from ..report import Check, require, require_equal
from ..trial import FORM

# What nginx answers, by the path: the exit status, what is said, the methods and statuses of the requests.
_ROWS = [
    ("a slash that nginx adds", "plain", "/up", 0, " from http://", ["POST 301", "POST 200"]),
    ("to https, by 301", "plain", "/secured", 0, " from https://", ["POST 301", "POST 200"]),
    ("to https, by 302", "plain", "/found", 0, " from https://", ["POST 302", "POST 200"]),
    ("303", "plain", "/done", 0, "303 from /done: continuing with GET /fence, without the form",
     ["POST 303", "GET 204"]),
    ("301 elsewhere", "plain", "/moved", 22, "--post301", ["POST 301"]),
    ("from https to http", "tls", "/clear", 1, "it leaves https", ["POST 308"]),
]


def checks(bench):
    for title, *row in _ROWS:
        yield Check(title, lambda row=row: _follow(bench, *row))


def _follow(bench, server, path, status, word, requests):
    mark = bench.nginx.journal.mark()
    sent = bench.formpost.run(["-k", "-L", *FORM, bench.nginx.url(server, path)])
    require_equal(sent.status, status, f"exit status, after\n{sent.errors}")
    require(word in sent.errors, f"{word!r} is not in what was said:\n{sent.errors}")
    seen = bench.nginx.journal.since(mark, len(requests))
    require_equal([f"{record['request_method']} {record['status']}" for record in seen], requests, "requests")
    if requests[-1] == "POST 200":
        require_equal(len(sent.json["parts"]), 2, "parts that came")
