"""Chromium, the visitors who use the pages in it, and web modules run in Node."""
