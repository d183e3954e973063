"""What computers need to think for a seat: to play, and to give hints."""
