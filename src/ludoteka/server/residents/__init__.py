"""Public pages about users: profiles, leaderboards and following."""
