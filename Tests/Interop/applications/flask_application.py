"""Flask, whose forms werkzeug parses; also the application behind nginx."""

import os
import time

import flask
from parts import Digest, described, part


class Sink(Digest):
    """Where werkzeug puts a file: it is measured and dropped, so that its size costs nothing."""

    def seek(self, *_):
        return 0

    def close(self):
        pass


class Request(flask.Request):
    max_form_memory_size = None
    max_form_parts = None

    def _get_file_stream(self, *_, **__):
        return Sink()


app = flask.Flask(__name__)
app.request_class = Request


@app.route("/", defaults={"path": ""}, methods=["GET", "HEAD", "POST", "PUT", "OPTIONS"])
@app.route("/<path:path>", methods=["GET", "HEAD", "POST", "PUT", "OPTIONS"])
def form(path):
    """Says what came: method, URL, headers in order, and the parts of a form."""
    request = flask.request
    fields = [part(name, value.encode()) for name, value in request.form.items(multi=True)]
    files = [described(name, file.stream, file.filename, file.headers.get("Content-Type"))
             for name, file in request.files.items(multi=True)]
    return {"method": request.method, "url": request.full_path, "headers": list(request.headers),
            "parts": fields + files}


@app.route("/count", methods=["POST", "PUT"])
def count():
    """The size of the body, and what was announced."""
    digest = Digest()
    while content := flask.request.stream.read(1 << 20):
        digest.write(content)
    return {"size": digest.size, "announced": flask.request.content_length}


@app.route("/hold", methods=["POST"])
def hold():
    """Takes the body, says so by a file, and answers when the file that $HOLD names is there."""
    flask.request.get_data(cache=False)
    with open(os.environ["HOLD"] + ".arrived", "w"):
        pass
    deadline = time.monotonic() + 30
    while not os.path.exists(os.environ["HOLD"]) and time.monotonic() < deadline:
        time.sleep(0.01)
    return {"held": True}
