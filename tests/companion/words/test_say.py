"""Sentences in each language; the expected texts are written by hand."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

import calibration
from companion.errors import RuleError
from companion.games.shark import Shark
from companion.money import Amount
from companion.sentence import Either, Sentence, as_it_is, counted
from companion.words import LANGUAGES, entry_kind, nearest, page_texts, say, spell

GAME = Shark()


def header(edition: str, **start: object) -> dict[str, object]:
    """Andrea on turn, Bernd beside her, in the middle of a game."""
    rows = start.pop("board")
    high = 12 if edition == "2001" else 10
    board = [str(row).ljust(12, ".") for row in rows] + ["." * 12] * (high - len(rows))  # type: ignore[arg-type,attr-defined]
    return {
        "format": "bankhalter-game/1",
        "game": "shark",
        "edition": edition,
        "board": f"shark-{edition}",
        "players": ["Andrea", "Bernd"],
        "banker": "Bernd",
        "options": {},
        "start": {**start, "board": board},
    }


def play(head: dict[str, object], *events: dict[str, object]):
    """The last event's sentence, its entries, and what the game waits for then."""
    step = GAME.start(head, calibration.board_file)
    sentence = None
    for raw in events:
        event = GAME.parse_event({"player": "Andrea", **raw})
        sentence = GAME.describe(step.state, event)
        step = GAME.apply(step.state, event)
    return sentence, step.entries, GAME.waiting(step.state).sentence


TAKE_OVER = (
    header("1991", board=["rrrrr", ".....b", ".....b"], shares={"Andrea": {"red": 2}, "Bernd": {"red": 1, "blue": 3}}),
    {"do": "roll", "zone": "2", "colour": "red"},
    {"do": "place", "company": "red", "square": "F1"},
)
"""A chain of 5 gets its sixth house and drives away the blue chain of 2; Bernd, who holds blue, lacks the money."""


@pytest.mark.parametrize(
    ("language", "event", "commission", "dividend", "loss", "end"),
    [
        (
            "en",
            "Andrea puts a red house on F1",
            "chain A1-F1 now has 6 houses: Smith & Smith rises 5,000 → 6,000, the commission is the new price",
            "chain A1-F1 now has 6 houses: Smith & Smith rises 5,000 → 6,000; 1 share × 1,000",
            "2 houses are removed (F2 and F3): Empire falls 2,000 → 0; 3 shares × 2,000",
            "The game is over: one player is left. Andrea wins with 20,000",
        ),
        (
            "de",
            "Andrea setzt ein rotes Haus auf F1",
            "Kette A1-F1 hat jetzt 6 Häuser: Smith & Smith steigt 5.000 → 6.000, die Provision ist der neue Kurs",
            "Kette A1-F1 hat jetzt 6 Häuser: Smith & Smith steigt 5.000 → 6.000; 1 Aktie × 1.000",
            "2 Häuser werden entfernt (F2 und F3): Empire fällt 2.000 → 0; 3 Aktien × 2.000",
            "Das Spiel ist aus: nur noch ein Spieler ist dabei. Andrea gewinnt mit 20.000",
        ),
        (
            "it",
            "Andrea mette un grattacielo rosso su F1",
            "la catena A1-F1 ha ora 6 grattacieli: Smith & Smith sale 5.000 → 6.000, "
            "la provvigione è la nuova quotazione",
            "la catena A1-F1 ha ora 6 grattacieli: Smith & Smith sale 5.000 → 6.000; 1 azione × 1.000",
            "2 grattacieli tolti (F2 e F3): Empire scende 2.000 → 0; 3 azioni × 2.000",
            "La partita è finita: resta un solo giocatore. Vince Andrea con 20.000",
        ),
        (
            "fr",
            "Andrea pose une maison rouge en F1",
            "la chaîne A1-F1 a maintenant 6 maisons\u00a0: Smith & Smith monte 5\u202f000 → 6\u202f000, "
            "la commission est le nouveau cours",
            "la chaîne A1-F1 a maintenant 6 maisons\u00a0: Smith & Smith monte 5\u202f000 → 6\u202f000\u00a0; "
            "1 action × 1\u202f000",
            "2 maisons sont retirées (F2 et F3)\u00a0: Empire baisse 2\u202f000 → 0\u00a0; 3 actions × 2\u202f000",
            "La partie est finie\u00a0: il reste un seul joueur. Andrea gagne avec 20\u202f000",
        ),
    ],
)
def test_a_take_over_in_each_language(language, event, commission, dividend, loss, end):
    sentence, entries, waiting = play(*TAKE_OVER)
    assert say(sentence, language) == event
    reasons = {(entry.kind, entry.account): say(entry.reason, language) for entry in entries}
    assert reasons["commission", "Andrea"] == commission
    assert reasons["dividend", "Bernd"] == dividend
    assert reasons["loss", "Bernd"] == loss
    # Bernd has his dividend of 1,000 and 3,000 for his share of Smith & Smith: 6,000 are not covered, and he is out.
    # Andrea has the commission of 6,000, a dividend of 2,000 and two shares at 6,000.
    assert say(waiting, language) == end


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "höchstens 5 Aktien werden in einem Zug gekauft: Andrea darf noch 3 kaufen"),
        ("it", "si comprano al massimo 5 azioni per turno: Andrea può comprarne ancora 3"),
        ("fr", "on achète 5 actions au plus par tour\u00a0: Andrea peut encore en acheter 3"),
    ],
)
def test_what_the_rules_refuse_is_said_in_each_language(language, words):
    head = header("1991", board=["rr"], cash={"Andrea": 90_000})
    with pytest.raises(RuleError) as refused:
        play(
            head,
            {"do": "buy", "company": "red", "shares": 2},
            {"do": "buy", "company": "red", "shares": 4},
        )
    assert say(refused.value.sentence, language) == words
    assert str(refused.value) == "at most 5 shares are bought in one turn: Andrea may buy 3 more"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "Andrea: Schwarz, setze ein grünes Haus oder ein gelbes Haus in Zone 1"),
        ("it", "Andrea: nero, metti un grattacielo verde o un grattacielo giallo nella zona 1"),
        ("fr", "Andrea\u00a0: noir, pose une maison verte ou une maison jaune dans la zone 1"),
    ],
)
def test_colours_bend_with_their_house(language, words):
    head = {**header("1991", board=["r.b"]), "options": {"black_fewest": True}}
    _, _, waits = play(head, {"do": "roll", "zone": "1", "colour": "black"})
    assert say(waits, language) == words


def test_a_company_without_a_printed_name_is_called_by_its_colour():
    sentence, _, _ = play(
        header("2001", board=["rr"], cash={"Andrea": 2000}), {"do": "buy", "company": "red", "shares": 1}
    )
    assert say(sentence, "en") == "Andrea buys 1 Red share for 2,000"
    assert say(sentence, "de") == "Andrea kauft 1 Aktie von Rot für 2.000"
    assert say(sentence, "fr") == "Andrea achète 1 action Rouge pour 2\u202f000"


def test_nothing_is_many_but_in_french():
    nothing = counted(0, "{count} share", "{count} shares")
    assert [say(nothing, language) for language in ("en", "de", "it", "fr")] == [
        "0 shares",
        "0 Aktien",
        "0 azioni",
        "0 action",
    ]


def test_lists_are_joined_as_the_language_does():
    colours = (Sentence("red"), Sentence("blue"), Sentence("green"))
    assert say(Sentence("{text}", {"text": colours}), "en") == "red, blue and green"
    assert say(Sentence("{text}", {"text": Either(colours)}), "it") == "rosso, blu o verde"
    assert say(Sentence("{text}", {"text": colours[:1]}), "de") == "Rot"


def test_what_has_no_translation_is_said_in_english():
    unknown = Sentence("a text that nobody says: {sum}", {"sum": Amount(12000)})
    assert say(unknown, "de") == "a text that nobody says: 12.000"
    assert say(as_it_is("{braces} stay"), "fr") == "{braces} stay"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_ends_twice_where_a_question_is_filled_in(language: str):
    """Whatever text says on after what is filled into it, in every language: "is this its board?. Give its corners"."""
    german = page_texts("de")
    texts = [text for text in german if isinstance(german[text], str) and re.search(r"\{\w+\}\.(\s|$)", text)]
    assert "{reason}. Tap the board's corners in the picture: its own top left first, then clockwise." in texts
    question = Sentence("too little of its grid is seen to be sure of the place: is the picture sharp?")
    for text in texts:
        told = say(Sentence(text, dict.fromkeys(re.findall(r"\{(\w+)\}", text), question)), language)
        assert "?" in told
        assert "?." not in told
    assert say(Sentence("{text}...", {"text": question}), language).endswith("?...")


def test_a_question_mark_that_is_no_question_keeps_the_full_stop_after_it():
    assert str(Sentence("fill in what is marked with ?.", {})) == "fill in what is marked with ?."
    assert str(Sentence("{square} reads {letter}.", {"square": "A1", "letter": "?"})) == "A1 reads ?."


def test_names_are_never_taken_for_texts():
    assert say(Sentence("{player} ends the turn", {"player": "red {player}"}), "de") == "red {player} beendet den Zug"


def test_sums_and_kinds():
    assert [spell(-1_234_000, language) for language in ("en", "de", "it", "fr")] == [
        "−1,234,000",
        "−1.234.000",
        "−1.234.000",
        "−1\u202f234\u202f000",
    ]
    assert say(entry_kind("forced_sale"), "it") == "vendita forzata"
    assert say(entry_kind("write_off"), "de") == "Schuld erlassen"


def test_the_nearest_language():
    assert [nearest(name) for name in ("it", "de-CH", "FR_fr.UTF-8", "deu", "nl", "")] == [
        "it",
        "de",
        "fr",
        "en",
        "en",
        "en",
    ]


def test_english_needs_no_catalogue():
    code = (
        "import sys; from companion.sentence import Sentence; from companion.words import say;"
        "print(say(Sentence('{player} ends the turn', {'player': 'Bernd'}), 'en'), 'babel' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout == "Bernd ends the turn False\n"
