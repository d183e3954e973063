"""What belongs to the owner of a house: its settings, what it says about itself, and how somebody becomes its owner."""
