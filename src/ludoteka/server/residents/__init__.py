"""What a house shows of its residents: profiles, leaderboards, and whom they follow."""
