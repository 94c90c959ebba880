"""The heart of bankhalter: games, record, journal, the running table and the command line."""

__version__ = "0.1.0"
