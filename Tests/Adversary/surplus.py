"""Uploads over a kept connection on which a server sends more than it was asked for.

Each command uploads to the adversary, then to another server, which answers when the surplus has arrived, then to the
adversary again: the surplus must not become the last answer, and no upload may be lost or sent twice.
"""
import fcntl, itertools, os, select, socket, ssl, struct, subprocess, termios, threading, time

PATIENCE = 30  # seconds, for a command that takes a few hundredths
FIXTURES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Fixtures/tls")

ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nstale\n"
SURPLUSES = {
    "an answer": ANSWER,
    "three answers": ANSWER * 3,
    "a refusal": b"HTTP/1.1 409 Conflict\r\nContent-Length: 0\r\n\r\n",
    "an interim response": b"HTTP/1.1 102 Processing\r\n\r\n",
    "a farewell": b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
    "half a head": b"HTTP/1.1 200 OK\r\nX-Stale: ",
    "a line end": b"\r\n",
    "noise": os.urandom(50),
    "a large answer": b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + b"s" * 100_000,
}
FRAMINGS = {
    "a length": lambda text: b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(text), text),
    "chunks": lambda text: b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n" % (
        len(text), text),
    "no body": lambda text: b"HTTP/1.1 204 No Content\r\n\r\n",
}


def serve(handle):
    """Calls `handle` with each connection, on a thread of its own; the port."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()

    def guarded(connection):
        try:
            handle(connection)
        except OSError:
            pass

    def accept():
        while True:
            threading.Thread(target=guarded, args=(listener.accept()[0],), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    return listener.getsockname()[1]


def read_request(connection):
    """The target and the body; nothing at the end."""
    data = b""
    while b"\r\n\r\n" not in data:
        piece = connection.recv(1 << 16)
        if not piece:
            return None
        data += piece
    head, body = data.split(b"\r\n\r\n", 1)
    fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
    while len(body) < int(fields.get(b"content-length", 0)):
        body += connection.recv(1 << 16)
    return head.split(b" ", 2)[1], body


def has_unacknowledged(connection):
    return struct.unpack("i", fcntl.ioctl(connection.fileno(), termios.TIOCOUTQ, b"\0" * 4))[0] > 0


def has_ended(connection):
    """Whether the client has closed the connection."""
    return bool(select.select([connection], [], [], 0)[0])


class Server:
    """Answers each request. After the first answer comes the surplus: `at_once`, and what is `late` when it is due."""

    def __init__(self, context):
        self.context = context
        self.port = serve(self.handle)

    def reset(self, frame, at_once, late):
        self.frame, self.at_once, self.late = frame, at_once, late
        self.requests = []
        self.is_due, self.is_there = threading.Event(), threading.Event()

    def handle(self, connection):
        if self.context:
            connection = self.context.wrap_socket(connection, server_side=True)
        while request := read_request(connection):
            self.requests.append(request)
            answer = self.frame(b"answer to %s\n" % request[0])
            is_first = len(self.requests) == 1
            connection.sendall(answer + (self.at_once if is_first else b""))
            if is_first:
                self.is_due.wait(PATIENCE)
                self.send_late(connection)

    def send_late(self, connection):
        try:
            connection.sendall(self.late)
            while has_unacknowledged(connection) and not has_ended(connection):
                time.sleep(0.001)
        except OSError:
            pass  # the client has closed it, as it may
        self.is_there.set()


def attack(formpost, check):
    """Calls `check` with what was tried, the problems, and what standard error had."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f"{FIXTURES}/server.pem", f"{FIXTURES}/server-key.pem")
    servers = {"http": Server(None), "https": Server(context)}
    current = None

    def answer_other(connection):
        while read_request(connection):
            current.is_due.set()
            current.is_there.wait(PATIENCE)
            connection.sendall(FRAMINGS["a length"](b"other\n"))

    other = f"http://127.0.0.1:{serve(answer_other)}/"
    moments = {"late": lambda s: (b"", s), "at once": lambda s: (s, b""),
               "half at once": lambda s: (s[:len(s) // 2], s[len(s) // 2:])}
    for (scheme, current), (framing, frame), (kind, surplus), (moment, cut) in itertools.product(
            servers.items(), FRAMINGS.items(), SURPLUSES.items(), moments.items()):
        current.reset(frame, *cut(surplus))
        url = f"{scheme}://127.0.0.1:{current.port}"
        line = [formpost, "-q", "-k", "-sS", "-d", "one", f"{url}/1", "--next", "-sS", "-d", "two", other,
                "--next", "-k", "-sS", "-d", "three", f"{url}/3"]
        problems, said = [], "no end"
        try:
            done = subprocess.run(line, capture_output=True, timeout=PATIENCE)
            said = done.stderr.decode(errors="replace")
            answers = [b"answer to /1\n", b"other\n", b"answer to /3\n"]
            if framing == "no body":
                answers = [b"other\n"]
            if done.returncode != 0:
                problems.append(f"exit status {done.returncode}")
            if done.stdout != b"".join(answers):
                problems.append(f"the answers are {done.stdout[:200]}")
        except subprocess.TimeoutExpired:
            problems.append("no end")
        if current.requests != [(b"/1", b"one"), (b"/3", b"three")]:
            problems.append(f"the requests are {current.requests}")
        if not current.is_there.is_set():
            problems.append("the attack did not take place")
        check(f"{scheme}, {framing}, then {kind}, {moment}", problems, said)
