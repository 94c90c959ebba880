"""Looking back: the games that are kept, one of them moment by moment, its ledger, and what was worked out of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from flask import Blueprint, abort, jsonify, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.errors import FormatError
from companion.games import Entry, rulings
from companion.review import (
    CHART_SIDES,
    HIGHLIGHT_TEXTS,
    Account,
    Clerk,
    Filter,
    Library,
    Listed,
    Moment,
    Story,
    Summary,
    Task,
    board_svg,
    box,
    flow_text,
    flows,
    kinds,
    ledger,
    lines_svg,
    ticks,
    turns,
)
from companion.sentence import Sentence
from companion.words import entry_kind, say, spell
from web._house import house
from web._language import language
from web._roles import for_the_banker, is_banker
from web.pages.commands import json_object

pages = Blueprint("review", __name__)

PAGE = 60
"""Games on one page of the list."""


class Told(NamedTuple):
    """A movement of money, said. ``account``: as it is called; ``why``: what its ruling says."""

    account: str
    amount: str
    kind: str
    company: str
    text: str
    ruling: str
    why: str
    balance: str


class Event(NamedTuple):
    """An event in the list of a turn. ``highlights``: (name, said)."""

    n: int
    text: str
    highlights: tuple[tuple[str, str], ...]


class Turn(NamedTuple):
    """A turn: who had it, its events, prices and wealth after it."""

    number: int
    mover: str
    events: tuple[Event, ...]
    prices: tuple[str, ...]
    wealth: tuple[str, ...]


@pages.get("/review")
def games() -> str:
    listed = library().games()
    player = request.args.get("player", "")
    if player:
        listed = [game for game in listed if player in game.info.header.get("players", ())]
    page = number_of("page", 1)
    last = max(1, -(-len(listed) // PAGE))
    page = min(max(page, 1), last)
    return render_template(
        "review.html",
        games=[_in_list(game) for game in listed[(page - 1) * PAGE : page * PAGE]],
        count=len(listed),
        page=page,
        last=last,
        player=player,
    )


def _in_list(game: Listed) -> dict[str, Any]:
    info, summary = game.info, game.summary
    spark = "" if summary is None else Markup(summary.spark)  # noqa: S704 - our own drawing, no text in it
    return {
        "id": info.id,
        "name": info.name or ", ".join(info.header.get("players", ())),
        "players": ", ".join(info.header.get("players", ())) if info.name else "",
        "box": box(info.header),
        "played": info.played,
        "open": info.open,
        "archived": info.archived,
        "winners": [] if summary is None else list(summary.winners),
        "best": "" if summary is None or not summary.ranking else _best(summary),
        "turns": None if summary is None else summary.turns,
        "spark": spark,
    }


def _best(summary: Summary) -> str:
    best = summary.result.get(summary.winners[0])
    return "" if best is None else spell(best, language())


@pages.get("/review/<ref>")
def game(ref: str) -> str:
    story = story_of(ref)
    place = story.at(number_of("at", None))
    marks = ticks(story)
    wealth, prices = story.wealth, story.prices
    return render_template(
        "review_game.html",
        ref=ref,
        title=title_of(story),
        box=box(story.header),
        players=story.players,
        companies={name: said(called) for name, called in story.companies().items()} if prices else {},
        turns=_turns(story),
        lines=[moment.n for moment in story.moments],
        jumps=[[moment.n, list(moment.highlights)] for moment in story.moments if moment.highlights],
        kinds=[
            (name, said(text))
            for name, text in HIGHLIGHT_TEXTS.items()
            if any(name in moment.highlights for moment in story.moments)
        ],
        wealth_chart=_chart(wealth, Sentence("wealth of each player"), marks, companies=False),
        prices_chart=_chart(prices, Sentence("prices of the companies"), marks, companies=True),
        flows=_flows(story),
        result=_result(story),
        fault=_fault(story),
        film=_film(ref),
        chart_sides=CHART_SIDES,
        may_take_record=may_take_record(story),
        may_keep=ref.startswith("r") and story.fault is None and is_banker(),
        **_moment(ref, story, place),
    )


@pages.get("/review/<ref>/moment/<int:n>")
def moment(ref: str, n: int) -> str:
    """One moment alone, for the page that jumps to it."""
    story = story_of(ref)
    return render_template("_moment.html", ref=ref, **_moment(ref, story, story.at(n)))


@pages.get("/review/<ref>/ledger")
def ledger_page(ref: str) -> str:
    story = story_of(ref)
    wanted = Filter(*(request.args.get(key, "") for key in ("player", "company", "kind")))
    texts = rulings(story.rules.name)
    rows = ledger(story, wanted)
    return render_template(
        "review_ledger.html",
        ref=ref,
        title=title_of(story),
        box=box(story.header),
        rows=[(row.moment, _told(story, row.entry, texts, row.balance)) for row in rows],
        sum=spell(sum(int(row.entry.amount) for row in rows), language(), sign=True),
        has_balance=any(row.balance is not None for row in rows),
        wanted=wanted,
        players=[(name, name) for name in story.players],
        companies={name: said(called) for name, called in story.companies().items()},
        kinds={kind: said(entry_kind(kind)) for kind in kinds(story)},
    )


@pages.post("/review/open")
def open_record() -> ResponseReturnValue:
    """The body is a game record: it is shown up to its first error, and kept nowhere."""
    key, story = library().open(request.get_data())
    return jsonify(ok=True, address=f"/review/{key}", whole=story.fault is None)


@pages.post("/review/keep")
@for_the_banker
def keep() -> ResponseReturnValue:
    """Takes a record that was opened in, beside the game on the table."""
    return jsonify(ok=True, address=f"/review/{library().keep(str(json_object().get('key')), 'banker')}")


# What pages are told.


def library() -> Library:
    """The games that are kept; ends the request where there is no looking back."""
    found = house().library
    if found is None:
        abort(404)
    return found


def clerk() -> Clerk:
    """Who works things out in the background; ends the request where there is nobody."""
    found = house().clerk
    if found is None:
        abort(404)
    return found


def want(task: Task) -> ResponseReturnValue:
    """Wants what the request's ``game`` says worked out, or no longer (``stop``)."""
    raw = json_object()
    game = raw.get("game")
    if not isinstance(game, int) or isinstance(game, bool):
        raise FormatError(Sentence("which game is meant is not said"))
    story_of(str(game))
    if raw.get("stop"):
        clerk().stop_work(game, task)
    else:
        clerk().ask(game, task)
    return jsonify(ok=True)


def progress_of(game: int, task: Task, *, done: bool) -> ResponseReturnValue:
    """How far a task is. ``done``: what it makes is there."""
    now = clerk().progress(game, task)
    if done or now is None or now.state == "done":  # done once, but the game has gone on since
        return jsonify(ok=True, state="done" if done else "none")
    return jsonify(ok=True, state=now.state, done=now.done, all=now.all)


def story_of(ref: str) -> Story:
    """The story of a kept game by its number, or of an opened record by its key."""
    if re.fullmatch(r"[1-9][0-9]{0,8}", ref):
        story = library().story(int(ref))
    else:
        opened = library().opened(ref)
        if opened is None:
            abort(404, "This record is no longer at hand. Open its file again.")
        story = opened
    if story.has_secrets and not is_banker():
        abort(403, "In this game money is kept secret until it is over. Then all may look back on it.")
    return story


def may_take_record(story: Story) -> bool:
    """Whether who asks may have the record: the banker, or anybody where it names nothing that people do not see."""
    return is_banker() or (story.result is not None and not story.names_hidden)


def number_of(key: str, default: Any) -> Any:
    """A number in the address; ``default`` where there is none."""
    text = request.args.get(key, "")
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else default


def said(value: Any) -> str:
    """A sentence in the reader's language."""
    return say(value, language())


def title_of(story: Story) -> str:
    """What a game is called."""
    return story.name or ", ".join(story.players)


def _told(story: Story, entry: Entry, texts: Mapping[str, Sentence], balance: int | None = None) -> Told:
    ruling = entry.reason.ruling
    return Told(
        said(story.called((entry.holder, entry.account))),
        spell(int(entry.amount), language(), sign=bool(entry.amount)),
        said(entry_kind(entry.kind)),
        str(entry.details.get("company", "")),
        said(entry.reason),
        ruling,
        said(texts[ruling]) if ruling in texts else "",
        "" if balance is None else spell(balance, language()),
    )


def _turns(story: Story) -> list[Turn]:
    """The turns of a game with what was told in each."""
    told = []
    for number, moments in turns(story.moments).items():
        last = story.places[moments[-1].n]
        told.append(
            Turn(
                number,
                _mover(moments),
                tuple(_event(moment) for moment in moments if moment.event is not None),
                tuple(spell(line[last], language()) for line in story.prices.values()),
                tuple(spell(line[last], language()) for line in story.wealth.values()),
            )
        )
    return told


def _mover(moments: Sequence[Moment]) -> str:
    """Whose turn it was; empty for a turn in which several acted."""
    movers = {moment.mover for moment in moments}
    return (movers.pop() or "") if len(movers) == 1 else ""


def _event(moment: Moment) -> Event:
    return Event(
        moment.n, said(moment.sentence), tuple((name, said(HIGHLIGHT_TEXTS[name])) for name in moment.highlights)
    )


def _moment(ref: str, story: Story, place: int) -> dict[str, Any]:
    """What is shown of a moment."""
    moment = story.moments[place]
    rows = story.rows(place)
    picture, of = _picture(ref, story, place)
    before = story.rows(place - 1) if place else None
    texts = rulings(story.rules.name)
    return {
        "n": moment.n,
        "place": place,
        "most": len(story.moments) - 1,
        "turn": moment.turn,
        "mover": moment.mover or "",
        "text": said(moment.sentence),
        "time": moment.time,
        "highlights": [(name, said(HIGHLIGHT_TEXTS[name])) for name in moment.highlights],
        "entries": [_told(story, entry, texts) for entry in moment.entries],
        "board": _board(story, rows, before, said(moment.sentence)),
        "now_prices": [(name, spell(line[place], language())) for name, line in story.prices.items()],
        "now_players": _players(story, place),
        "picture": picture,
        "picture_of": ""
        if of is None or of is moment
        else said(Sentence("as it was: {event}", {"event": of.sentence})),
    }


def _picture(ref: str, story: Story, place: int) -> tuple[str | None, Moment | None]:
    """The address of the newest picture that was kept up to a moment, and the moment that it decided."""
    eyes = house().eyes
    if not ref.isdecimal() or eyes is None:
        return None, None
    keys = eyes.kept_keys(int(ref))
    of = next((moment for moment in reversed(story.moments[: place + 1]) if moment.picture in keys), None)
    return (None, None) if of is None else (f"/picture/{ref}/{of.picture}.jpg", of)


def _film(ref: str) -> str:
    """How far the film of a game's pictures is; empty where there are none."""
    films = house().films
    if films is None or not ref.isdecimal() or not films.keys(int(ref)):
        return ""
    now = clerk().progress(int(ref), "film")
    return "none" if now is None else now.state


def _players(story: Story, place: int) -> list[dict[str, Any]]:
    """Cash, shares and wealth of each account after a moment, as far as the game tells them."""
    purses, shares = story.purses(place), story.shares(place)
    players: list[Account] = [("player", name) for name in story.players]
    return [
        {
            "name": said(story.called(account)),
            "cash": spell(purses[account], language()) if account in purses else "",
            "shares": list(shares.get(account, {}).items()),
            "wealth": spell(story.wealth[account[1]][place], language())
            if account in players and account[1] in story.wealth
            else "",
        }
        for account in dict.fromkeys((*players, *purses))
    ]


def _board(story: Story, rows: Sequence[str] | None, before: Sequence[str] | None, title: str) -> Markup | None:
    if story.board is None or rows is None:
        return None
    changed = [
        square.name
        for square in story.board.squares()
        if before is not None and rows[square.row][square.col] != before[square.row][square.col]
    ]
    return Markup(board_svg(story.board, rows, title, changed))  # noqa: S704 - our own drawing, its texts escaped


def _chart(
    series: Mapping[str, Sequence[int]], title: Sentence, marks: Sequence[tuple[int, str]], *, companies: bool
) -> Markup | None:
    if not any(any(line) for line in series.values()):
        return None
    return Markup(lines_svg(series, said(title), companies=companies, marks=marks))  # noqa: S704 - drawn by us


def _flows(story: Story) -> dict[str, Any]:
    """What came and went: a row for each kind, a column for each account, the sums below."""
    sums = flows(story)
    names = list(dict.fromkeys(flow for column in sums.values() for flow in column))
    return {
        "accounts": [said(story.called(account)) for account in sums],
        "rows": [
            (
                said(flow_text(name)),
                [spell(column[name], language(), sign=True) if name in column else "" for column in sums.values()],
            )
            for name in names
        ],
        "sums": [spell(sum(column.values()), language()) for column in sums.values()],
    }


def _result(story: Story) -> list[tuple[int, str, str]]:
    """(rank, name, what he had) of a game that is over."""
    over = story.result
    if over is None:
        return []
    result = over.get("result", {})
    return [
        (rank, name, spell(int(result[name]), language()) if name in result else "")
        for rank, names in enumerate(over["ranking"], start=1)
        for name in names
    ]


def _fault(story: Story) -> str:
    if story.fault is None:
        return ""
    values = {"line": story.fault.line, "reason": story.fault.sentence, "ruling": story.fault.ruling}
    if story.fault.ruling:
        return said(Sentence("line {line} of the record breaks a rule: {reason} ({ruling})", values))
    return said(Sentence("line {line} of the record: {reason}", values))
