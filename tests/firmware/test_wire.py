"""Damaged and forged lines among a reader's own: none makes a throw."""

from __future__ import annotations

from random import Random

from tests.firmware.wire import listen


def test_damaged_lines_make_no_throw_and_cost_none() -> None:
    heard = listen(Random(1), 20_000)
    assert heard.wrong == []
    assert heard.right == heard.thrown


def test_single_lines_that_the_checksum_lets_pass_make_no_throw() -> None:
    heard = listen(Random(2), 5_000, forge=True)
    assert heard.wrong == []
    assert heard.right > heard.thrown / 4
