"""The review of a match: who stood better, what each action cost, where the match turned, and luck and skill (docs/review.md)."""
