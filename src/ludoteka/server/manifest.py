"""The web app manifest: what browsers need to install the house like an application."""

from starlette.requests import Request
from starlette.responses import Response

from ludoteka.server.http.pages import language
from ludoteka.server.protocol.messages import encode

MEDIA_TYPE = "application/manifest+json"
PAPER = "#f4ecdd"  # as --linen in common/style.css
ACCENT = "#8c3123"
ICONS = [
    {"src": "/web/common/emblem.svg", "sizes": "any", "type": "image/svg+xml"},
    *({"src": f"/web/icons/{size}.png", "sizes": f"{size}x{size}", "type": "image/png"} for size in (192, 512)),
    {"src": "/web/icons/maskable.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
]


async def manifest(request: Request) -> Response:
    """Return the manifest (https://www.w3.org/TR/appmanifest), with the name that the owner gave to the house."""
    name = request.app.state.house.own_settings.own.name or "Ludoteka"
    content = {
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "name": name,
        "short_name": name,
        "lang": language(request),
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": ACCENT,
        "categories": ["games"],
        "icons": ICONS,
    }
    headers = {"cache-control": "no-cache", "vary": "accept-language, cookie"}
    return Response(encode(content), headers=headers, media_type=MEDIA_TYPE)
