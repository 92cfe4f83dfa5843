"""A trial of an option: curl with it, formpost with it, and formpost without it.

The effect must be there with the option and must not be there without it, so a trial fails when
the option does nothing; and what the servers saw of formpost must be what they saw of curl.
"""

import dataclasses
import re
from typing import Callable

from .clients import Outcome, expected_status
from .report import Check, require, require_equal

# A text and a file: what an option is tried with.
FORM = ["-F", "text=ünï", "-F", "file=@img.png"]

# What differs from run to run, or tells the clients apart.
_INCIDENTAL = {"remote_port", "http_user_agent", "agent", "content_length", "request_length",
               "received", "announced"}
_BOUNDARY = re.compile(r"boundary=[^\s;]+")


@dataclasses.dataclass
class Seen:
    """What is known of one run: how the client ended, and what was written down."""

    outcome: Outcome
    records: list

    @property
    def request(self):
        """The last request; empty where none came."""
        return self.records[-1] if self.records else {}

    @property
    def parts(self):
        answer = self.outcome.json
        return answer.get("parts") if isinstance(answer, dict) else None


@dataclasses.dataclass
class Trial:
    """Arguments with and without an option, and what makes the difference."""

    title: str
    option: list
    effect: Callable[[Seen], bool]
    url: str = ""
    # What is said with and without the option.
    arguments: list = dataclasses.field(default_factory=lambda: FORM)
    # What is said in place of the option.
    without: list = dataclasses.field(default_factory=list)
    # The environment with and without it; `variables` takes the option's place.
    variables: dict = dataclasses.field(default_factory=dict)
    environment: dict = dataclasses.field(default_factory=dict)
    # How many records there will be, in which journal (nginx's, if there is none).
    count: int = 1
    journal: object = None
    # Whether the form must have arrived whole.
    arrives: bool = True
    # Fields of the records in which formpost need not be as curl is.
    spared: tuple = ()
    stdin: bytes = b""

    def check(self, bench):
        return Check(self.title, lambda: self._run(bench))

    def _run(self, bench):
        sent = self._see(bench, bench.formpost, True)
        curl = self._see(bench, bench.curl, True)
        require(self.effect(curl), f"curl does not show the effect: {_told(curl)}")
        require(self.effect(sent), f"no effect: {_told(sent)}")
        require_equal(sent.outcome.status, expected_status(curl.outcome),
                      f"exit status, after\n{sent.outcome.errors}")
        require_equal(_comparable(sent, self.spared), _comparable(curl, self.spared),
                      "what was seen of formpost, and of curl")
        if self.arrives:
            require(_is_whole(sent.parts, bench), f"the form is not whole: {_told(sent)}")
        without = self._see(bench, bench.formpost, False)
        require(not self.effect(without), f"the effect is there without it: {_told(without)}")

    def _see(self, bench, client, has_option):
        journal = self.journal or bench.nginx.journal
        environment = {**self.environment, **(self.variables if has_option else {})}
        words = self.option if has_option else self.without
        arguments = [*self.arguments, *words, *([self.url] if self.url else [])]
        mark = journal.mark()
        outcome = client.run([str(word) for word in arguments], stdin=self.stdin,
                             environment=environment)
        return Seen(outcome, journal.since(mark, self.count if has_option else 0))


def refusal(bench, title, arguments, status, word=""):
    """A check that both clients end with `status` before the server has taken anything, and that formpost's message
    has `word`."""
    def run():
        mark = bench.nginx.journal.mark()
        words = [*FORM, *map(str, arguments)]
        curl, sent = bench.curl.run(words), bench.formpost.run(words)
        require_equal(curl.status, status, "curl's exit status")
        require_equal(sent.status, status, f"exit status, after\n{sent.errors}")
        require(sent.errors.strip() and word in sent.errors,
                f"{word!r} is not in the message:\n{sent.errors}")
        require_equal(sent.output, b"", "standard output")
        taken = [record for record in bench.nginx.journal.since(mark) if record["status"] == "200"]
        require_equal(taken, [], "requests that the server took")
    return Check(title, run)


def _comparable(seen, spared):
    return [
        {key: _BOUNDARY.sub("boundary=…", str(value)) for key, value in record.items()
         if key not in _INCIDENTAL and key not in spared}
        for record in seen.records]


def _is_whole(parts, bench):
    picture = bench.files["img.png"]
    if not parts or len(parts) != 2:
        return False
    text, file = sorted(parts, key=lambda part: part["name"], reverse=True)
    return text["size"] == len("ünï".encode()) and file["size"] == len(picture)


def _told(seen):
    return (f"exit status {seen.outcome.status}, {seen.outcome.errors.strip()!r}\n"
            f"{seen.outcome.output[:300]!r}\n{seen.records}")
