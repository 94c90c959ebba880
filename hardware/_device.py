"""What all devices share: `with` closes them."""

from __future__ import annotations

from types import TracebackType
from typing import Self


class ClosingDevice:
    """A device that ``with`` closes at its end."""

    def close(self) -> None:
        """Nothing to close."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
