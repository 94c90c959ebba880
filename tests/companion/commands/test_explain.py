"""The command ``bankhalter explain``: one line of a record in words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.commands.explain import command
from companion.commands.replay import command as replay_command

RECORDS = Path(__file__).parents[2] / "games"
GAMES = RECORDS / "shark"
GAME = GAMES / "legal" / "g0029.game.jsonl"
HEADER = {
    "format": "bankhalter-game/1",
    "game": "shark",
    "edition": "1991",
    "board": "shark-1991",
    "players": ["Andrea", "Bernd"],
    "banker": "Bernd",
    "options": {"seven_cap": True},
    "start": {
        "board": ["rrrrr.......", ".....b......", ".....b......"] + ["............"] * 7,
        "shares": {"Andrea": {"red": 2}, "Bernd": {"blue": 2, "green": 1}},
        "cash": {"Bernd": 1000},
    },
}
"""A chain of 5 beside a blue one of 2: a sixth red house removes the blue ones."""
EVENTS = [
    {"do": "roll", "player": "Andrea", "zone": "2", "colour": "red"},
    {"do": "place", "player": "Andrea", "company": "red", "square": "F1"},
]


@pytest.fixture
def record(tmp_path):
    """A record of those events, its third line empty."""
    path = tmp_path / "take-over.game.jsonl"
    header, roll, place = (json.dumps(line) for line in (HEADER, *EVENTS))
    path.write_text(f"{header}\n{roll}\n\n{place}\n", encoding="utf-8")
    return path


def run(*arguments: object):
    return CliRunner().invoke(command, [str(argument) for argument in arguments])


def test_a_placement_says_who_did_what_each_payment_and_what_it_changed(record):
    done = run(record, 4)
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "Andrea puts a red house on F1 (R-7)",
        "  +6,000 Andrea, commission: chain A1-F1 now has 6 houses: Smith & Smith rises 5,000 → 6,000, "
        "the commission is the new price (R-14)",
        "  +2,000 Andrea, dividend: chain A1-F1 now has 6 houses: Smith & Smith rises 5,000 → 6,000; "
        "2 shares × 1,000 (R-15)",
        "  −4,000 Bernd, loss: 2 houses are removed (F2 and F3): Empire falls 2,000 → 0; 2 shares × 2,000 (R-16)",
        "       0 Bernd, debt forgiven: 3,000 cannot be paid and is forgiven: Bernd is out of the game (R-19)",
        "  price of Smith & Smith: 5,000 → 6,000",
        "  price of Empire: 2,000 → 0",
        "  removed from the board: F2 and F3",
        "  Bernd is out of the game",
        "  R-7: The house goes on an empty square of the zone. It is passed over only when it fits nowhere.",
        "  R-14: First the commission is paid, then the dividends, then the losses. The commission is the company's "
        "new price where it rose, 1,000 for a lone house.",
        "  R-9: A price is 1,000 for each house in the company's chains, 1,000 if it has lone houses only, and 15,000 "
        "at most. Where it is played so, a chain counts 7 at most.",
        "  R-15: When a price rises, everybody gets the rise for each share of that company.",
        "  R-16: When a price falls, everybody but the mover pays the fall for each share of that company.",
        "  R-19: If all shares at half price are not enough, everything is sold, the rest is forgiven, and the player "
        "is out. With turns of grace the rest stays as a debt.",
        "The game is over: one player is left. Andrea wins with 20,000",
    ]


def test_a_debt_that_stays_and_its_ruling_are_told(tmp_path):
    path = tmp_path / "grace.game.jsonl"
    header = {**HEADER, "options": {"debt_grace_turns": 1}}
    path.write_text("".join(json.dumps(line) + "\n" for line in (header, *EVENTS)), encoding="utf-8")
    lines = run(path, 3).stdout.splitlines()
    # 4,000 lost, 1,000 in cash; the green share is worth nothing, and the two blue ones neither (2,000 -> 0).
    told = "  Bernd still owes the bank 3,000: who has not paid by the end of his next own turn is out (R-19)"
    assert told in lines
    assert lines.count(told) == 1
    replayed = CliRunner().invoke(replay_command, [str(path)]).stdout.splitlines()
    assert "    " + told in replayed


def test_the_same_in_german(record):
    lines = run(record, 4, "--lang", "de").stdout.splitlines()
    assert lines[0] == "Andrea setzt ein rotes Haus auf F1 (R-7)"
    assert lines[1] == (
        "  +6.000 Andrea, Erfolgsprovision: Kette A1-F1 hat jetzt 6 Häuser: Smith & Smith steigt 5.000 → 6.000, "
        "die Provision ist der neue Kurs (R-14)"
    )
    assert "  vom Spielplan entfernt: F2 und F3" in lines
    assert lines[-1] == "Das Spiel ist aus: nur noch ein Spieler ist dabei. Andrea gewinnt mit 20.000"


def test_a_companys_payment_names_it_as_it_is_printed():
    game = RECORDS / "master_of_economy" / "legal" / "g0002.game.jsonl"
    assert run(game, 66, "--lang", "de").stdout.splitlines()[:3] == [
        "Bernd stimmt für die Dividende – 10 von 10 Stimmen dafür: angenommen (M-11)",
        "     −10 Green Grass, Dividende: Dividende von Green Grass, mit 10 von 10 Stimmen: 10 Aktien × 1 (M-11)",
        "     +10 Bernd, Dividende: Dividende von Green Grass, mit 10 von 10 Stimmen: 10 Aktien × 1 (M-11)",
    ]


def test_an_event_without_payments_says_so(record):
    assert run(record, 2).stdout.splitlines() == [
        "Andrea throws red, zone 2 (R-6)",
        "  Nobody gets or pays anything.",
        "  R-6: The dice give a zone and a colour. With black or white the player chooses the colour.",
        "Andrea: put a red house into zone 2",
    ]


def test_the_header_tells_the_set_up(record):
    assert run(record, 1).stdout.splitlines() == [
        "SHARK (1991): Andrea, Bernd",
        "  board: shark-1991",
        "  banker: Bernd",
        "  option seven_cap: true",
        "Andrea: throw the dice (or buy and sell first)",
    ]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (9, "9: there is no line 9: the record ends with line 4"),
        (3, "3: line 3 is empty: the event before it is in line 2"),
    ],
)
def test_a_line_that_holds_no_event_is_refused(record, line, complaint):
    done = run(record, line)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == f"{record}:{complaint}\n"


def test_no_line_and_no_language_of_ours_are_refused_by_the_command_line(record):
    assert run(record, 0).exit_code == 2
    assert run(record, "four").exit_code == 2
    assert "'nl' is not one of" in run(record, 2, "--lang", "nl").stderr


@pytest.mark.parametrize("game", ["six-shares-at-once-01", "unknown-do-01", "header-same-name-twice"])
def test_a_broken_line_is_named_with_what_is_wrong_as_in_replay(game):
    path = GAMES / "broken" / f"{game}.game.jsonl"
    wanted = json.loads((GAMES / "broken" / f"{game}.expected-error.json").read_text(encoding="utf-8"))
    done = run(path, wanted["line"])
    ruling = f" {wanted['rule']}:" if wanted["rule"] else ""
    assert (done.exit_code, done.stdout) == (wanted["exit"], "")
    assert done.stderr.startswith(f"{path}:{wanted['line']}:{ruling}")


def test_lines_before_a_broken_one_are_explained():
    done = run(GAMES / "broken" / "six-shares-at-once-01.game.jsonl", 172)
    assert (done.exit_code, done.stderr) == (0, "")


def test_what_a_rule_forbids_is_said_in_the_language_asked_for():
    done = run(GAMES / "broken" / "six-shares-at-once-01.game.jsonl", 173, "--lang", "it")
    assert done.stderr.endswith("R-3: si comprano al massimo 5 azioni per turno: Bernd può comprarne ancora 5\n")


def test_a_remark_with_control_characters_is_shown_as_text(tmp_path):
    game = tmp_path / "x.game.jsonl"
    header = GAME.read_text(encoding="utf-8").splitlines()[0]
    game.write_text(header + '\n{"do": "amend", "note": "a\\u001b[2Jb"}\n', encoding="utf-8")
    assert run(game, 2).stdout.splitlines()[0] == "Remark: a\\x1b[2Jb"


def test_an_edition_of_the_owners_own_is_known(tmp_path):
    (tmp_path / "mine.toml").write_text('[attic]\nlike = "1991"\n')
    path = tmp_path / "attic.game.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in ({**HEADER, "edition": "attic"}, *EVENTS)) + "\n")
    assert CliRunner().invoke(command, [str(path), "3"]).exit_code == 2
    result = CliRunner().invoke(command, [str(path), "3", "--editions", str(tmp_path / "mine.toml")])
    assert result.exit_code == 0
    # A chain of 6 is worth 6,000 a share: Andrea has two, the price rises by 1,000.
    assert "+2,000 Andrea" in result.stdout


def test_the_rulings_of_a_scoring_are_said_in_words(tmp_path):
    """REIBACH & CO: Andrea alone has gold (4); both have art, hers longer (3 and 1)."""
    row = {"multitalents": 0, "risk": 0}
    lines = [
        {"format": "bankhalter-game/1", "game": "reibach", "mode": "sheet", "players": ["Andrea", "Bernd"],
         "banker": "Bernd", "options": {}},
        {"do": "rows", "player": "Andrea",
         "rows": [{"business": "gold", "cards": 1, **row}, {"business": "art", "cards": 3, **row}]},
        {"do": "rows", "player": "Bernd", "rows": [{"business": "art", "cards": 2, **row}]},
        {"do": "score"},
    ]  # fmt: skip
    path = tmp_path / "sheet.game.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    done = run(path, 4)
    assert done.exit_code == 0, done.stderr
    told = done.stdout
    assert "  B-7: Who alone has a row of a business gets 4 for it, be it ever so short.\n" in told
    assert "  B-8: Where several have one, the longest row gets 3 and the next one 1.\n" in told
    assert "B-11" not in told, "only what was cited is said"
    german = run(path, 4, "--lang", "de").stdout
    assert "  B-7: Wer als Einziger eine Reihe eines Geschäfts hat" in german


def test_the_rulings_of_a_loan_are_said_in_words(tmp_path):
    """BIG SHOT: the first loan pays out 9."""
    record = RECORDS / "big_shot" / "legal" / "g0001.game.jsonl"
    lines = record.read_text("utf-8").splitlines()
    number = next(at for at, line in enumerate(lines, start=1) if json.loads(line).get("do") == "loan")
    done = run(record, number)
    assert done.exit_code == 0, done.stderr
    assert "  G-4: One loan a round: 10 owed, and 9 in hand for the first" in done.stdout
