"""Runs formpost and curl with the same arguments."""

import dataclasses
import json
import subprocess
import time

from .report import Mismatch

# In seconds; far more than any of them takes.
TIME_LIMIT = 60


@dataclasses.dataclass
class Outcome:
    """What a client left behind: exit status, standard output and error."""

    status: int
    output: bytes
    errors: str
    seconds: float = 0
    # The final response's, 0 where there was none. Only curl tells.
    http_status: int = 0

    @property
    def json(self):
        """The response as JSON; `None` where it is none."""
        try:
            return json.loads(self.output)
        except ValueError:
            return None


class Formpost:
    """The command under test."""

    def __init__(self, path, workplace):
        self._command = [str(path)]
        self._workplace = workplace

    def run(self, arguments, stdin=b"", environment=None, timeout=TIME_LIMIT, wrapper=()):
        return _run([*wrapper, *self._command, *arguments], stdin,
                    self._workplace.environment(environment or {}), timeout)


class Curl(Formpost):
    """The system's curl, the judge."""

    def __init__(self, workplace):
        super().__init__("curl", workplace)
        # -q: no .curlrc; -w to standard error, to know what the status was.
        self._command += ["-q", "-sS", "-w", "%{stderr}\n%{http_code}"]

    def run(self, arguments, **more):
        outcome = super().run(arguments, **more)
        errors, _, written = outcome.errors.rpartition("\n")
        if not written.isdigit():  # it ended before any transfer
            return outcome
        return dataclasses.replace(outcome, errors=errors, http_status=int(written))


def _run(command, stdin, environment, timeout):
    start = time.monotonic()
    try:
        done = subprocess.run(
            command, input=stdin, capture_output=True, env=environment, timeout=timeout,
            cwd=environment["HOME"], check=False, start_new_session=True)  # no terminal to ask on
    except subprocess.TimeoutExpired as reason:
        errors = (reason.stderr or b"").decode(errors="replace")
        raise Mismatch(f"{command[0]} takes more than {timeout} s\n{errors}") from None
    seconds = time.monotonic() - start
    return Outcome(done.returncode, done.stdout, done.stderr.decode(errors="replace"), seconds)


def expected_status(curl):
    """formpost's exit status where curl's was `curl.status`: a status that is not 2xx is 22."""
    if curl.status == 0 and not 200 <= curl.http_status < 300:
        return 22
    return curl.status
