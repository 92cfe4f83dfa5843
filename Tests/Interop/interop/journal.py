"""What servers and proxies wrote down about requests."""

import json
import re
import time


class Journal:
    """A log with one JSON object in a line, read from a mark on."""

    def __init__(self, path):
        self._path = path

    def mark(self):
        return self._path.stat().st_size if self._path.exists() else 0

    def since(self, mark, count=1):
        """The records after `mark`: waits until `count` are there, or for three seconds."""
        deadline = time.monotonic() + 3
        while True:
            records = self._read(mark)
            if len(records) >= count or time.monotonic() > deadline:
                return records
            time.sleep(0.01)

    def _read(self, mark):
        if not self._path.exists():
            return []
        with open(self._path, "rb") as file:
            file.seek(mark)
            lines = file.read().decode(errors="replace").splitlines(keepends=True)
        records = [self._record(line) for line in lines if line.endswith("\n")]
        return [record for record in records if record]

    def _record(self, line):
        return json.loads(line)


class SocksJournal(Journal):
    """microsocks' own words: which host and port a client asked for."""

    def _record(self, line):
        match = re.search(r"connected to (\S+):(\d+)", line)
        return {"host": match[1], "port": int(match[2])} if match else None
