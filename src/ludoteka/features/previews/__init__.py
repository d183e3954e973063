"""Link previews: what pages say of themselves to other sites, and the pictures beside it; and the board that other sites can embed."""
