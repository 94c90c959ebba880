"""Finished weights: those that learning goes on from, and the net half way between two."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from calibration.training.finished import between, save, short, start_weights, with_rarer
from companion.errors import FormatError


def net_of(folder: Path, channels: int) -> Path:
    """A net whose first layer has the number of its channel as the weight of each."""
    first = np.broadcast_to(np.arange(channels, dtype=np.float16)[:, None], (3, 3, channels, 2))
    np.savez(folder / "old.npz", conv0_w=first, conv0_b=np.zeros(2, np.float16))
    return folder / "old.npz"


def test_a_net_that_knows_the_empty_board_is_taken_as_it_is(tmp_path: Path) -> None:
    weights = start_weights(net_of(tmp_path, 27), alone=False)
    assert set(weights) == {"conv0_w", "conv0_b"}
    assert weights["conv0_w"][1, 1, :, 0].tolist() == list(range(27))


def test_for_one_that_does_not_the_empty_boards_channels_are_left_out(tmp_path: Path) -> None:
    """Of 27: three planes' means, chroma of two, the difference from the empty board, three planes' inner differences.

    The empty board is the third plane: its mean is 6 to 8, the difference 15 to 17, what is within it 24 to 26.
    """
    weights = start_weights(net_of(tmp_path, 27), alone=True)
    kept = [number for number in range(27) if number not in (6, 7, 8, 15, 16, 17, 24, 25, 26)]
    assert weights["conv0_w"][2, 0, :, 1].tolist() == kept


def test_one_that_does_not_know_it_goes_on_from_its_like(tmp_path: Path) -> None:
    weights = start_weights(net_of(tmp_path, 18), alone=True)
    assert weights["conv0_w"][0, 0, :, 0].tolist() == list(range(18))


@pytest.mark.parametrize(("channels", "alone"), [(12, False), (12, True), (18, False)])
def test_nets_with_other_channels_are_refused(channels: int, alone: bool, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=rf"this net sees {channels} channels, not 27"):
        start_weights(net_of(tmp_path, channels), alone=alone)


def test_between_two_nets_each_weight_is_part_of_the_way() -> None:
    one, other = {"out_b": np.array([1, -3], np.float32)}, {"out_b": np.array([2, 5], np.float32)}
    assert between(one, other, 0.5)["out_b"].tolist() == [1.5, 1.0]
    assert between(one, other, 0.75)["out_b"].tolist() == [1.75, 3.0]


def test_what_is_rarer_has_less_odds_against_each_other_letter() -> None:
    """Of seven letters that are as likely as each other, "?" becomes a fourth as likely as each of the others."""
    weights = {"out_w": np.zeros((2, 7), np.float32), "out_b": np.full(7, 0.5, np.float32)}
    answers = np.exp(with_rarer(weights, "?", np.log(4))["out_b"])
    np.testing.assert_allclose(answers / answers.sum(), [4 / 25] * 6 + [1 / 25], rtol=1e-6)
    assert weights["out_b"].tolist() == [0.5] * 7


def test_weights_are_kept_with_eight_significant_bits(tmp_path: Path) -> None:
    """Of 1 and the fractions after it, 2 ** -7 is the last that is kept; what lies between is rounded."""
    last = 2.0**-7
    assert short(np.array([1 + last, 1 + 0.4 * last, 1 + 0.6 * last])).tolist() == [1 + last, 1, 1 + last]
    save(tmp_path / "net.npz", {"out_b": np.array([1 + last, -0.5], np.float32)})
    with np.load(tmp_path / "net.npz") as arrays:
        assert arrays["out_b"].dtype == np.float16
        assert arrays["out_b"].tolist() == [1 + last, -0.5]
