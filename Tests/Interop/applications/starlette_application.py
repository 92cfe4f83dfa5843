"""Starlette, whose forms python-multipart parses."""

from parts import Digest, described, part
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route

NO_LIMIT = 1 << 30


async def form(request):
    async with request.form(
            max_files=NO_LIMIT, max_fields=NO_LIMIT, max_part_size=NO_LIMIT) as items:
        return JSONResponse({"parts": [await _part(*item) for item in items.multi_items()]})


async def _part(name, value):
    if isinstance(value, str):
        return part(name, value.encode())
    digest = Digest()
    while content := await value.read(1 << 20):
        digest.write(content)
    return described(name, digest, value.filename, value.content_type)


app = Starlette(routes=[Route("/{path:path}", form, methods=["POST"])])
