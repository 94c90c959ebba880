"""Following a board on which pieces of further colours stand, by the owner's palette."""

from __future__ import annotations

import pytest

from companion.commands._learning import asked_layout, sample
from companion.devices import Frame
from companion.reading import Change, Trouble
from companion.squares import parse_square
from hardware.virtual import VirtualTable
from tests.vision.own_pieces import OWN, SMALL, give_colours, photo
from vision.palette import Palette, learn_palette
from vision.watcher import BoardWatcher


@pytest.fixture(autouse=True)
def own_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """The virtual table has pieces of those colours too."""
    give_colours(monkeypatch, OWN)


@pytest.fixture
def palette() -> Palette:
    layout = asked_layout(SMALL, "opcr")
    image, empty = photo(layout, SMALL)
    return learn_palette(SMALL.name, [sample(image, SMALL, layout, empty=empty)])


def test_pieces_of_further_colours_are_told_as_they_come_and_go(palette: Palette) -> None:
    """Three at once as well: the nets take each for something that covers its square."""
    table = VirtualTable(SMALL, None, seed=1)
    watcher = BoardWatcher(SMALL, empty=table.empty_picture(), palette=palette)
    steps: list[tuple[tuple[tuple[str, str], ...], tuple[str, ...]]] = [
        ((("B2", "o"),), ()),
        ((("D6", "p"), ("F3", "p"), ("I8", "p"), ("K3", "o")), ()),
        ((("G10", "r"), ("C9", "c")), ("B2",)),
        ((), ("D6", "K3", "G10")),
    ]
    told = []
    for number, (came, went) in enumerate([((), ()), *steps]):
        for name, letter in came:
            table.put(parse_square(name), letter)
        for name in went:
            table.take(parse_square(name))
        told += watcher.see(Frame(str(number), table.render(0.0), number * 1000))
    changes = [(set(event.added), set(event.removed)) for event in told if isinstance(event, Change)]
    assert changes == [(set(came), set(went)) for came, went in steps]
    assert len(told) == len(steps)


def test_a_piece_of_a_further_colour_is_no_change_where_it_is_not_in_the_game(palette: Palette) -> None:
    table = VirtualTable(SMALL, None, seed=1)
    watcher = BoardWatcher(SMALL, empty=table.empty_picture(), palette=palette, pieces="rbgyt")
    watcher.see(Frame("0", table.render(0.0), 0))
    table.put(parse_square("B2"), "o")
    assert not [event for event in watcher.see(Frame("1", table.render(0.0), 1000)) if isinstance(event, Change)]
    assert watcher.squares is not None
    assert watcher.squares[1][1] == "?"


def test_where_further_kinds_may_stand_a_doubtful_piece_may_be_one_of_them(palette: Palette) -> None:
    """A blue piece: its letter is not in the palette."""
    table = VirtualTable(SMALL, None, seed=1)
    watcher = BoardWatcher(SMALL, empty=table.empty_picture(), palette=palette)
    watcher.see(Frame("0", table.render(0.0), 0))
    table.put(parse_square("B2"), "b")
    (told,) = watcher.see(Frame("1", table.render(0.0), 1000))
    assert isinstance(told, Trouble)
    assert str(told.text).startswith("B2 is not sure: ")
    assert str(told.text).endswith("blue or another piece?")
