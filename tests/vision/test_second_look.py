"""The second look: what it sees of a square, and what becomes of the certainties from before."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

import calibration
from companion.board import parse_board
from companion.pictures import read_picture
from companion.squares import Square
from vision import classify
from vision import second_look as module
from vision.classify import judge
from vision.patches import CLOSE, CLOSE_SPAN, PX, ROOF_MM, Views, close_up, views
from vision.pose import Pose, pose_from_corners
from vision.rectify import MARGIN, averaged, sampled
from vision.second_look import STRIDES, around, second_look

PICTURES = Path(__file__).parents[1] / "pictures"
SQUARES = [Square(0, 0), Square(4, 7), Square(9, 11)]


def seen(*, known: bool) -> tuple[Views, Pose]:
    """The first frame of a game, whose board is empty yet, and the picture of the empty board."""
    truth = json.loads((PICTURES / "seq02" / "0000.json").read_text())
    image = read_picture(PICTURES / "seq02" / "0000.jpg")
    pose = pose_from_corners(truth["corners_px"], calibration.board(truth["board"]), (image.shape[1], image.shape[0]))
    return views(image, pose, read_picture(PICTURES / "seq02" / "empty.jpg") if known else None), pose


@pytest.mark.parametrize("square", SQUARES)
def test_a_close_up_shows_the_square_and_half_a_square_around_it_at_both_heights(square: Square) -> None:
    sight, pose = seen(known=False)
    close = close_up(sight, square)
    assert close.shape == (CLOSE_SPAN, CLOSE_SPAN, 6)
    taken = averaged(read_picture(PICTURES / "seq02" / "0000.jpg"), pose, 2 * CLOSE)
    top, left = ((place + MARGIN) * CLOSE - (CLOSE_SPAN - CLOSE) // 2 for place in (square.row, square.col))
    for number, height in enumerate((0.0, ROOF_MM)):
        whole = sampled(*taken, height, CLOSE, MARGIN)[top : top + CLOSE_SPAN, left : left + CLOSE_SPAN]
        part = close[..., 3 * number : 3 * number + 3]
        assert np.abs(part.astype(int) - whole).max() <= 2


def test_the_empty_board_is_shown_in_the_same_light() -> None:
    """Taken as bright as the picture and half as bright, it looks the same."""
    sight, pose = seen(known=True)
    dim = np.asarray(read_picture(PICTURES / "seq02" / "empty.jpg") * 0.5, np.uint8)
    darker = views(read_picture(PICTURES / "seq02" / "0000.jpg"), pose, dim)
    for square in SQUARES:
        close, other = (close_up(each, square)[..., 6:].astype(int) for each in (sight, darker))
        assert np.abs(close - other).mean() < 3
        assert np.abs(close - close_up(sight, square)[..., :3]).mean() < 10  # nothing stands there


def test_a_close_up_is_in_the_light_that_the_nets_learned_in() -> None:
    """By a red lamp, with a white balance that stands still, what all views show is made less red."""
    truth = json.loads((PICTURES / "seq02" / "0000.json").read_text())
    image = np.asarray(read_picture(PICTURES / "seq02" / "0000.jpg") * np.array([0.35, 0.8, 1.0]), np.uint8)
    pose = pose_from_corners(truth["corners_px"], calibration.board(truth["board"]), (image.shape[1], image.shape[0]))
    sight = views(image, pose)
    square = Square(4, 7)
    close = cv2.resize(close_up(sight, square)[..., :3], (2 * PX, 2 * PX), interpolation=cv2.INTER_AREA)
    top, left = ((place + MARGIN) * PX - PX // 2 for place in (square.row, square.col))
    plain = sight.ground[top : top + 2 * PX, left : left + 2 * PX].astype(float)
    np.testing.assert_allclose(close.mean(axis=(0, 1)), plain.mean(axis=(0, 1)), atol=2)
    assert plain[..., 0].mean() > 1.2 * 0.35 * read_picture(PICTURES / "seq02" / "0000.jpg")[..., 0].mean()


@pytest.mark.parametrize("pieces", ["rbgyt", "rbgy"])
@pytest.mark.parametrize("known", [True, False])
def test_squares_in_doubt_alone_are_looked_at_again_and_both_looks_count_alike(
    known: bool, pieces: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second look is sure that each is a TOP: where the game has none it says nothing but the first look's odds."""
    truth = json.loads((PICTURES / "table" / "0005.json").read_text())
    image, empty = (read_picture(PICTURES / "table" / f"0005{end}.jpg") for end in ("", "-empty"))
    board = calibration.board(truth["board"])
    pose = pose_from_corners(truth["corners_px"], board, (image.shape[1], image.shape[0]))
    sight = views(image, pose, empty if known else None)
    asked: list[Square] = []
    top = np.array([0, 0.02, 0, 0, 0, 0.9, 0.08], np.float32)

    def always(seen: Views, squares: list[Square], board: np.ndarray) -> np.ndarray:
        asked.extend(squares)
        assert board.shape == (10, 12, 7)
        return np.tile(top, (len(squares), 1))

    monkeypatch.setattr(classify, "second_look", always)
    squares = board.squares()
    judged = judge(sight, squares, pieces)
    doubtful = [square for square, likely in zip(squares, judged.first_look, strict=True) if likely.max() < 0.985]
    assert doubtful
    assert asked == doubtful
    again = top if "t" in pieces else np.array([0, 0.2, 0, 0, 0, 0, 0.8], np.float32)
    for square, before, after in zip(squares, judged.first_look, judged.certainties, strict=True):
        expected = (before + again) / 2 if square in doubtful else before
        np.testing.assert_allclose(after, expected, atol=1e-5)


def test_a_square_that_may_be_covered_is_no_likelier_empty_after_a_second_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """Under a sleeve of the print's colours and beside it; all others in doubt are."""
    truth = json.loads((PICTURES / "dev" / "0019.json").read_text())
    image = read_picture(PICTURES / "dev" / "0019.jpg")
    pose = pose_from_corners(truth["corners_px"], calibration.board(truth["board"]), (image.shape[1], image.shape[0]))
    empty = np.array([0.99, 0, 0, 0, 0, 0, 0.01], np.float32)
    monkeypatch.setattr(classify, "second_look", lambda seen, squares, board: np.tile(empty, (len(squares), 1)))
    judged = judge(views(image, pose), pose.board.squares())
    kinds = set()
    for before, after in zip(judged.first_look, judged.certainties, strict=True):
        if before.max() < 0.985:
            covered = bool(before[-1] >= 0.08)
            np.testing.assert_allclose(after, before if covered else (before + empty) / 2, atol=1e-5)
            kinds.add(covered)
    assert kinds == {True, False}


def test_no_piece_stands_for_sure_where_the_second_look_sees_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """A house would be booked there by the throw."""
    truth = json.loads((PICTURES / "table" / "0005.json").read_text())
    image = read_picture(PICTURES / "table" / "0005.jpg")
    pose = pose_from_corners(truth["corners_px"], calibration.board(truth["board"]), (image.shape[1], image.shape[0]))
    sight = views(image, pose)
    nothing = np.eye(7, dtype=np.float32)[-1]
    monkeypatch.setattr(classify, "CLEAR", 1.1)  # so each square is in doubt
    monkeypatch.setattr(classify, "second_look", lambda seen, squares, board: np.tile(nothing, (len(squares), 1)))
    judged = judge(sight, pose.board.squares())
    assert set(judged.letters) == {"?"}
    assert not judged.pieces_on.any()


def test_flat_pieces_are_not_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second look learned from houses alone."""
    file = PICTURES / "flat" / "7007.json"
    truth, board = json.loads(file.read_text()), parse_board(file.with_stem("7007-board").read_bytes())
    image = read_picture(file.with_suffix(".jpg"))
    pose = pose_from_corners(truth["corners_px"], board, (image.shape[1], image.shape[0]))
    monkeypatch.setattr(classify, "second_look", lambda *_: pytest.fail("it was asked"))
    judge(views(image, pose), board.squares())


def net(rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Layers of one channel and random weights, but of the last layer's."""
    arrays: dict[str, np.ndarray] = {}
    for number in range(len(STRIDES)):
        arrays[f"conv{number}_w"] = rng.uniform(0, 0.4, (3, 3, 18 if number == 0 else 1, 1))
        arrays[f"conv{number}_b"] = np.zeros(1)
    arrays |= {"whole_w": rng.uniform(0, 0.4, (49, 2)), "around_w": rng.uniform(0, 0.4, (63, 2))}
    arrays |= {"both_w": rng.uniform(0, 0.4, (4, 3)), "out_w": np.zeros((3, 7)), "before_w": np.ones((1, 1))}
    arrays |= {"whole_b": np.zeros(2), "around_b": np.zeros(2), "both_b": np.zeros(3), "out_b": np.zeros(7)}
    return {name: array.astype(np.float32) for name, array in arrays.items()}


def test_where_the_net_has_nothing_to_add_the_certainties_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    sight, _ = seen(known=True)
    rng = np.random.default_rng(5)
    before = rng.dirichlet(np.ones(7), (10, 12)).astype(np.float32)
    arrays = net(rng)
    monkeypatch.setattr(module, "weights", lambda name: arrays)
    after = second_look(sight, SQUARES, before)
    np.testing.assert_allclose(after, [before[square.row, square.col] for square in SQUARES], atol=1e-3)
    arrays["out_b"][2] = np.log(3)  # and three times the odds for the third letter
    twice = second_look(sight, SQUARES, before)
    np.testing.assert_allclose(twice[:, 2] / twice[:, 4], 3 * after[:, 2] / after[:, 4], rtol=1e-3)


def test_what_was_said_around_a_square_is_nothing_beyond_the_board() -> None:
    board = np.arange(1, 4 * 5 * 7 + 1, dtype=np.float32).reshape(4, 5, 7)
    inner = around(board, Square(2, 3))
    np.testing.assert_array_equal(inner, board[1:4, 2:5])
    corner = around(board, Square(3, 0))
    np.testing.assert_array_equal(corner[:2, 1:], board[2:4, 0:2])
    assert not corner[2].any()
    assert not corner[:, 0].any()


def test_without_the_empty_board_nothing_of_it_is_looked_at() -> None:
    sight, _ = seen(known=True)
    close = close_up(sight, SQUARES[1])
    alone = module.features(close[..., :6])
    assert alone.shape == (CLOSE_SPAN, CLOSE_SPAN, 18)
    assert not alone[..., 12:].any()
    np.testing.assert_array_equal(alone[..., :12], module.features(close)[..., :12])
