"""Files are written whole, where they were meant to lie, for whom they are meant; and nothing else is overwritten."""

from __future__ import annotations

import fcntl
import os
import socket
import stat
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.files import check_savable, copy_aside, locked, make_folder, read_file, save_whole, set_aside
from tests.running import time_limit


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))


def _link_to_a_pipe(path: Path) -> None:
    os.mkfifo(path.with_name("pipe"))
    path.symlink_to("pipe")


def _link_to_itself(path: Path) -> None:
    path.symlink_to(path.name)


NO_FILES = [_pipe, _socket, Path.mkdir, _link_to_a_pipe, _link_to_itself]


@pytest.fixture(params=[0o022, 0o077, 0o002])
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("make", NO_FILES)
def test_what_is_no_ordinary_file_is_neither_read_nor_waited_for(tmp_path: Path, make: Callable[[Path], None]) -> None:
    path = tmp_path / "in"
    make(path)
    before = len(os.listdir("/dev/fd"))
    with time_limit(5), pytest.raises(OSError, match=r".") as told:
        read_file(path)
    assert str(told.value.filename) == str(path)
    assert len(os.listdir("/dev/fd")) == before, "nothing is left open"


def test_an_ordinary_file_is_read_also_by_a_link(tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(b"some\r\n\0")
    (tmp_path / "link").symlink_to("in")
    assert read_file(tmp_path / "in") == read_file(tmp_path / "link") == b"some\r\n\0"


def test_what_a_program_was_handed_over_is_read_to_its_end(tmp_path: Path) -> None:
    """A pipe without a name, as the shell's `<(...)`, and one with a name, whose writer is gone already."""
    os.mkfifo(tmp_path / "pipe")
    named = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK), os.open(tmp_path / "pipe", os.O_WRONLY)
    for here, there in (os.pipe(), named):
        os.write(there, b"some\r\n\0")
        os.close(there)
        with time_limit(5):
            assert read_file(Path(f"/dev/fd/{here}")) == b"some\r\n\0"
        os.close(here)


@pytest.mark.parametrize("make", NO_FILES)
@pytest.mark.parametrize("write", [lambda path: save_whole(path, b"new"), check_savable], ids=["save", "check"])
def test_what_is_no_ordinary_file_stays_what_it_is(
    tmp_path: Path, make: Callable[[Path], None], write: Callable[[Path], None]
) -> None:
    path = tmp_path / "out"
    make(path)
    before = path.lstat()
    there = sorted(tmp_path.iterdir())
    with pytest.raises(OSError, match=r"."):
        write(path)
    assert path.lstat() == before
    assert sorted(tmp_path.iterdir()) == there


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes devices")
def test_a_device_stays_a_device(tmp_path: Path) -> None:
    path = tmp_path / "full"
    try:
        os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(1, 7))
    except PermissionError:
        pytest.skip("no devices can be made here")
    with pytest.raises(OSError, match="no ordinary file"):
        save_whole(path, b"new")
    assert stat.S_ISCHR(path.stat().st_mode)


@pytest.mark.parametrize("write", [lambda path: save_whole(path, b"new"), check_savable], ids=["save", "check"])
def test_an_open_pipe_is_no_ordinary_file_either(write: Callable[[Path], None]) -> None:
    """As /dev/stdout is where another program reads: a link to what has no name."""
    ends = os.pipe()
    try:
        with pytest.raises(OSError, match="no ordinary file"):
            write(Path(f"/dev/fd/{ends[1]}"))
    finally:
        for end in ends:
            os.close(end)


@pytest.mark.parametrize("there", [True, False])
def test_a_link_is_followed_and_stays(tmp_path: Path, there: bool) -> None:
    (tmp_path / "elsewhere").mkdir()
    aim = tmp_path / "elsewhere" / "aim.pdf"
    if there:
        aim.write_bytes(b"old")
    (tmp_path / "first").symlink_to("elsewhere/aim.pdf")
    (tmp_path / "second").symlink_to(tmp_path / "first")
    check_savable(tmp_path / "second")
    save_whole(tmp_path / "second", b"new")
    assert aim.read_bytes() == b"new"
    assert not aim.is_symlink()
    assert (tmp_path / "second").is_symlink()
    assert (tmp_path / "first").is_symlink()
    assert list((tmp_path / "elsewhere").iterdir()) == [aim]


def test_others_may_read_a_new_file_as_the_umask_lets_them(tmp_path: Path, umask: int) -> None:
    save_whole(tmp_path / "board.pdf", b"new")
    assert mode(tmp_path / "board.pdf") == 0o666 & ~umask


def test_who_may_read_a_file_may_do_so_when_it_is_written_anew(tmp_path: Path, umask: int) -> None:
    path = tmp_path / "board.pdf"
    path.write_bytes(b"old")
    path.chmod(0o640)
    save_whole(path, b"new")
    assert mode(path) == 0o640
    assert path.read_bytes() == b"new"


@pytest.mark.parametrize("before", [None, 0o644])
def test_a_secret_is_its_owner_s_alone(tmp_path: Path, umask: int, before: int | None) -> None:
    path = tmp_path / "pin"
    if before is not None:
        path.write_bytes(b"old")
        path.chmod(before)
    save_whole(path, b"new", secret=True)
    assert mode(path) == 0o600


@pytest.mark.parametrize("write", [lambda path: save_whole(path, b"new"), check_savable], ids=["save", "check"])
def test_no_folder_is_made_for_a_file(tmp_path: Path, write: Callable[[Path], None]) -> None:
    with pytest.raises(FileNotFoundError):
        write(tmp_path / "nosuch" / "board.pdf")
    (tmp_path / "file").touch()
    with pytest.raises(NotADirectoryError):
        write(tmp_path / "file" / "board.pdf")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_to_look_whether_a_file_could_be_written_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "board.pdf"
    check_savable(path)
    assert list(tmp_path.iterdir()) == []
    path.write_bytes(b"old")
    check_savable(path)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_is_made_in_one_that_is_there(tmp_path: Path) -> None:
    for _ in range(2):
        make_folder(tmp_path / "new")
        assert (tmp_path / "new").is_dir()
    with pytest.raises(FileNotFoundError):
        make_folder(tmp_path / "nosuch" / "new")
    assert not (tmp_path / "nosuch").exists()
    make_folder(tmp_path / "nosuch" / "new", above=True)
    assert (tmp_path / "nosuch" / "new").is_dir()


@pytest.mark.parametrize("above", [True, False])
def test_a_file_is_no_folder(tmp_path: Path, above: bool) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path / "file", tmp_path / "file" / "new"):
        with pytest.raises(NotADirectoryError):
            make_folder(path, above=above)


@pytest.mark.parametrize("left_behind", [False, True])
def test_a_lock_is_one_program_s_at_a_time_and_leaves_nothing(tmp_path: Path, left_behind: bool) -> None:
    path = tmp_path / "lock"
    if left_behind:
        path.touch()
    for _ in range(2):
        with locked(path), pytest.raises(BlockingIOError), locked(path):
            pass
        assert list(tmp_path.iterdir()) == []


def test_a_lock_that_ends_while_another_asks_is_not_given_to_two(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second has opened the first one's file when that is removed; a third would make a file of its own."""
    path, first, flock = tmp_path / "lock", ExitStack(), fcntl.flock
    first.enter_context(locked(path))

    def too_late(number: int, how: int) -> None:
        first.close()
        flock(number, how)

    monkeypatch.setattr(fcntl, "flock", too_late)
    with locked(path), pytest.raises(BlockingIOError), locked(path):
        pass


def test_a_lock_whose_file_was_removed_by_hand_does_not_take_another_s_with_it(tmp_path: Path) -> None:
    path, first, second = tmp_path / "lock", ExitStack(), ExitStack()
    first.enter_context(locked(path))
    path.unlink()
    second.enter_context(locked(path))
    first.close()
    with second, pytest.raises(BlockingIOError), locked(path):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_link_is_no_lock(tmp_path: Path) -> None:
    (tmp_path / "lock").symlink_to("mine")
    with pytest.raises(OSError, match="symbolic links"), locked(tmp_path / "lock"):
        pass
    assert [path.name for path in tmp_path.iterdir()] == ["lock"]


def test_what_cannot_be_locked_is_no_lock_of_another(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), locked(tmp_path / "nosuch" / "lock"):
        pass


def test_a_copy_is_for_those_who_may_read_the_file_and_takes_no_name_that_is_taken(tmp_path: Path, umask: int) -> None:
    path = tmp_path / "view.json"
    path.write_bytes(b"old")
    path.chmod(0o640)
    (tmp_path / "view.json.aside-1").symlink_to("nosuch")
    spare = copy_aside(path)
    assert (spare.name, spare.read_bytes(), mode(spare)) == ("view.json.aside-2", b"old", 0o640)
    assert path.read_bytes() == b"old"
    assert set_aside(path).name == "view.json.aside-3"
    assert not path.exists()
    assert not (tmp_path / "nosuch").exists()
