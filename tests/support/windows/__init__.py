"""Programs with windows, on a display of their own."""
