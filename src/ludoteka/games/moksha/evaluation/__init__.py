"""The evaluation of Moksha."""
