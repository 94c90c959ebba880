"""``python -m companion`` is the command ``bankhalter``."""

from companion.cli import main

main()
