"""Ratings of users by game and speed, and leaderboards."""
