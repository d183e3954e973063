"""Files that are the same for every reader: kept in memory, compressed once, and sent again only if they have changed."""

import gzip
from functools import cache, cached_property, lru_cache
from hashlib import sha256
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from ludoteka import web

WEB = Path(next(iter(web.__path__)))  # the browser client
MEDIA_TYPES = {  # of the files that are served
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
}
LEAST_TO_COMPRESS = 1000  # bytes
MOST_FILES = 500
REVALIDATE = "no-cache"
KEEP = "public, max-age=31536000, immutable"


class Asset:
    """Something to send, with its compressed form and its tag."""

    def __init__(self, content: bytes, media_type: str) -> None:
        self.content = content
        self.media_type = media_type
        self.tag = f'"{sha256(content).hexdigest()[:32]}"'

    @cached_property
    def _compressed(self) -> bytes | None:
        return gzip.compress(self.content, mtime=0) if len(self.content) >= LEAST_TO_COMPRESS else None

    def response(self, request: Request, *, is_final: bool = False) -> Response:
        """Return the answer to a request: 304 if the browser has this already.

        If `is_final`, the address names the version of the content, so browsers need not ask again.
        """
        headers = {"cache-control": KEEP if is_final else REVALIDATE, "etag": self.tag, "vary": "accept-encoding"}
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if "gzip" in request.headers.get("accept-encoding", "") and (compressed := self._compressed):
            return Response(compressed, 200, {**headers, "content-encoding": "gzip"}, self.media_type)
        return Response(self.content, 200, headers, self.media_type)


def file_asset(path: Path) -> Asset:
    """Return a file with one of the `MEDIA_TYPES`; it is read again after it has been modified."""
    return _read(path, path.stat().st_mtime_ns)


@lru_cache(MOST_FILES)
def _read(path: Path, modified: int) -> Asset:
    return Asset(path.read_bytes(), MEDIA_TYPES[path.suffix])


@cache
def client_files() -> dict[str, Asset]:
    """Return the public files of the browser client by their paths in its folder, as they were when first needed."""
    files = (path for path in sorted(WEB.rglob("*")) if path.suffix in MEDIA_TYPES)
    return {path.relative_to(WEB).as_posix(): file_asset(path) for path in files}


@cache
def client_version() -> str:
    """Return a digest of the browser client.  It is part of the addresses of its files, so that browsers can keep them."""
    tags = "".join(path + asset.tag for path, asset in client_files().items())
    return sha256(tags.encode()).hexdigest()[:16]
