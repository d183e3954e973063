"""Everything answered over HTTP: pages, files and the REST API."""
