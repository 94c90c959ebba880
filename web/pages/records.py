"""What was worked out of a game, and records across games: results, rivalries, and how a player is forgotten."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, jsonify, render_template
from flask.typing import ResponseReturnValue

from companion.errors import FormatError
from companion.review import LEFT_OUT, Analysis, Story, box
from companion.sentence import Sentence
from companion.words import spell
from web._house import house
from web._language import language
from web._roles import for_the_banker
from web.pages.commands import json_object
from web.pages.review import clerk, library, progress_of, said, story_of, title_of, want

pages = Blueprint("records", __name__)


@pages.get("/review/<int:game>/analysis")
def analysis(game: int) -> ResponseReturnValue:
    ref = str(game)
    story = story_of(ref)
    found = library().analysis(game)
    progress = None if found is not None else clerk().progress(game)
    return render_template(
        "review_analysis.html",
        ref=ref,
        title=title_of(story),
        box=box(story.header),
        found=None if found is None else _shown(found, story),
        progress=progress,
        has_dice_luck=story.rules.name == "shark",
        left_out=said(LEFT_OUT[story.rules.name]) if story.rules.name in LEFT_OUT else "",
        hidden=found is not None and found.lead is None and story.result is None,
    )


@pages.get("/review/<int:game>/analysis.json")
def progress(game: int) -> ResponseReturnValue:
    """How far it is."""
    story_of(str(game))
    return progress_of(game, "analysis", done=library().analysis(game) is not None)


@pages.post("/review/analyse")
def analyse() -> ResponseReturnValue:
    """Wants a game's analysis, or no longer (``stop``)."""
    return want("analysis")


@pages.get("/records")
def show() -> ResponseReturnValue:
    found = library().records()
    return render_template(
        "records.html",
        finished=found.finished,
        waiting=found.waiting,
        players=[
            {
                "name": record.name,
                "games": record.games,
                "won": record.won,
                "shared": record.shared,
                "rank": f"{record.ranks / record.games:.1f}",
                "played": [
                    (called, count, spell(record.best[called], language()) if called in record.best else "")
                    for called, count in record.played.most_common()
                ],
            }
            for record in found.players
        ],
        rivalries=found.rivalries[:40],
    )


@pages.post("/review/forget")
@for_the_banker
def forget() -> ResponseReturnValue:
    """Takes a player's name out of everything that is kept here. ``confirm`` repeats the name."""
    raw = json_object()
    name, confirm = raw.get("name"), raw.get("confirm")
    if not isinstance(name, str) or name != confirm:
        raise FormatError(Sentence("the two names are not the same: nothing was changed"))
    forgotten = house().forget
    if forgotten is None:
        abort(404)
    games = forgotten(name)
    return jsonify(ok=True, games=games)


def _shown(found: Analysis, story: Story) -> dict[str, Any]:
    """An analysis with its amounts and moments said."""
    texts = {moment.n: (moment.turn, said(moment.sentence)) for moment in story.moments}
    code = language()

    def signed(amount: int) -> str:
        return spell(amount, code, sign=bool(amount))

    lucky = sorted(found.throws, key=lambda throw: throw.value - throw.mean)
    missed = sorted(found.choices, key=lambda choice: choice.value - choice.best)
    return {
        "players": [
            {
                "name": player.name,
                "throws": player.throws,
                "luck": signed(player.luck),
                "placements": player.placements,
                "best": player.best,
                "missed": spell(player.missed, code),
                "falls": spell(player.falls, code),
            }
            for player in found.players
        ],
        "throws": [
            (
                throw.n,
                throw.player,
                *texts[throw.n],
                signed(throw.value),
                signed(throw.mean),
                signed(throw.value - throw.mean),
            )
            for throw in (*lucky[::-1][:3], *lucky[:3])
        ],
        "choices": [
            (
                choice.n,
                choice.player,
                *texts[choice.n],
                signed(choice.value),
                signed(choice.best),
                choice.best_company,
                choice.best_square,
            )
            for choice in missed[:6]
            if choice.best > choice.value
        ],
        "falls": [
            (
                fall.n,
                fall.player,
                *texts[fall.n],
                fall.company,
                fall.shares,
                spell(fall.paid, code),
                spell(fall.worth, code),
            )
            for fall in found.falls
        ],
        "lots": [(lot.n, lot.player, *texts[lot.n], spell(lot.paid, code), signed(lot.brought)) for lot in found.lots],
        "turns": [(each.n, each.player, texts[each.n][0], signed(each.change)) for each in found.turns],
        "lead": found.lead,
        "turning": None
        if found.turning is None
        else {
            "winner": found.turning.winner,
            "n": found.turning.n,
            "turn": found.turning.turn,
            "text": texts[found.turning.n][1],
            "swing_n": found.turning.swing_n,
            "swing": signed(found.turning.swing),
            "swing_text": texts[found.turning.swing_n][1],
        },
    }
