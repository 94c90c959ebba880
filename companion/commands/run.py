"""``bankhalter run``: the table, with its devices and its pages."""

from __future__ import annotations

import ipaddress
import logging
import re
import secrets
import signal
import socket
from collections.abc import Iterable, Mapping, Sequence, Set
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import calibration
from companion.backup import Backups
from companion.board import parse_board
from companion.commands._calibration import KEPT, load_or_set_aside, load_view
from companion.commands._calibration import option as calibration_option
from companion.commands._cameras import what_may_be_named
from companion.commands._desk import CameraDesk
from companion.commands._folder import alone, data_option, default_folder, now
from companion.commands._grounds import known_grounds
from companion.commands._market_photos import MarketPhotos
from companion.commands._memory import give_pictures_back
from companion.commands._options import Named, PortType, device_wiring, dice_options, wiring_option
from companion.commands._photos import Photos, flatten
from companion.commands._row_photos import RowPhotos
from companion.commands._stage import Plan, Stage, open_camera
from companion.commands._tracks import KINDS
from companion.commands._workshop import Workshop
from companion.commands.replay import editions_option, own_editions
from companion.errors import DeviceError, FormatError
from companion.fields import parse_market_board
from companion.files import is_there, make_folder, read_file, save_whole
from companion.games.master_of_economy import MARKET
from companion.games.shark import Edition, freeze
from companion.journal import Journal
from companion.own_boards import DistrictBoards
from companion.own_markets import MarketCopies
from companion.parsing import decode_object
from companion.quoting import quoted
from companion.review import Clerk, Films, Library, forget_player
from companion.sentence import Sentence
from companion.settings import MOST_MB, Settings, SettingsKeeper
from companion.table import Policy, Table
from hardware.cameras import known_cameras, may_be_there
from hardware.dice import NumberDie, Wells
from hardware.wiring import TracksKind

if TYPE_CHECKING:
    from web.pin import Pin

SECRET_BYTES = 32

FIRST_GAME: Mapping[str, Any] = {
    "format": "bankhalter-game/1",
    "game": "shark",
    "edition": "2001",
    "board": "shark-2001",
    "players": ["Player 1", "Player 2", "Player 3"],
    "banker": "Player 3",
    "options": {},
}
"""What is on the table at the very first start, so that one can play at once; the set-up page begins others."""


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 lets phones and a TV in.")
@click.option(
    "--pin",
    default=None,
    metavar="PIN",
    envvar="BANKHALTER_PIN",
    help="Sets the banker's PIN; made up when phones are let in without one.",
)
@click.option("--port", type=PortType(0, 65535), default=8000, show_default=True, help="Port of the pages.")
@click.option("--board", default=None, help="Board of the first game: a known name or a board file.")
@click.option(
    "--camera",
    default=None,
    help="virtual, none, picamera, a USB camera's number, a folder, a video file or a stream's address "
    "[devices.toml's, else virtual].",
)
@click.option(
    "--empty",
    type=click.Path(path_type=Path),
    default=None,
    help="A picture of the empty board in the camera's view; it goes before the one of its calibration.",
)
@calibration_option
@click.option(
    "--dice",
    default=None,
    help="virtual, by-hand, serial (looks for the reader), a serial port, or a file of throws (.jsonl) "
    "[devices.toml's, else virtual].",
)
@dice_options
@click.option(
    "--tracks",
    type=click.Choice(KINDS),
    default=None,
    help="Where the prices are lit [devices.toml's, else virtual].",
)
@editions_option
@wiring_option
@click.option("--auto", is_flag=True, help="Book what the camera is sure of without asking; turns are ended by hand.")
@click.option("--trades-at-once", is_flag=True, help="Book what players do on their phones without the banker.")
@click.option("--seed", type=int, default=None, help="Makes the virtual table and dice repeatable, to show or test.")
@click.option(
    "--pictures",
    type=click.IntRange(0, MOST_MB),
    default=None,
    help="Megabytes for the pictures that decided an event; the oldest go first, 0 keeps none [200].",
)
@data_option
def command(
    host: str,
    pin: str | None,
    port: int,
    board: str | None,
    camera: str | None,
    empty: Path | None,
    calibrated: Path | None,
    dice: str | None,
    number_die: NumberDie | None,
    wells: Wells | None,
    tracks: TracksKind | None,
    editions: Path | None,
    devices: Path | None,
    auto: bool,
    trades_at_once: bool,
    seed: int | None,
    pictures: int | None,
    data: Path | None,
) -> None:
    """Start the table: camera, dice, price tracks and pages.

    What the page Settings offers too is fixed by its option here for as long as the program runs.
    """
    from web import House, create_app
    from web.pin import check_pin
    from web.server import Server, bind

    logging.basicConfig(level=logging.WARNING, format="bankhalter: %(message)s")
    give_pictures_back()
    folder = data or default_folder()
    if pin is not None:
        check_pin(pin)  # before any device is opened
    kept = calibrated or folder / KEPT
    view = None if calibrated is None else load_view(calibrated)
    boxes = own_editions(editions)
    frozen = partial(freeze, known=boxes)
    named = Named(camera, dice, tracks, number_die, wells)
    wiring = device_wiring(devices, folder, named, Named("virtual", "virtual", "virtual"))
    with ExitStack() as closing:
        closing.enter_context(alone(folder))
        lost: Sentence | None = None
        if calibrated is None:
            view, lost = load_or_set_aside(kept)
        if lost is not None:
            print(f"bankhalter: {lost}", flush=True)
        source = wiring.camera.source
        if source not in (None, "none", "virtual") and not may_be_there(source):
            print(_no_camera(source, known_cameras()), flush=True)
        fixed = _fixed(auto=auto, trades_at_once=trades_at_once, pictures=pictures, camera=wiring.camera.source)
        settings = SettingsKeeper(folder / "settings.toml", fixed)
        journal = closing.enter_context(Journal(folder / "journal.db", now))
        first = _first_game(board, folder / "boards")
        names = _board_names(folder / "boards")
        _check_boards(editions, boxes, names)
        newest = journal.open_game()
        if not journal.games():
            journal.new_game(frozen(first))
        elif newest is not None and board is not None and journal.header(newest).get("board") != first["board"]:
            print(
                f"bankhalter: the game that goes on is played on {journal.header(newest).get('board')}; "
                f"for {first['board']} begin a new one on the set-up page."
            )
        stage = Stage(Plan(wiring, empty, folder, seed, view, calibrated is not None, lost))
        closing.callback(stage.close)
        boards = partial(_board_file, folder / "boards")
        table = Table(
            journal,
            boards,
            freeze=frozen,
            devices=stage.health,
            simulated=stage.state,
            buttons=stage.button_names,
            pictures=stage.has_pictures,
        )
        settings.follow(lambda now: table.follow(policy_of(now)))
        settings.follow(stage.heed)
        stage.start(table)
        files = [_board_file(folder / "boards", name) for name in names]
        offered = [parse_board(file) for file in files if "grid" in file]
        desk = CameraDesk(
            kept,
            stage,
            partial(known_grounds, folder / "boards"),
            partial(open_camera, wiring=wiring.camera),
            idle_min=lambda: settings.now.camera_setup_min,
        )
        desk.start()
        closing.callback(desk.close)
        library = Library(journal, boards)
        films = Films(library, stage)
        closing.callback(films.close)
        clerk = Clerk(library, films)
        clerk.start()
        closing.callback(clerk.close)

        def renewed() -> None:
            library.forget_stories()
            table.resume()

        backups = Backups(journal, folder / "boards", renewed)

        def forget(name: str) -> int:
            games = forget_player(journal, boards, name, pictures=folder / "pictures", backups=backups)
            renewed()
            return games

        secret = _secret(folder / "secret")
        listening = closing.enter_context(bind(host, port))  # before a PIN is made up: it is shown but once
        addresses = _addresses(host, port)
        house = House(
            table,
            stage,
            stage if "virtual" in (wiring.camera.source, wiring.dice.source) else None,
            camera=camera != "none",
            addresses=addresses,
            boards=offered,
            editions=boxes,
            cities=DistrictBoards(folder / "boards"),
            markets=MarketCopies(folder / "boards"),
            market_photos=MarketPhotos(lambda: parse_market_board(boards(MARKET))),
            backups=backups,
            settings=settings,
            workshop=Workshop(folder, stage.devices, stage.deafen),
            desk=desk,
            pin=_door(folder / "pin", host, pin),
            library=library,
            photos=Photos(offered),
            row_photos=RowPhotos(),
            clerk=clerk,
            films=films,
            forget=forget,
            flatten=flatten,
        )
        server = Server(create_app(house, secret_key=secret), listening)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: server.close())
        print(f"bankhalter: the table is ready. Open {addresses[0]} in a browser (Ctrl-C ends it; nothing is lost).")
        for further in addresses[1:]:
            print(f"            also {further}")
        print(f"            Games are kept in {folder}", flush=True)
        server.run()
        print("bankhalter: closed. Start it again and the game goes on where it is.", flush=True)


def _no_camera(source: str, known: Iterable[str]) -> str:
    """What is said of a camera that is not there, with those that are."""
    return (
        f"bankhalter: there is no camera {source}. The game can be played without one: what happens on the board is "
        f"tapped. Otherwise name with --camera, or in devices.toml, {what_may_be_named(known)}."
    )


def policy_of(settings: Settings) -> Policy:
    """What the settings let the table do without the banker."""
    return Policy(
        placements=settings.book_after_s is not None,
        still_s=settings.book_after_s or 0,
        players=settings.trades_at_once,
        tv_speaks=settings.voice == "tv",
    )


def _fixed(*, auto: bool, trades_at_once: bool, pictures: int | None, camera: str | None) -> dict[str, tuple[Any, str]]:
    """The settings that the command line fixes, each with its option."""
    fixed: dict[str, tuple[Any, str]] = {}
    if auto:
        fixed["book_after_s"] = (0, "--auto")
    if trades_at_once:
        fixed["trades_at_once"] = (True, "--trades-at-once")
    if pictures is not None:
        fixed["pictures_mb"] = (pictures, "--pictures")
    if camera == "none":
        fixed["camera"] = (False, "--camera none")
    return fixed


def _board_names(own: Path) -> tuple[str, ...]:
    """The boards with a grid that come with the program, then those that are kept in ``own``."""
    kept = (path.stem for path in sorted(own.glob("*.json")) if not {"districts", "fields", "format"} & _keys(path))
    return (*calibration.board_names(), *kept)


def _keys(path: Path) -> Set[str]:
    """The keys of a file beside the boards; none of one that cannot be read: who reads that board says why."""
    try:
        return decode_object(read_file(path)).keys()
    except (OSError, FormatError):
        return set()


def _check_boards(path: Path | None, boxes: Mapping[str, Edition], names: Sequence[str]) -> None:
    """Raises FormatError for an edition in an owner's file that names a board which is not there."""
    for edition in boxes.values():
        if edition.board not in names:
            known = ", ".join(names)
            what = f"edition {quoted(edition.name)}: no board is called {quoted(edition.board)}: there are {known}"
            raise FormatError(f"{path}: {what}; --board FILE brings one")


def _board_file(own: Path, name: str) -> Mapping[str, Any]:
    """The board of that name: one that comes with the program, or one that was given before and kept in ``own``.

    The market board is the first that is kept there, whatever its name, else the stand-in.
    """
    if name in calibration.market_names():
        return _own_market(own) or calibration.board_file(name)
    kept = own / f"{name}.json"
    if name not in calibration.board_names() and name == kept.stem and is_there(kept):
        return calibration.read_board_file(kept)
    return calibration.board_file(name)


def _own_market(own: Path) -> Mapping[str, Any] | None:
    """The first board file of a market that is kept; raises FormatError naming it where it is none."""
    markets = (path for path in sorted(own.glob("*.json")) if "fields" in _keys(path))
    return next((calibration.read_board_file(path) for path in markets), None)


def _first_game(board: str | None, own: Path) -> Mapping[str, Any]:
    """The header of the very first game on that board; a board file is kept in ``own``, for games that use it."""
    if board is None:
        return FIRST_GAME
    if board in calibration.board_names():
        given = calibration.board_file(board)
    elif is_there(Path(board)):
        given = calibration.read_board_file(Path(board))
        if "grid" not in given:
            raise FormatError(f"{board}: a board of districts: the table begins with SHARK, give a board with a grid")
        name = str(given["name"])
        if name in calibration.board_names() and given != calibration.board_file(name):
            raise FormatError(f"{board}: a board that comes with the program is called {name}: choose another name")
        if not re.fullmatch(r"[\w-]+", name):
            raise FormatError(f"{board}: a board's name has letters, digits, - and _ only, not {name!r}")
        make_folder(own, above=True)
        save_whole(own / f"{name}.json", read_file(Path(board)))
    else:
        names = ", ".join(calibration.board_names())
        raise FormatError(f"--board {board}: no such file; give a board file, or one of {names}")
    # With a shark zone in the middle it is the board of 2001 or one of its kind.
    edition = "2001" if any("S" in row for row in given["zones"]) else "1991"
    return {**FIRST_GAME, "edition": edition, "board": given["name"]}


def _secret(path: Path) -> bytes:
    """The key that signs the pages' sessions; made once, readable by its owner alone. Raises DeviceError."""
    try:
        secret = read_file(path) if path.exists() else b""
        if len(secret) < SECRET_BYTES:
            secret = secrets.token_bytes(SECRET_BYTES)
            save_whole(path, secret, secret=True)
        return secret
    except OSError as error:
        raise DeviceError(f"{path} cannot be used: {error.strerror}; choose another folder with --data") from None


def _door(path: Path, host: str, given: str | None) -> Pin | None:
    """What makes the banker, and says so on the terminal; None for a table that only this machine reaches.

    A PIN that is given, or made up because other machines reach the table, is kept as its hash alone. Raises
    FormatError for one that will not do, DeviceError where it cannot be kept.
    """
    from web.pin import Pin, hash_pin, make_pin

    try:
        if given is None and _is_own_machine(host):
            return None
        if given is None and path.exists():
            print("bankhalter: The banker's PIN is the one that was set; --pin PIN sets another.", flush=True)
            return Pin(path.read_text("utf-8").strip())
        pin = make_pin() if given is None else given
        hashed = hash_pin(pin)
        save_whole(path, hashed.encode(), secret=True)
    except OSError as error:
        raise DeviceError(f"{path} cannot be used: {error.strerror}; choose another folder with --data") from None
    # At once: whatever fails from here on, it is not shown again.
    told = "is set." if given is not None else f"is {pin}: note it, it is not shown again (--pin PIN sets another)."
    print(f"bankhalter: The banker's PIN {told}", flush=True)
    return Pin(hashed)


def _is_own_machine(host: str) -> bool:
    """Whether who listens there is reached from this machine alone."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _addresses(host: str, port: int) -> list[str]:
    """Where the pages are to be reached, the best first."""
    if host not in ("0.0.0.0", "::"):  # noqa: S104 (compared, not bound)
        return [f"http://{host}:{port}/"]
    names = [f"http://127.0.0.1:{port}/"]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))  # sends nothing: asks which of our addresses would be used
            names.insert(0, f"http://{probe.getsockname()[0]}:{port}/")
        except OSError:
            pass
    return names
