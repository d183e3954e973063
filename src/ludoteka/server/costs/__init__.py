"""What calls cost: by which limits they are counted, and how whoever reaches one is refused."""
