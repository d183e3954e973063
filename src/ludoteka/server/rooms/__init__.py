"""The matches in memory: their subscribers, their chat, and what happens without a person."""
