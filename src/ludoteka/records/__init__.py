"""Match records: a match as a text that people can read and edit (docs/records.md)."""
