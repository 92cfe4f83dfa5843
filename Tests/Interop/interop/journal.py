"""What servers and proxies wrote down about requests."""

import itertools
import json
import re
import time
import urllib.request

_numbers = itertools.count()
_TIMES = ("msec", "request_time", "connection")


class Journal:
    """A log with one JSON object in a line, read from a mark on.

    `fence` is a URL to ask for, so that its line tells that the requests before have theirs;
    `proxy` is the proxy to ask through.
    """

    def __init__(self, path, fence=None, proxy=None):
        self._path = path
        self._fence = fence
        self._opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({"http": proxy} if proxy else {}))

    def mark(self):
        """Where the journal ends, with nothing still to be written."""
        self._settle()
        return self._size()

    def since(self, mark, count=0):
        """The records after `mark`: waits for `count` of them, or for three seconds."""
        self._settle()
        return self._wait(mark, lambda records: len(records) >= count)

    def _settle(self):
        if not self._fence:
            return
        mark, token = self._size(), f"/fence?{next(_numbers)}."
        self._opener.open(self._fence + token, timeout=30).close()
        self._wait(mark, lambda records: any(token in line for line in records), is_raw=True)

    def _wait(self, mark, is_enough, is_raw=False):
        deadline = time.monotonic() + 3
        while True:
            lines = self._lines(mark)
            records = lines if is_raw else self._records(lines)
            if is_enough(records) or time.monotonic() > deadline:
                return records
            time.sleep(0.005)

    def _size(self):
        return self._path.stat().st_size if self._path.exists() else 0

    def _lines(self, mark):
        if not self._path.exists():
            return []
        with open(self._path, "rb") as file:
            file.seek(mark)
            lines = file.read().decode(errors="replace").splitlines(keepends=True)
        return [line for line in lines if line.endswith("\n")]

    def _records(self, lines):
        records = [self._record(line) for line in lines if "/fence?" not in line]
        return [_without_times(record) for record in sorted(filter(None, records), key=_began)]

    def _record(self, line):
        return json.loads(line)


def _began(record):
    """When a request began, where that is known: it is written down at its end, which a connection
    that lingers puts off beyond the next one's."""
    if "msec" not in record:
        return 0, 0
    return (round(float(record["msec"]) - float(record["request_time"]), 3),
            int(record["connection"]))


def _without_times(record):
    return {name: value for name, value in record.items() if name not in _TIMES}


class SocksJournal(Journal):
    """microsocks' own words, which are there before a request: what host and port was asked for."""

    def _record(self, line):
        match = re.search(r"connected to (\S+):(\d+)", line)
        return {"host": match[1], "port": int(match[2])} if match else None
