"""Flask, whose forms werkzeug parses; also the application behind nginx."""

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
