"""The picture that decided an event is kept beside the journal, and the oldest go when room is short."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.table import PictureKeeper, Policy
from tests.companion.table.conftest import At, roll, seen


class Camera:
    """Shows another picture each time, 100 bytes each."""

    def __init__(self) -> None:
        self.shown = 0

    def __call__(self) -> bytes:
        self.shown += 1
        return f"picture {self.shown}".encode().ljust(100)


def keeper_of(at: At, folder: Path, camera: Camera, room: int = 1000) -> PictureKeeper:
    games = lambda: {game["id"] for game in at.table.games()}  # noqa: E731
    return PictureKeeper(folder, lambda: room, at.table.decision, camera, at.table.wait, games)


def kept(keeper: PictureKeeper, at: At, seq: int) -> bytes | None:
    line = next(line for line in at.now["log"] if line["seq"] == seq)
    return keeper.kept(at.game or 0, line["picture"])


def test_the_picture_of_the_proposal_is_kept_when_it_is_booked(at: At, tmp_path: Path) -> None:
    keeper = keeper_of(at, tmp_path, Camera())
    keeper.look()
    roll(at)
    keeper.look()
    assert not list(tmp_path.rglob("*.jpg"))  # a throw is not decided by a picture
    at.table.observe(seen({"D1": "r"}))
    keeper.look()
    keeper.look()  # the same proposal: no other picture
    at.ask("book", proposal=at.now["proposal"]["id"])
    keeper.look()
    assert (kept(keeper, at, 2) or b"").strip() == b"picture 1"
    assert kept(keeper, at, 1) is None
    assert len(list(tmp_path.rglob("*.jpg"))) == 1


def test_what_a_person_taps_has_no_picture(at: At, tmp_path: Path) -> None:
    keeper = keeper_of(at, tmp_path, Camera())
    keeper.look()
    roll(at)
    at.event("place", company="red", square="D1")
    keeper.look()
    assert kept(keeper, at, 2) is None


def test_what_the_table_books_by_itself_has_its_picture(tmp_path: Path) -> None:
    at = At(None, Policy(placements=True, turns=True))
    keeper = keeper_of(at, tmp_path, Camera())
    keeper.look()
    roll(at)
    at.table.observe(seen({"D1": "r"}))
    keeper.look()
    assert (kept(keeper, at, 2) or b"").strip() == b"picture 1"
    at.journal.close()


def test_the_oldest_go_first_when_room_is_short(tmp_path: Path) -> None:
    at = At(None, Policy(placements=True))
    keeper = keeper_of(at, tmp_path, Camera(), room=250)
    keeper.look()
    board = {}
    for n, (square, player) in enumerate([("D1", "Andrea"), ("A2", "Bernd"), ("B2", "Andrea")]):
        roll(at, key=f"t{n}")
        board[square] = "r"
        at.table.observe(seen(board))
        keeper.look()
        for file in tmp_path.rglob("*.jpg"):  # a file's time is coarse: each picture is older than the next
            os.utime(file, ns=(file.stat().st_mtime_ns - 10**9,) * 2)
        assert at.now["view"]["turn"] == player
        at.event("end_turn")
    assert [kept(keeper, at, seq) is not None for seq in (2, 5, 8)] == [False, True, True]
    at.journal.close()


def test_pictures_of_a_deleted_game_go(tmp_path: Path) -> None:
    at = At(None, Policy(placements=True))
    (tmp_path / "99").mkdir()
    (tmp_path / "99" / "0123456789abcdef.jpg").write_bytes(b"of a game that is gone")
    keeper = keeper_of(at, tmp_path, Camera())
    keeper.look()
    roll(at)
    at.table.observe(seen({"D1": "r"}))
    keeper.look()
    assert not (tmp_path / "99").exists()
    assert kept(keeper, at, 2) is not None
    at.journal.close()


@pytest.mark.parametrize("key", ["../../secret", "", "0123456789abcdef/../x", "0123456789ABCDEF"])
def test_no_other_file_is_given_out(at: At, tmp_path: Path, key: str) -> None:
    (tmp_path / "secret.jpg").write_bytes(b"secret")
    assert keeper_of(at, tmp_path / "pictures", Camera()).kept(1, key) is None
