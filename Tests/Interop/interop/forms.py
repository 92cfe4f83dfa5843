"""The forms that are sent to every application, and what must come back.

The bytes of others are compared with curl's by the differential tests.
"""

import dataclasses
import random

NAMES = ("Ünïcödé", "名前", "naïve☃", "🎉")
# What a careless parser, or a careless boundary, would take for the end of a part.
LIKE_A_BOUNDARY = (
    b"--\r\n--\r\n\r\n----------------------------\r\n--formpost\r\n"
    b'--------------------------0123456789abcdef--\r\n'
    b'Content-Disposition: form-data; name="smuggled"\r\n\r\nno\r\n--')
EVERY_BYTE = bytes(range(256))
MANY = 1000


@dataclasses.dataclass(frozen=True)
class Part:
    """A part as it must arrive; `media_type` None: it has no Content-Type of its own."""

    name: str
    content: bytes
    filename: str = None
    media_type: str = None


@dataclasses.dataclass(frozen=True)
class Form:
    """Arguments, and the parts that they are."""

    title: str
    arguments: list
    parts: list
    # What a parser must be able to do: "chunks", "nested", "base64", "quoted-printable".
    needs: str = ""
    # An option that curl does not have, or means otherwise: nothing to compare with.
    is_own: bool = False
    stdin: bytes = b""


def sample_files(workplace, picture):
    """Writes the files that forms send; returns their contents by name."""
    big = random.Random(1).randbytes(1 << 20)
    files = {
        "img.png": picture,
        "notes.txt": "naïve: one\ntwo\r\nthree".encode(),
        "LICENSE": b"no extension\n",
        "empty.txt": b"",
        "bytes.bin": EVERY_BYTE * 9,
        "trap.bin": LIKE_A_BOUNDARY,
        "crlf.bin": b"\r\n",
        "dashes.bin": b"--",
        "big.bin": big * 64,
        "Ünïcödé 日本 🎉.txt": b"named",
        "photo.avif": b"modern",
        "page.html": b"<p>",
        "text.txt": b"x" * (1 << 20),
    }
    for name, content in files.items():
        workplace.write("home/" + name, content)
    return files


def all_forms(files):
    """Every form; `files` are the contents by name."""
    return [*_texts(), *_names(files), *_contents(files), *_parameters(files), *_sizes(files),
            *_framing(files)]


def _file(files, name, path, filename=None, media_type="application/octet-stream"):
    return Part(name, files[path], path if filename is None else filename, media_type)


def _texts():
    yield Form("UTF-8 values", ["-F", "text=" + " ".join(NAMES)],
               [Part("text", " ".join(NAMES).encode())])
    yield Form("values with line ends", ["-F", "lines=a\r\nb\nc\rd"], [Part("lines", b"a\r\nb\nc\rd")])
    yield Form("a value like a boundary", ["--form-string", "text=" + LIKE_A_BOUNDARY.decode()],
               [Part("text", LIKE_A_BOUNDARY)])
    yield Form("repeated names", ["-F", "n=1", "-F", "m=x", "-F", "n=2", "-F", "n=1"],
               [Part("n", b"1"), Part("m", b"x"), Part("n", b"2"), Part("n", b"1")])


def _names(files):
    yield Form("UTF-8 names", [word for name in NAMES for word in ("-F", f"{name}={name}")],
               [Part(name, name.encode()) for name in NAMES])
    yield Form("UTF-8 filename", ["-F", "file=@Ünïcödé 日本 🎉.txt"],
               [_file(files, "file", "Ünïcödé 日本 🎉.txt", media_type="text/plain")])
    yield Form("brackets", ["-F", "a[b][c]=1", "-F", "l[]=2", "-F", "l[]=3", "-F", "l[7]=4"],
               [Part("a[b][c]", b"1"), Part("l[]", b"2"), Part("l[]", b"3"), Part("l[7]", b"4")])


def _contents(files):
    yield Form("a picture", ["-F", "type=fileupload", "-F", "file=@img.png"],
               [Part("type", b"fileupload"), _file(files, "file", "img.png", media_type="image/png")])
    yield Form("empty file", ["-F", "file=@empty.txt", "-F", "x=y"],
               [_file(files, "file", "empty.txt", media_type="text/plain"), Part("x", b"y")])
    yield Form("every byte", ["-F", "file=@bytes.bin"], [_file(files, "file", "bytes.bin")])
    yield Form("a file like a boundary", ["-F", "file=@trap.bin", "-F", "x=y"],
               [_file(files, "file", "trap.bin"), Part("x", b"y")])
    yield Form("files that end parts", ["-F", "a=@crlf.bin", "-F", "b=@dashes.bin", "-F", "x=y"],
               [_file(files, "a", "crlf.bin"), _file(files, "b", "dashes.bin"), Part("x", b"y")])
    yield Form("repeated files", ["-F", "f[]=@img.png", "-F", "f[]=@LICENSE", "-F", "f[]=@empty.txt"],
               [_file(files, "f[]", "img.png", media_type="image/png"),
                _file(files, "f[]", "LICENSE"),
                _file(files, "f[]", "empty.txt", media_type="text/plain")])
    yield Form("standard input", ["-F", "file=@-;filename=in.bin;type=a/b"],
               [Part("file", EVERY_BYTE, "in.bin", "a/b")], stdin=EVERY_BYTE)


def _parameters(files):
    yield Form("type=", ["-F", "file=@bytes.bin;type=application/x-thing", "-F", "t=1;type=text/csv"],
               [_file(files, "file", "bytes.bin", media_type="application/x-thing"),
                Part("t", b"1", media_type="text/csv")])
    yield Form("filename=", ["-F", "file=@bytes.bin;filename=other.png"],
               [_file(files, "file", "bytes.bin", "other.png", "image/png")])
    yield Form("filename= on text", ["-F", "file=content;filename=t.html"],
               [Part("file", b"content", "t.html", "text/html")])
    yield Form("headers=", ["-F", 'file=@bytes.bin;headers="X-One: 1";headers="X-Two: 2"'],
               [_file(files, "file", "bytes.bin")])
    yield Form("encoder=base64", ["-F", "file=@bytes.bin;encoder=base64"],
               [_file(files, "file", "bytes.bin")], needs="base64")
    yield Form("encoder=quoted-printable", ["-F", "file=@bytes.bin;encoder=quoted-printable"],
               [_file(files, "file", "bytes.bin")], needs="quoted-printable")
    yield Form("several files in one part", ["-F", "files=@LICENSE,bytes.bin;type=x/y"],
               [Part(None, files["LICENSE"], "LICENSE", "application/octet-stream"),
                Part(None, files["bytes.bin"], "bytes.bin", "x/y")], needs="nested")
    yield Form("a group", ["-F", "group=(", "-F", "a=1", "-F", "b=@LICENSE", "-F", "=)", "-F", "c=2"],
               [Part("a", b"1"), _file(files, "b", "LICENSE"), Part("c", b"2")], needs="nested")
    yield Form("media types that curl does not know", ["-F", "file=@photo.avif"],
               [_file(files, "file", "photo.avif", media_type="image/avif")], is_own=True)


def _sizes(files):
    yield Form("64 MB", ["-F", "file=@big.bin", "-F", "x=y"],
               [_file(files, "file", "big.bin"), Part("x", b"y")])
    yield Form("1,000 fields", [word for number in range(MANY) for word in ("-F", f"f{number}={number}")],
               [Part(f"f{number}", str(number).encode()) for number in range(MANY)])
    yield Form("100 files", [word for number in range(100) for word in ("-F", f"f{number}=@page.html")],
               [_file(files, f"f{number}", "page.html", media_type="text/html")
                for number in range(100)])
    yield Form("a value of 1 MB", ["-F", "text=<text.txt", "-F", "x=y"],
               [Part("text", files["text.txt"]), Part("x", b"y")])


def _framing(files):
    chunked = ["-H", "Transfer-Encoding: chunked"]
    yield Form("chunked, the length known", [*chunked, "-F", "file=@bytes.bin", "-F", "x=y"],
               [_file(files, "file", "bytes.bin"), Part("x", b"y")], needs="chunks")
    yield Form("chunked from a pipe", [*chunked, "-F", "file=@-;filename=in.bin;type=a/b", "-F", "x=y"],
               [Part("file", EVERY_BYTE * 9999, "in.bin", "a/b"), Part("x", b"y")], needs="chunks", stdin=EVERY_BYTE * 9999)
    yield Form("--chunked from a pipe", ["--chunked", "-F", "file=@-;filename=in.bin;type=x/y", "-F", "x=y"],
               [Part("file", EVERY_BYTE * 9999, "in.bin", "x/y"), Part("x", b"y")], needs="chunks", stdin=EVERY_BYTE * 9999, is_own=True)
    yield Form("--boundary", ["--boundary", "the-boundary-of-this-very-form", "-F", "file=@bytes.bin", "-F", "x=y"],
               [_file(files, "file", "bytes.bin"), Part("x", b"y")], is_own=True)
    yield Form("the boundary of a header", ["-H", "Content-Type: multipart/form-data; boundary=of-this-header", "-F", "file=@bytes.bin", "-F", "x=y"],
               [_file(files, "file", "bytes.bin"), Part("x", b"y")], is_own=True)
    yield Form("HTTP/1.0", ["--http1.0", "-F", "file=@bytes.bin", "-F", "x=y"],
               [_file(files, "file", "bytes.bin"), Part("x", b"y")])
