"""Search in games with secrets: over the worlds that a seat can't tell apart."""
