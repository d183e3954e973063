"""The house can be installed like an application."""


def test_chromium_reads_the_manifest_without_a_complaint(visit):
    page = visit().open()
    told = page.context.new_cdp_session(page).send("Page.getAppManifest")
    assert told["url"].endswith("/manifest.webmanifest")
    assert told["errors"] == []
    assert '"display":"standalone"' in told["data"]
