"""What must not be seen: credentials in ps, on the terminal, in messages."""

import os
import pathlib
import pty
import subprocess
import termios
import time

from ..accounts import LOGIN, PASSWORD, USER
from ..certificates import PASSPHRASE
from ..report import Check, Mismatch, require, require_equal
from ..trial import FORM

SECRET = "hush-hush"


def checks(bench):
    file = bench.certificates.file
    form = [*FORM, "-k"]
    hold = bench.nginx.url(path="/stream/hold")
    secure = bench.nginx.url("tls", "/stream/hold")
    mutual = bench.nginx.url("mutual", "/stream/hold")
    address = hold.removeprefix("http://")
    for title, words in [
            ("-u", ["-u", "ann:" + SECRET, hold]),
            ("--user=", ["--user=ann:" + SECRET, hold]),
            ("-uann:", ["-uann:" + SECRET, hold]),
            ("-U", ["-U", "ann:" + SECRET, "-x", bench.squid.open, hold]),
            ("the proxy's URL", ["-x", bench.squid.open.replace("//", f"//ann:{SECRET}@"), hold]),
            ("the URL", [f"http://ann:{SECRET}@{address}"]),
            ("--oauth2-bearer", ["--oauth2-bearer", SECRET, hold]),
            ("-H Authorization", ["-H", "Authorization: Bearer " + SECRET, hold]),
            ("-H Cookie", ["-H", "Cookie: a=" + SECRET, hold]),
            ("-b", ["-b", "a=" + SECRET, hold]),
            ("-u, over HTTP/2", ["-u", "ann:" + SECRET, secure])]:
        yield Check(f"{title}: not in ps", lambda w=words: _not_in_ps(bench, [*form, *w], SECRET))
    locked = ["-E", str(file("client.pem")), "--key", str(file("client-locked-key.pem"))]
    yield Check("--pass: not in ps", lambda: _not_in_ps(
        bench, [*form, *locked, "--pass", PASSPHRASE, mutual], PASSPHRASE))
    both = str(file("client-with-key.pem"))
    yield Check("-E file:password: not in ps", lambda: _not_in_ps(
        bench, [*form, "-E", f"{both}:{PASSPHRASE}", mutual], PASSPHRASE))
    yield Check("-v masks them", lambda: _masked(bench))
    yield Check("--show-secrets shows them", lambda: _shown(bench))
    yield Check("messages leave out the URL's login", lambda: _left_out(bench))
    yield Check("-u asks on the terminal, without echo", lambda: _asks(bench, PASSWORD, 0))
    yield Check("-u asks, and is told wrong", lambda: _asks(bench, "wrong", 22))


def _not_in_ps(bench, words, secret):
    """Reads the arguments of a command whose upload the server holds."""
    arrived = bench.held.with_name(bench.held.name + ".arrived")
    for path in (bench.held, arrived):
        path.unlink(missing_ok=True)
    environment = bench.workplace.environment({})
    process = subprocess.Popen(
        bench.formpost.command(words), env=environment, cwd=environment["HOME"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        deadline = time.monotonic() + 20
        while not arrived.exists():
            if process.poll() is not None or time.monotonic() > deadline:
                raise Mismatch(f"no upload arrived: {process.stderr.read().decode()}")
            time.sleep(0.01)
        seen = pathlib.Path(f"/proc/{process.pid}/cmdline").read_bytes()
        bench.held.touch()
        output, errors = process.communicate(timeout=30)
    finally:
        process.kill()
        process.wait()
    require(secret.encode() not in seen, f"in ps: {seen!r}")
    require(b"formpost" in seen, f"the command's name is gone: {seen!r}")
    require(b"held" in output and secret.encode() not in errors, f"{output!r} {errors!r}")


def _verbose(bench, *more):
    address = bench.nginx.url(path="/basic/form")
    outcome = bench.formpost.run([
        *FORM, "-v", *more, "-u", LOGIN, "-b", "a=" + SECRET, "-x",
        bench.squid.closed.replace("//", f"//{USER}:{PASSWORD.replace(' ', '%20')}@"), address])
    require_equal(outcome.status, 0, f"exit status, after\n{outcome.errors}")
    return outcome.errors


def _masked(bench):
    text = _verbose(bench)
    for secret in (SECRET, PASSWORD, PASSWORD.replace(" ", "%20"), _basic(LOGIN)):
        require(secret not in text, f"{secret!r} is in\n{text}")
    require("Authorization" in text and "Cookie" in text, f"the fields are gone from\n{text}")


def _shown(bench):
    text = _verbose(bench, "--show-secrets")
    require(SECRET in text and _basic(LOGIN) in text, text)


def _basic(login):
    import base64
    return base64.b64encode(login.encode()).decode()


def _left_out(bench):
    for address in ("127.0.0.1:1/", "none.invalid/", "[::1/", "127.0.0.1:99999/"):
        errors = bench.formpost.run([*FORM, f"http://ann:{SECRET}@{address}"]).errors
        require(errors and SECRET not in errors, f"in a message: {errors}")


def _asks(bench, password, status):
    """Types a password on a terminal of the command's own once its echo is off."""
    environment = bench.workplace.environment({})
    command = bench.formpost.command([*FORM, "-u", USER, bench.nginx.url(path="/basic/form")])
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(environment["HOME"])
        os.execve(command[0], command, environment)
    try:
        deadline = time.monotonic() + 20
        while termios.tcgetattr(terminal)[3] & termios.ECHO:
            require(time.monotonic() < deadline, "the echo stays on")
            time.sleep(0.01)
        os.write(terminal, password.encode() + b"\n")
        shown = _until_end(terminal)
        _, ended = os.waitpid(process, 0)
    finally:
        os.close(terminal)
    require_equal(os.waitstatus_to_exitcode(ended), status, f"exit status, after\n{shown}")
    require(password not in shown, f"on the terminal: {shown}")
    require(USER in shown, f"the question does not name the user: {shown}")


def _until_end(terminal):
    content = b""
    while True:
        try:
            piece = os.read(terminal, 4096)
        except OSError:  # the other side is closed
            break
        if not piece:
            break
        content += piece
    return content.decode(errors="replace")
