"""One base for every error of the program; each message tells a person what to do."""

from __future__ import annotations

from companion.sentence import Sentence, as_it_is


class BankhalterError(Exception):
    """Anything that the program can explain to a person. ``str(error)`` is that explanation.

    It is made of a text, or of a `Sentence` where pages are to say it in the reader's language.
    """

    @property
    def sentence(self) -> Sentence:
        """The explanation, to be said in any language."""
        message = self.args[-1] if self.args else ""
        return message if isinstance(message, Sentence) else as_it_is(str(self))


class FormatError(BankhalterError, ValueError):
    """A text that cannot be read as what it should be: not JSON, a key missing, a wrong type (exit status 2)."""


class RuleError(BankhalterError, ValueError):
    """An event that breaks a rule of the game (exit status 3).

    ``ruling`` is the number of the ruling, as ``R-11``; ``str(error)`` says what is wrong, without the number.
    """

    def __init__(self, ruling: str, message: str | Sentence) -> None:
        super().__init__(message)
        self.ruling = ruling


class BoardNotFound(BankhalterError, LookupError):
    """The board is not to be found in a picture with certainty; the message is the reason (exit status 4)."""


class DeviceError(BankhalterError, OSError):
    """A camera, dice reader or display that does not do its work; names the device and what to try."""


class TableError(BankhalterError, RuntimeError):
    """The running table refuses a command: out of date, or nothing to confirm."""


class TableStale(TableError):
    """A command was made for an older state than the table's; look again and repeat it if it is still meant."""


class TableDenied(TableError):
    """A command that is not for the person who gave it: a player's for another, or the banker's."""


class TableBusy(TableError):
    """Something is being done of which there is one at a time; ask again in a moment."""


class JournalError(BankhalterError, OSError):
    """The journal cannot be read or written; names the file and what to do. Nothing was booked."""


class NoSuchGame(JournalError):
    """The journal holds no game of that number: it was deleted, or never was."""
