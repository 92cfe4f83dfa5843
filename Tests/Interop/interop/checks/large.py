"""Two gigabytes and a byte, through nginx and TLS."""

from ..report import Check, require_equal

# More than 32 bits with a sign hold.
SIZE = (2 << 30) + 1


def checks(bench):
    with open(bench.workplace.path("home/huge.bin"), "wb") as file:
        file.truncate(SIZE)
    for version in ("--http2", "--http1.1"):
        yield Check(f"2 GiB, {version}", lambda v=version: _arrives(bench, v))


def _arrives(bench, version):
    sent = bench.formpost.run([
        "-F", "file=@huge.bin", "-F", "x=y", version, "--cacert", str(bench.certificates.ca),
        bench.nginx.url("tls", "/stream/form")], timeout=300)
    require_equal(sent.status, 0, f"exit status, after\n{sent.errors}")
    sizes = {part["name"]: part["size"] for part in sent.json["parts"]}
    require_equal(sizes, {"file": SIZE, "x": 1}, "sizes of the parts")
