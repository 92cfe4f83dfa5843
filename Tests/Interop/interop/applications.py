"""The applications that parse forms and say what they got."""

import dataclasses
import pathlib

SOURCES = pathlib.Path(__file__).resolve().parent.parent / "applications"


@dataclasses.dataclass(frozen=True)
class Application:
    """Where an application listens, and what its parser can do."""

    name: str
    url: str
    # Says "Transfer-Encoding: chunked" is understood by its server.
    takes_chunks: bool = True
    # Goes into multipart/mixed inside a form.
    takes_nested: bool = False
    # Undoes these Content-Transfer-Encodings.
    decodes: frozenset = frozenset()
    # Says the type of parts without a filename.
    tells_field_types: bool = False


def start(workplace, python):
    """Starts them all."""
    def url(port):
        return f"http://127.0.0.1:{port}/form"

    def launch(name, command, **more):
        port = workplace.port()
        workplace.start(name, [str(word).replace("PORT", str(port)) for word in command], [port],
                        {"PYTHONPATH": str(SOURCES)})
        return Application(name, url(port), **more)

    def gunicorn(name, module):
        return launch(name, [
            python / "gunicorn", "--bind", "127.0.0.1:PORT", "--threads", 8, "--timeout", 120,
            "--worker-tmp-dir", workplace.directory, "--no-control-socket", f"{module}:app"])

    uvicorn = [python / "uvicorn", "--port", "PORT", "--log-level", "warning",
               "starlette_application:app"]
    php_settings = {"upload_max_filesize": "1G", "post_max_size": "1G", "max_file_uploads": 5000,
                    "max_input_vars": 5000, "memory_limit": "1G", "display_errors": 0}
    php = ["php", "-n", "-S", "127.0.0.1:PORT",
           *(word for item in php_settings.items() for word in ("-d", "%s=%s" % item)),
           SOURCES / "application.php"]
    return [
        gunicorn("flask", "flask_application"),
        dataclasses.replace(
            gunicorn("django", "django_application"),
            takes_chunks=False, decodes=frozenset(["base64"])),
        launch("starlette", uvicorn),
        launch("aiohttp", [python / "python", SOURCES / "aiohttp_application.py", "PORT"],
               takes_nested=True, decodes=frozenset(["base64", "quoted-printable"]),
               tells_field_types=True),
        launch("node", ["node", SOURCES / "node_application.mjs", "PORT"]),
        launch("php", php, takes_chunks=False),
    ]
