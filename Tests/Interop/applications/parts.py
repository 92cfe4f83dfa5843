"""How the Python applications describe what they got."""

import hashlib


def part(name, content, filename=None, media_type=None):
    """One part as the checks want it: the size in bytes and the SHA-256 stand for the content."""
    return described(name, Digest(content), filename, media_type)


def described(name, digest, filename=None, media_type=None):
    return {"name": name, "filename": filename, "type": media_type,
            "size": digest.size, "sha256": digest.hexdigest()}


class Digest:
    """The size and the hash of bytes that come in pieces."""

    def __init__(self, content=b""):
        self.size = 0
        self._hash = hashlib.sha256()
        self.write(content)

    def write(self, content):
        self.size += len(content)
        self._hash.update(content)
        return len(content)

    def hexdigest(self):
        return self._hash.hexdigest()
