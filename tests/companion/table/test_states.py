"""The printed states of the table are those that it goes through; docs/table.md holds them as they are."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.reading import Seen
from companion.table._states import STATES, STEPS, markdown
from tests.companion.table.conftest import At, roll, seen

DOCS = Path(__file__).parents[3] / "docs" / "table.md"
BEGIN, END = "<!-- states -->\n", "<!-- end of states -->\n"


def test_the_documentation_holds_the_states_as_they_are() -> None:
    assert DOCS.read_text("utf-8").partition(BEGIN)[2].partition(END)[0] == markdown(), "make states"


def test_every_state_can_be_left_and_reached_and_every_step_has_words() -> None:
    assert {step for state in STATES.values() for step in state.then} == set(STEPS)
    for name in STATES:
        others = [state for other, state in STATES.items() if other != name]
        assert any(name in after for state in others for after in state.then.values()), name


Act = Callable[[At], object]
WALK: tuple[tuple[str, Act, str], ...] = (
    ("picture", lambda at: at.table.observe(seen({})), "agrees"),
    ("event", roll, "agrees"),
    ("picture", lambda at: at.table.observe(seen({"D4": "b"})), "disagrees"),
    ("trust", lambda at: at.ask("trust", squares=["D4"]), "agrees"),
    ("picture", lambda at: at.table.observe(seen({"D4": "?"})), "agrees"),
    ("picture", lambda at: at.table.observe(seen({"D4": "r", "A5": "?"})), "proposed"),
    ("picture", lambda at: at.table.observe(seen({"A5": "?"})), "doubtful"),
    ("picture", lambda at: at.table.observe(seen({"D4": "r"})), "proposed"),
    ("dismiss", lambda at: at.ask("dismiss", proposal=at.now["proposal"]["id"]), "dismissed"),
    ("picture", lambda at: at.table.observe(seen({"D1": "r"})), "proposed"),
    ("book", lambda at: at.ask("book", proposal=at.now["proposal"]["id"]), "agrees"),
    ("change", lambda at: at.ask("undo"), "dismissed"),
    ("change", lambda at: at.ask("redo"), "agrees"),
    ("camera_off", lambda at: at.table.look_away(), "blind"),
    ("event", lambda at: at.event("end_turn"), "blind"),
    ("picture", lambda at: at.table.observe(Seen("shark-1991", "f", None, "too dark", "dark")), "blind"),
    ("game", lambda at: at.ask("archive_game", target=at.game), "none"),
)
"""One way through the states: what is done, how, and where the table stands then."""


def test_the_table_goes_only_where_its_states_say(at: At) -> None:
    assert at.now["standing"] == "blind"
    for step, act, stands in WALK:
        before = at.now["standing"]
        act(at)
        assert at.now["standing"] == stands, (before, step)
        if stands != before:
            assert stands in STATES[before].then[step], (before, step)  # type: ignore[index]


def test_houses_left_standing_are_a_state_of_their_own() -> None:
    from tests.companion.table.conftest import HEADER

    rows = ("rrr.........", "...b........", *["............"] * 8)
    at = At(None, header={**HEADER, "start": {**HEADER["start"], "board": list(rows)}})
    roll(at)
    at.event("place", company="red", square="D1")
    at.table.observe(seen({"D1": "r"}, rows))
    assert at.now["standing"] == "to_do"
    at.journal.close()


if __name__ == "__main__":
    text = DOCS.read_text("utf-8")
    head, _, rest = text.partition(BEGIN)
    DOCS.write_text(head + BEGIN + markdown() + END + rest.partition(END)[2], "utf-8")
