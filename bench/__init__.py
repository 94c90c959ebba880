"""What the program costs, against the least that the same work could cost; not needed to run it."""
