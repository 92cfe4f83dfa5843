"""Servers of resumable uploads, and a relay that breaks connections to them off."""

import dataclasses
import pathlib
import shutil
import socket
import struct
import subprocess
import threading
import time

from .applications import SOURCES
from .report import Skip

NIO = pathlib.Path(__file__).resolve().parent.parent / "nio"


@dataclasses.dataclass(frozen=True)
class Resumable:
    """A server, and where its uploads end up."""

    name: str
    # Behind a relay.
    url: str
    relay: "Relay"
    directory: pathlib.Path

    def uploads(self):
        """The contents of all uploads, without what the server writes beside them."""
        return [path.read_bytes() for path in self.directory.iterdir()
                if path.is_file() and path.suffix not in (".info", ".lock", ".db")]


class Relay:
    """Forwards connections, and resets each at the next of `cuts`: so many bytes from the client."""

    def __init__(self, workplace, target):
        self.port = workplace.port()
        self.cuts = []
        self._target = target
        self._listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            client, _ = self._listener.accept()
            server = socket.create_connection(("127.0.0.1", self._target))
            for source, sink, is_request in ((client, server, True), (server, client, False)):
                threading.Thread(
                    target=self._forward, args=(source, sink, is_request), daemon=True).start()

    def _forward(self, source, sink, is_request):
        count = 0
        try:
            while piece := source.recv(4096):
                count += len(piece)
                sink.sendall(piece)
                if is_request and self.cuts and count >= self.cuts[0]:
                    self.cuts.pop(0)
                    # The server may answer first: a client that knows no upload resumes none.
                    time.sleep(0.1)
                    return self._cut(source, sink)
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            self._cut(source, sink)

    @staticmethod
    def _cut(client, server):
        """Resets the client's connection, and ends the server's, which keeps what it has."""
        try:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            # Wakes the other thread, which has the same sockets; only the last close(2) resets.
            client.shutdown(socket.SHUT_RD)
            server.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        client.close()
        server.close()


def tus_servers(workplace, python):
    """Two servers of tus 1.0 that others wrote."""
    port, directory = workplace.port(), workplace.path("tuspyserver/.keep").parent
    relay = Relay(workplace, port)
    workplace.start("tuspyserver", [
        python / "uvicorn", "--port", port, "--log-level", "warning",
        "tuspyserver_application:app"], [port],
        {"PYTHONPATH": str(SOURCES), "DIRECTORY": str(directory)})
    yield Resumable(
        "tuspyserver", f"http://127.0.0.1:{relay.port}/files", relay, directory)

    port, directory = workplace.port(), workplace.path("resumable-upload/.keep").parent
    relay = Relay(workplace, port)
    workplace.start("resumable-upload", [
        python / "resumable-upload", "serve", "--host", "127.0.0.1", "--port", port,
        "--base-path", "/files", "--upload-dir", directory,
        "--db-path", workplace.path("resumable-upload.db")], [port])
    yield Resumable(
        "resumable-upload", f"http://127.0.0.1:{relay.port}/files", relay, directory)


def nio_server(workplace, build):
    """Apple's NIOResumableUpload, built in `build`; Skip where its packages cannot be had."""
    swift = shutil.which("swift")
    if not swift:
        raise Skip("swift is not installed")
    options = ["--package-path", str(NIO), "--scratch-path", str(build)]
    for command in (["package", *options, "resolve"],
                    ["build", *options, "-debug-info-format", "none"]):
        done = subprocess.run([swift, *command], capture_output=True, check=False)
        if done.returncode != 0:
            text = (done.stdout + done.stderr).decode(errors="replace")[-500:]
            raise Skip(f"swift {command[0]} failed: {text}")
    port, directory = workplace.port(), workplace.path("nio/.keep").parent
    relay = Relay(workplace, port)
    workplace.start("nio-receiver", [
        build / "debug/nio-receiver", port, f"http://127.0.0.1:{relay.port}", directory], [port])
    return Resumable("NIOResumableUpload", f"http://127.0.0.1:{relay.port}/", relay, directory)
