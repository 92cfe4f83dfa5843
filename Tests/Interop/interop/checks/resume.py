"""Uploads that are interrupted and go on: tus 1.0, and 'Resumable Uploads for HTTP'."""

import email
import email.policy
import itertools
import os
import pathlib

from .. import resumption
from ..report import Check, Skip, require, require_equal

# A few seconds with all servers.
SIZE = 8 << 20
RETRY = ["-sS", "--retry", "2", "--retry-delay", "0.05"]
# Bytes from the client, head included: in the first request and in the ones that go on.
CUTS = {"no cut": [], "one cut": [SIZE // 3], "five cuts": [SIZE // 8] * 5,
        "a cut at once": [600], "a cut near the end": [SIZE - 100_000]}


def checks(bench):
    data = os.urandom(SIZE)
    bench.workplace.write("home/data.bin", data)
    bench.workplace.write("home/notes.txt", "Zeilen\n" * 40000)
    for server in resumption.tus_servers(bench.workplace, bench.python):
        for title, cuts in CUTS.items():
            yield Check(f"tus, {server.name}, {title}",
                        lambda s=server, c=cuts: _tus(bench, s, c, data))
        yield Check(f"tus, {server.name}, --append-size",
                    lambda s=server: _tus(bench, s, [], data, ["--append-size", "3M"]))
        yield Check(f"tus, {server.name}, killed and called again",
                    lambda s=server: _killed(bench, s, "--tus", ["-T", "data.bin"], data))
    yield from _nio(bench, data)


def _nio(bench, data):
    build = pathlib.Path(__file__).resolve().parents[4] / ".build/interop/nio"
    try:
        server = resumption.nio_server(bench.workplace, build)
    except Skip as reason:
        def skip(text=str(reason)):
            raise Skip(text)
        yield Check("NIOResumableUpload", skip)
        return
    forms = {"a form": ["-F", "a=b", "-F", "f=@data.bin"], "a file": ["-T", "data.bin"],
             "two files, base64": ["-F", "f=@data.bin;encoder=base64", "-F", "g=@notes.txt"]}
    for (kind, arguments), (title, cuts) in itertools.product(forms.items(), CUTS.items()):
        yield Check(f"version 6, {server.name}, {kind}, {title}",
                    lambda a=arguments, c=cuts: _nio_upload(bench, server, a, c, data))
    yield Check(f"version 6, {server.name}, --append-size",
                lambda: _nio_upload(bench, server, ["-T", "data.bin", "--append-size", "3M"], [], data))
    yield Check(f"version 6, {server.name}, killed and called again",
                lambda: _killed(bench, server, "--resumable=6", ["-T", "data.bin"], data))


def _tus(bench, server, cuts, data, more=()):
    before = len(server.uploads())
    server.relay.cuts = list(cuts)
    sent = bench.formpost.run([*RETRY, *more, "--tus", "-F", "file=@data.bin", "-F", "album=x",
                               server.url])
    require_equal(sent.status, 0, f"exit status, after\n{sent.errors}")
    require_equal(server.relay.cuts, [], "cuts that are left")
    require(data in server.uploads(), "the file did not arrive")
    require(len(server.uploads()) >= before + 1, "no new upload")


def _nio_upload(bench, server, arguments, cuts, data):
    server.relay.cuts = list(cuts)
    sent = bench.formpost.run([*RETRY, "--resumable=6", *arguments, server.url])
    require_equal(sent.status, 0, f"exit status, after\n{sent.errors}")
    require_equal(server.relay.cuts, [], "cuts that are left")
    name, content_type = sent.output.decode().split("\n")[:2]
    content = (server.directory / name).read_bytes()
    if "-T" in arguments:
        require(content == data, "the file did not arrive")
        return
    message = email.message_from_bytes(
        b"Content-Type: " + content_type.encode() + b"\r\n\r\n" + content,
        policy=email.policy.HTTP)
    parts = {part.get_param("name", header="content-disposition"): part.get_payload(decode=True)
             for part in message.iter_parts()}
    require(parts["f"] == data, "the file did not arrive")


def _killed(bench, server, option, arguments, data):
    """kill -9 after a part has arrived, then the same call."""
    server.relay.cuts = []
    journal = bench.workplace.path("home/journal")
    journal.unlink(missing_ok=True)
    words = [*RETRY, option, "--journal", str(journal), *arguments, server.url]
    # -k 0: the signal is KILL at once.
    bench.formpost.run(["--limit-rate", "4M", *words], wrapper=["timeout", "-s", "KILL", "0.5"])
    sent = bench.formpost.run(["-S", *words[1:]])
    require_equal(sent.status, 0, f"exit status, after\n{sent.errors}")
    # tuspyserver may answer 400 while it still writes what the killed command had sent.
    require("resuming at" in sent.errors or "starts over: the server answered 400" in sent.errors,
            f"it did not go on: {sent.errors}")
    require(any(upload == data for upload in server.uploads()), "the file did not arrive")
