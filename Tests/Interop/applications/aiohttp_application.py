"""aiohttp's reader, which also goes into nested forms and decodes transfer encodings.

aiohttp_application.py PORT
"""

import sys

from aiohttp import BodyPartReader, web
from parts import Digest, described


async def form(request):
    parts = []
    await _read(await request.multipart(), parts)
    return web.json_response({"parts": parts})


async def _read(reader, parts):
    while part := await reader.next():
        if isinstance(part, BodyPartReader):
            digest = Digest(bytes(await part.read(decode=True)))
            parts.append(described(
                part.name, digest, part.filename, part.headers.get("Content-Type")))
        else:
            await _read(part, parts)


application = web.Application(client_max_size=1 << 40)
application.router.add_post("/{path:.*}", form)
web.run_app(application, host="127.0.0.1", port=int(sys.argv[1]), print=None)
