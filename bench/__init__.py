"""Benchmarks, run by `make bench`: each module of this package gives comparisons, figures stand side by side."""
