"""One line per check, and the count at the end."""

import collections
import concurrent.futures
import dataclasses
import sys
import time
import traceback
from typing import Callable


class Mismatch(Exception):
    """What a check found wrong, in words."""


class Skip(Exception):
    """A check that this machine cannot make, and why."""


@dataclasses.dataclass
class Check:
    """Something to find out; `run` raises Mismatch where it is not so."""

    title: str
    run: Callable[[], None]


class Report:
    """Counts and prints."""

    def __init__(self, output=sys.stdout):
        self._output = output
        self._began = time.monotonic()
        self.passed = self.failed = self.skipped = 0

    def make(self, group, checks, at_once=1):
        """Makes checks, `at_once` at a time, and prints a line for each, in order."""
        with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
            pending = collections.deque()
            try:
                for check in checks:
                    pending.append((check, pool.submit(_made, check)))
                    if len(pending) >= 2 * at_once:
                        self._tell(group, *pending.popleft())
                while pending:
                    self._tell(group, *pending.popleft())
            finally:
                for _, result in pending:
                    result.cancel()

    def _tell(self, group, check, result):
        verdict, text = result.result()
        if verdict == "ok":
            self.passed += 1
        elif verdict == "skip":
            self.skipped += 1
        else:
            self.failed += 1
        self._say(f"{verdict:5} {group}: {check.title}" + (f"\n{text}" if text else ""))

    def close(self):
        """Prints the closing lines."""
        self._say(f"{time.monotonic() - self._began:.0f} s")
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        self._say(f"{self.passed} passed, {self.failed} failed{skipped}")

    def _say(self, text):
        print(text, file=self._output, flush=True)


def _made(check):
    """A check's verdict, and what there is to say about it."""
    try:
        check.run()
    except Skip as reason:
        return "skip", f"      {reason}"
    except Mismatch as finding:
        return "FAIL", "      " + str(finding).replace("\n", "\n      ")
    except Exception:  # a check that breaks has failed; the others go on
        return "FAIL", traceback.format_exc()
    return "ok", ""


def require(condition, text):
    """Raises Mismatch with `text` unless `condition`."""
    if not condition:
        raise Mismatch(text)


def require_equal(actual, expected, what):
    """Raises Mismatch with both values unless they are equal."""
    require(actual == expected, f"{what}\n  is        {actual!r}\n  should be {expected!r}")
