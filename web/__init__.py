"""The pages: banker, TV, board."""
