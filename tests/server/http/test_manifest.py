"""The web app manifest, with which phones and desktops install the house."""

import struct

import pytest

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def manifest(guest):
    answer = guest.get("/manifest.webmanifest", headers={"accept-language": "cs"})
    assert answer.headers["content-type"] == "application/manifest+json"
    return answer.json()


def test_pages_name_the_manifest_and_it_opens_the_start_page_without_the_browser(guest, manifest):
    assert '<link rel="manifest" href="/manifest.webmanifest">' in guest.get("/").text
    told = {name: manifest[name] for name in ("name", "short_name", "lang", "display", "start_url", "scope")}
    assert told == {
        "name": "Ludoteka",
        "short_name": "Ludoteka",
        "lang": "cs",
        "display": "standalone",
        "start_url": "/",
        "scope": "/",
    }


def test_its_icons_exist_in_the_sizes_that_it_names(guest, manifest):
    sizes = set()
    for icon in manifest["icons"]:
        answer = guest.get(icon["src"])
        assert (answer.status_code, answer.headers["content-type"]) == (200, icon["type"])
        if icon["type"] == "image/png":
            assert answer.content.startswith(PNG)
            width, height = struct.unpack(">II", answer.content[16:24])
            assert f"{width}x{height}" == icon["sizes"]
        sizes.add((icon["sizes"], icon.get("purpose", "any")))
    assert sizes == {("any", "any"), ("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}


def test_its_colours_are_those_of_the_pages(guest, manifest):
    style = guest.get("/styles/start.css").text
    assert f"--linen: {manifest['background_color']};" in style
    assert f"--accent: {manifest['theme_color']};" in style
