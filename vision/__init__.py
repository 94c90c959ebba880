"""Picture in, reading out: where the board lies, what stands on each square, and when that is not sure."""
