"""The cost of each call under the rate limits, and the refusal of clients that exceed one."""
