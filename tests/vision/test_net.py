"""The net's places and orientations: worked out on nets small enough to be known by heart."""

from __future__ import annotations

import numpy as np

from vision._net import SPREADS, STRIDES, WITHOUT_EMPTY, features, forward, odds

CLASSES = 3


def looks(rows: int, cols: int) -> np.ndarray:
    """`features` of a board of one colour: the mean of its first channel and nothing else differs from zero."""
    return np.zeros((16 * (rows - 1) + 1, 16 * (cols - 1) + 1, 18), np.float32)


def random_planes(rows: int, cols: int, seed: int) -> list[np.ndarray]:
    rng = np.random.default_rng(seed)
    return [rng.integers(0, 256, (32 * (rows - 1) + 2, 32 * (cols - 1) + 2, 3)).astype(np.uint8) for _ in range(2)]


def net(*, middle_alone: bool) -> dict[str, np.ndarray]:
    """Layers of one channel. ``middle_alone``: each looks at one pixel, so that an answer is one pixel's brightness."""
    rng = np.random.default_rng(3)
    arrays: dict[str, np.ndarray] = {}
    for number in range(len(STRIDES)):
        weight = np.zeros((3, 3, 18 if number == 0 else 1, 1), np.float32)
        if middle_alone:
            weight[1, 1, 0] = 1
        else:
            weight[:] = rng.uniform(0, 0.4, weight.shape)
        arrays[f"conv{number}_w"], arrays[f"conv{number}_b"] = weight, np.zeros(1, np.float32)
    for number in range(len(SPREADS)):
        around = np.zeros((3, 3, 1, 1), np.float32) if middle_alone else rng.uniform(0, 0.3, (3, 3, 1, 1))
        arrays[f"around{number}_w"], arrays[f"around{number}_b"] = around.astype(np.float32), np.zeros(1, np.float32)
        arrays[f"change{number}_w"], arrays[f"change{number}_b"] = np.ones((1, 1), np.float32), np.zeros(1, np.float32)
    arrays["out_w"] = np.array([[0, 1, -1]], np.float32) * np.float32(1 if middle_alone else 0.02)
    arrays["out_b"] = np.zeros(CLASSES, np.float32)
    return arrays


def test_each_answer_is_about_the_middle_of_its_own_square() -> None:
    planes = [np.full((32 * 3 + 2, 32 * 5 + 2, 3), 0, np.uint8) for _ in range(2)]
    planes[0][2 * 32 : 2 * 32 + 2, 3 * 32 : 3 * 32 + 2] = 255  # the middle of one square is bright
    answers = forward(net(middle_alone=True), features(planes))
    assert answers.shape == (4, 6, CLASSES)
    bright = np.zeros((4, 6))
    bright[2, 3] = 0.5  # brightness less one half
    assert np.allclose(answers[..., 1], bright, atol=1e-6)


def test_the_last_layers_look_at_squares_that_lie_apart() -> None:
    for number, spread in enumerate(SPREADS):
        weights = net(middle_alone=True)
        weights[f"around{number}_w"][0, 2] = 2  # adds twice what lies so many squares up and to the right
        board = looks(9, 9)
        board[5 * 16, 3 * 16] = 0.5
        answers = forward(weights, board)[..., 1]
        expected = np.zeros((9, 9))
        expected[5, 3] = 0.5
        expected[5 + spread, 3 - spread] = 1.0
        assert np.allclose(answers, expected, atol=1e-6)


def test_a_turned_or_mirrored_board_gives_the_same_answers_at_its_turned_places() -> None:
    board = random_planes(5, 7, seed=5)
    weights = net(middle_alone=False)
    straight = odds(weights, features(board), range(4)).mean(axis=0)
    turned = odds(weights, features([np.rot90(plane) for plane in board]), range(4)).mean(axis=0)
    mirrored = odds(weights, features([plane[::-1] for plane in board]), range(4)).mean(axis=0)
    assert np.allclose(np.rot90(straight), turned, atol=1e-5)
    assert np.allclose(straight[::-1], mirrored, atol=1e-5)
    assert np.ptp(straight[..., 0]) > 1e-3  # squares differ, so the comparison says something


def test_each_orientation_answers_where_the_square_lies() -> None:
    board = looks(4, 6)
    board[1 * 16, 4 * 16] = 0.5
    for answers in odds(net(middle_alone=True), board, range(4)):
        assert np.unravel_index(answers[..., 1].argmax(), (4, 6)) == (1, 4)


def test_features_of_four_pixels_are_their_mean_its_colour_and_how_they_differ() -> None:
    ground, roof, bare = (np.empty((2, 2, 3), np.uint8) for _ in range(3))
    ground[:] = [[[20], [40]], [[60], [80]]]
    roof[:], bare[:] = (51, 102, 204), 128
    given = features([ground, roof, bare])[0, 0]
    assert given.shape == (27,)
    assert np.allclose(given[:9], np.repeat([50, 0, 128], 3) / 255 - 0.5 + [0, 0, 0, 0.2, 0.4, 0.8, 0, 0, 0], atol=1e-5)
    blue, green, red = np.log([0.24, 0.44, 0.84])
    middle = (blue + green + red) / 3
    assert np.allclose(given[9:15], [0, 0, 0, blue - middle, green - middle, red - middle], atol=1e-5)
    assert np.allclose(given[15:18], np.log((50 / 255 + 0.04) / (128 / 255 + 0.04)), atol=1e-5)
    a, b, c, d = np.log(np.array([20, 40, 60, 80]) / 255 + 0.04)
    left_right, up_down, crosswise = (a - b + c - d) / 2, (a + b - c - d) / 2, (a - b - c + d) / 2
    assert np.allclose(given[18:], [left_right, up_down, crosswise, 0, 0, 0, 0, 0, 0], atol=1e-5)
    alone = features([ground, roof])[0, 0]
    assert np.allclose(alone, given[list(WITHOUT_EMPTY)])
