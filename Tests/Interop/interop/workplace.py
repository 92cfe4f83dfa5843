"""A temporary directory and the servers that run in it; both are gone when it is closed."""

import contextlib
import ctypes
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36


class CannotStart(Exception):
    """A server did not come up; the text holds the end of its log."""


class Workplace:
    """Owns every file and process of a run."""

    def __init__(self):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="formpost-interop-"))
        # Apache and squid give root up and must reach their files.
        self.directory.chmod(0o755)
        self._processes = {}
        self._ports = set()
        # Orphans of the servers come to us, so that they can be ended too.
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)

    def path(self, name):
        """A path in the directory, with its parents made."""
        path = self.directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def write(self, name, content):
        """A file in the directory with `content`, text or bytes."""
        path = self.path(name)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def port(self):
        """A port that is free on 127.0.0.1 and [::1].

        Below the range from which the kernel takes ports for clients, so that none takes it first.
        """
        for _ in range(1000):
            port = random.randrange(20000, 32000)
            if port in self._ports:
                continue
            if all(_is_free(family, port) for family in (socket.AF_INET, socket.AF_INET6)):
                self._ports.add(port)
                return port
        raise CannotStart("no free port")

    def start(self, name, command, ports=(), environment=None):
        """Starts a server and waits until it listens at `ports`."""
        log = self.path(f"{name}.out")
        with open(log, "wb") as output:
            process = subprocess.Popen(
                [str(word) for word in command],
                stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                cwd=self.directory, env=self.environment(environment or {}),
                start_new_session=True, preexec_fn=_end_with_parent)
        self._processes[name] = process
        self._wait(name, process, log, ports)
        return process

    def environment(self, changes):
        """The environment for a child: nothing of the user's that changes what programs do."""
        kept = {key: os.environ[key] for key in ("PATH", "LD_LIBRARY_PATH") if key in os.environ}
        home = self.path("home/.keep").parent
        return {**kept, "HOME": str(home), "TMPDIR": str(self.path("tmp/.keep").parent),
                "LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1", **changes}

    def _wait(self, name, process, log, ports):
        deadline = time.monotonic() + 30
        for port in ports:
            while not _answers(port):
                if process.poll() is not None or time.monotonic() > deadline:
                    end = log.read_text(errors="replace")[-2000:]
                    raise CannotStart(f"{name} does not listen at {port}:\n{end}")
                time.sleep(0.02)

    def close(self):
        """Ends every process and removes every file."""
        servers = {process.pid for process in self._processes.values()}
        for child in set(_children()) - servers:  # clients, and what they left
            _send(os.kill, child, signal.SIGKILL)
        for number in (signal.SIGTERM, signal.SIGKILL):
            for server in servers:
                _send(os.killpg, server, number)
            deadline = time.monotonic() + 3
            while _reap() and time.monotonic() < deadline:
                time.sleep(0.02)
        for child in _children():
            _send(os.kill, child, signal.SIGKILL)
        # What has just ended may have made a file meanwhile.
        for _ in range(5):
            shutil.rmtree(self.directory, ignore_errors=True)
            if not os.path.exists(self.directory):
                break
            time.sleep(0.1)


def _send(function, process, number):
    with contextlib.suppress(ProcessLookupError):
        function(process, number)


def _end_with_parent():
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)


def _reap():
    """Whether any child is left, after those that have ended are waited for."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
        return True
    except ChildProcessError:
        return False


def _children():
    tasks = pathlib.Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children")
    return [int(word) for word in tasks.read_text().split()] if tasks.exists() else []


def _is_free(family, port):
    if family == socket.AF_INET6 and not has_ipv6():
        return True
    with socket.socket(family) as attempt:
        try:
            attempt.bind(("127.0.0.1" if family == socket.AF_INET else "::1", port))
        except OSError:
            return False
    return True


def has_ipv6():
    """Whether [::1] is there."""
    try:
        with socket.socket(socket.AF_INET6) as attempt:
            attempt.bind(("::1", 0))
        return True
    except OSError:
        return False


def _answers(port):
    with socket.socket() as attempt:
        return attempt.connect_ex(("127.0.0.1", port)) == 0
