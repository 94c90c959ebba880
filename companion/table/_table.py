"""The table: one lock, one running game, and everything that people and devices tell it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.board import Boards
from companion.devices import DeviceHealth, Lights, Throw, Track
from companion.errors import BankhalterError, RuleError, TableDenied, TableError, TableStale
from companion.games import BANKER, Sentence, Viewer
from companion.journal import Journal, NewLine
from companion.reading import Seen
from companion.record import render_record
from companion.table import _commands as commands
from companion.table import _shelf as shelf
from companion.table import _snapshot as snapshots
from companion.table._aloud import aloud_json
from companion.table._buttons import Meanings, meanings_json, meanings_of
from companion.table._names import check_names
from companion.table._outlook import look_ahead, outlook_json
from companion.table._outside import Peek, Setting, decision_of, lights_of, peek_of, setting_of, tracks_of
from companion.table._paper import Comparison, parse_count
from companion.table._pictures import Decision
from companion.table._policy import BY_HAND, Policy
from companion.table._running import Running, begin, check_current
from companion.table._sight import Proposal, Sight
from companion.table._states import Standing
from companion.table._viewers import role_of, show_to
from companion.table._wishes import Wishes, check_seat
from companion.words import ENGLISH, spoken

Freeze = Callable[[Mapping[str, Any]], Mapping[str, Any]]
"""Completes the header of a game that begins."""


class Table:
    """The running table. Every method may be called from any thread.

    ``boards`` looks boards up by name; ``freeze`` puts into the header of a game that begins whatever of an owner's
    own figures it has to keep; ``devices`` gives the devices' health; ``simulated`` describes the virtual table for
    the pages, where there is one; ``buttons`` names those that are at the table; ``pictures`` says whether a camera has
    one to show. The game of the journal that was on the table last is resumed.
    """

    def __init__(
        self,
        journal: Journal,
        boards: Boards,
        *,
        policy: Policy = BY_HAND,
        freeze: Freeze = lambda header: header,
        devices: Callable[[], Sequence[DeviceHealth]] = tuple,
        simulated: Callable[[], Mapping[str, Any] | None] = lambda: None,
        buttons: Callable[[], Sequence[str]] = tuple,
        pictures: Callable[[], bool] = lambda: False,
    ) -> None:
        self._journal = journal
        self._boards = boards
        self._policy = policy
        self._freeze = freeze
        self._devices = devices
        self._simulated = simulated
        self._buttons = buttons
        self._pictures = pictures
        self._changed = threading.Condition(threading.RLock())
        self._revision = 0
        self._running: Running | None = None
        self._sight = Sight()
        self._refused: Sentence | None = None
        self._stray_throw: Throw | None = None
        self._wishes = Wishes()
        self._telling = threading.Lock()
        self._moment: tuple[Any, ...] | None = None
        self._shown: dict[Viewer, dict[str, Any]] = {}
        self._said: dict[tuple[Viewer, str], dict[str, Any]] = {}
        self.resume()

    def resume(self) -> None:
        """Takes up the game that was on the table last, as the journal has it now."""
        with self._changed:
            self._put_on(None)
            newest = self._journal.open_game()
            if newest is not None:
                try:
                    self._put_on(shelf.take_up(self._journal, self._boards, newest))
                except BankhalterError as error:  # the pages say so, and another game can be begun
                    self._refused = Sentence(
                        "game {game} cannot be resumed, it stays in the journal as it is: {error}",
                        {"game": newest, "error": error.sentence},
                    )
            self._bump()

    # What the devices tell.

    def observe(self, seen: Seen) -> None:
        """Takes what the camera knows now: what it means is worked out, and booked where the policy says so."""
        with self._changed:
            if self._running is None or seen.board != self._running.playfield:
                return  # a camera that is still set up for the game before
            self._sight.seen = seen
            self._sight.look(self._running)
            self._book_by_policy()
            self._bump()

    def throw(self, throw: Throw) -> bool:
        """Takes a throw of the dice and books the roll; False when the game awaits none (it is then shown, not booked).

        A throw with the same key is booked once.
        """
        with self._changed:
            running = self._running
            request = f"throw {throw.key}"
            if running is None or self._journal.booked(request):
                return False
            try:
                event = running.rules.event_for_throw(running.state, throw.faces)
                if event is not None:
                    self._book([NewLine("event", event)], actor="dice", request=request)
            except RuleError as error:
                values = {"faces": " ".join(throw.faces), "error": error.sentence}
                self._refused = Sentence("the throw {faces} cannot be booked: {error}", values)
                event = None
            self._stray_throw = throw if event is None else None
            self._book_by_policy()
            self._bump()
            return event is not None

    def follow(self, policy: Policy) -> None:
        """Keeps to another policy from now on."""
        with self._changed:
            self._policy = policy
            self._bump()

    def look_away(self) -> None:
        """The camera is switched off: what it saw is forgotten, and squares are tapped."""
        with self._changed:
            self._sight.look_away()
            self._sight.look(self._running)
            self._bump()

    def book_by_itself(self, wanted: str) -> None:
        """Books the proposal of that id, on which the board has been still for as long as the policy wants.

        Does nothing where it is no longer on the table or a person has to say first what is true. Raises as `command`.
        """
        with self._changed:
            if self._sight.proposal is not None and self._sight.proposal.id == wanted and self._may_book():
                self._book_as_seen(self._sight.proposal)
                self._bump()

    def touch(self) -> None:
        """Something that a snapshot shows has changed outside the table: a device, the virtual table."""
        with self._changed:
            self._bump()

    # What people ask.

    def command(self, raw: Mapping[str, Any], actor: str) -> dict[str, Any]:
        """Carries out a command (docs/table.md) and answers ``{"ok": True, "version": n}``.

        Raises FormatError for what is no command, TableStale for one made for another state, TableError when there is
        nothing to do it on, RuleError when the rules refuse it, JournalError when it cannot be written. After an
        error nothing is booked.
        """
        command = commands.parse_command(raw)
        with self._changed:
            if not self._journal.booked(command.request):
                check_current(self._running, command.game, command.version, command.last)
                if isinstance(command, commands.NewGame):
                    self._new_game(command.header, command.request)
                elif isinstance(command, commands.ShelfCommand):
                    self._shelve(command, actor)
                else:
                    self._act(command, actor)
                    self._book_by_policy()
                self._bump()
            return self._done()

    def ask(self, raw: Mapping[str, Any], player: str) -> dict[str, Any]:
        """Takes what a player does on his own phone: an event of his own, or that he takes back what he asked for.

        It waits for the banker, or is booked where the policy says so. A new wish takes the place of the last one, and
        whatever is booked ends them all: they were meant for the state before. Raises as `command`, and TableDenied.
        """
        command = commands.parse_command(raw)
        if not isinstance(command, commands.BookEvent | commands.Withdraw):
            raise TableDenied(Sentence("that is for the banker: nothing was booked"))
        with self._changed:
            known = {asked.id for asked in self._wishes}
            if command.request not in known and not self._journal.booked(command.request):
                check_current(self._running, command.game, command.version, command.last)
                if player not in self._game().header["players"]:
                    raise TableDenied(
                        Sentence(
                            "nobody called {player} plays in this game: scan the code of your seat anew",
                            {"player": player},
                        )
                    )
                if isinstance(command, commands.Withdraw):
                    self._wishes.drop(player)
                else:
                    self._take_wish(command, player)
                self._bump()
            return self._done()

    def _take_wish(self, command: commands.BookEvent, player: str) -> None:
        running = self._game()
        check_seat(command, player, running)
        if self._policy.players:
            self._book([NewLine("event", command.event)], actor=f"player:{player}", request=command.request)
        else:
            self._wishes.put(command, player, running)

    def _done(self) -> dict[str, Any]:
        return {"ok": True, "version": 0 if self._running is None else self._running.version}

    def look_ahead(self, raw: Mapping[str, Any], *, language: str = ENGLISH) -> dict[str, Any]:
        """What an undo or a correction would change (docs/table.md), in that language; books nothing.

        Raises as `command` does.
        """
        asked = commands.parse_look_ahead(raw)
        with self._changed:
            check_current(self._running, asked.game, asked.version)
            running = self._game()
            if isinstance(asked, commands.LookAtCount):
                compared = _compared(running, asked.player, asked.notes).to_json()
                said: dict[str, Any] = spoken({"ok": True, "version": running.version, **compared}, language)
                return said
            if isinstance(asked, commands.LookAtUndo):
                (line,) = running.as_booked([NewLine("undo", target=asked.to)])
            else:
                (line,) = running.as_booked([NewLine("correct", asked.event, target=asked.seq)])
            outlook = outlook_json(look_ahead(running.course, line))
            shown: dict[str, Any] = spoken({"ok": True, "version": running.version, **outlook}, language)
        return shown

    def _act(self, command: commands.Command, actor: str) -> None:
        running = self._game()
        match command:
            case commands.Book(proposal=wanted):
                proposal = self._proposed(wanted)
                self._book([NewLine("event", proposal.event)], actor=actor, request=command.request)
            case commands.Dismiss(proposal=wanted):
                self._sight.dismiss(self._proposed(wanted).event)
                self._sight.look(running)
            case commands.BookEvent(event=event):
                self._book([NewLine("event", event)], actor=actor, request=command.request)
            case commands.Correct(event=event, seq=seq, stop=stop):
                if seq is None:
                    seq = running.last().line.n
                line = NewLine("correct", event, target=seq, stop=stop)
                self._book([line], actor=actor, request=command.request)
            case commands.Undo(to=to):
                self._book([running.undo(to)], actor=actor, request=command.request)
                undone = running.undone[-1].line.event
                sighting = self._sight.sighting
                if undone is not None and sighting.events == (undone,) and not sighting.by_hand:
                    self._sight.dismiss(undone)  # else it would be proposed, or even booked, at once again
                    self._sight.look(running)
            case commands.CountNotes(player=player, notes=notes, difference=agreed):
                compared = _compared(running, player, notes)
                if compared.difference != agreed:
                    raise TableError(
                        Sentence("{told}: agree to this difference, or count again", {"told": compared.text})
                    )
                line = NewLine("count", {"do": "count", "player": player, "notes": notes})
                self._book([line], actor=actor, request=command.request)
            case commands.Trust(squares=squares):
                self._sight.trust(squares, running)
                self._sight.look(running)
            case commands.Grant(asked=wanted):
                asked = self._wishes.find(wanted)
                actor = f"{actor}:{asked.player}"
                self._book([NewLine("event", asked.event)], actor=actor, request=command.request)
            case commands.Refuse(asked=wanted):
                self._wishes.drop(self._wishes.find(wanted).player)
            case commands.Withdraw():
                raise TableDenied(Sentence("a wish is taken back from the seat that it came from; refuse it instead"))
            case commands.Redo(to=to):
                self._book([NewLine("redo", target=to)], actor=actor, request=command.request)

    def _new_game(self, header: Mapping[str, Any], request: str) -> None:
        header = self._freeze(header)
        begin(0, header, self._boards)  # a header that is none is refused before it is written
        shelf.check_spelling(header)
        check_names(header["players"])
        self._put_on(begin(self._journal.new_game(header, request), header, self._boards))

    def _put_on(self, running: Running | None) -> None:
        """Puts a game on the table, or takes it off."""
        self._running = running
        self._sight = Sight()
        self._refused = self._stray_throw = None
        self._wishes.clear()

    def _shelve(self, command: commands.ShelfCommand, actor: str) -> None:
        """What concerns a whole game; raises TableError, FormatError or JournalError, and has changed nothing then."""
        journal, boards = self._journal, self._boards
        match command:
            case commands.OpenGame():
                self._put_on(shelf.open_game(journal, boards, command))
            case commands.NameGame():
                shelf.name_game(journal, command)
            case commands.ArchiveGame(target=target):
                journal.mark(target, "archived", request=command.request)
                if self._running is not None and self._running.id == target:
                    self._put_on(None)
            case commands.RestoreGame(target=target):
                journal.mark(target, "restored", request=command.request)
            case commands.DeleteGame():
                shelf.delete_game(journal, command)
            case commands.ImportGame():
                shelf.import_game(journal, boards, command, actor)

    def games(self) -> list[dict[str, Any]]:
        """All games that are kept (docs/table.md)."""
        return shelf.games_json(self._journal)

    def record_of(self, game: int) -> bytes:
        """A kept game as a game record. Raises JournalError when there is none or it cannot be resumed."""
        with self._changed:
            if self._running is not None and self._running.id == game:
                return render_record(shelf.record_of(self._running))
        return render_record(shelf.record_of(shelf.take_up(self._journal, self._boards, game)))

    def _proposed(self, wanted: str) -> Proposal:
        if self._sight.proposal is None or self._sight.proposal.id != wanted:
            raise TableStale(Sentence("this proposal is no longer on the table: look again, nothing was booked"))
        return self._sight.proposal

    def _game(self) -> Running:
        if self._running is None:
            raise TableError(Sentence("no game is running: begin one first"))
        return self._running

    # Booking and looking.

    def _book(self, lines: Sequence[NewLine], *, actor: str, request: str | None = None) -> None:
        """The only place that writes to a game: checked by the rules, written to the journal, then taken."""
        running = self._game()
        running.check(lines)
        running.extend(self._journal.append(running.id, running.version, lines, actor=actor, request=request))
        self._stray_throw = self._refused = None
        self._wishes.clear()
        self._sight.look(running)

    def _book_by_policy(self) -> None:
        """Books at once what the policy leaves to the table: a placement that is the one explanation."""
        if self._sight.proposal is not None and self._policy.still_s == 0 and self._may_book():
            self._book_as_seen(self._sight.proposal)

    def _may_book(self) -> bool:
        """Whether the policy lets the table book by itself, and nobody has just changed what was booked.

        From there a person says what is true.
        """
        running = self._running
        if not self._policy.placements or running is None:
            return False
        return not running.lines or running.lines[-1].kind not in ("undo", "correct", "revert")

    def _book_as_seen(self, proposal: Proposal) -> None:
        """Books a placement on the camera's word, then the turn's end where the policy says so."""
        self._book([NewLine("event", proposal.event)], actor="camera")
        running = self._game()
        end = running.rules.turn_end(running.state)
        if self._policy.turns and end is not None:
            self._book([NewLine("event", end)], actor="camera")

    def _bump(self) -> None:
        self._revision += 1
        self._changed.notify_all()

    # What others may see.

    def wait(self, revision: int, timeout: float) -> int:
        """The newest revision: at once when it differs from ``revision``, else after at most ``timeout`` seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._revision != revision, timeout)
            return self._revision

    def snapshot(self, viewer: Viewer = BANKER, *, language: str = ENGLISH) -> dict[str, Any]:
        """Everything that the viewer's page needs (docs/table.md), fit for JSON, and nothing that is not for him.

        Its texts are in that language. Who asks again before anything has changed gets the very same object: thirty
        screens are told with the work for a few. So nobody may change it.
        """
        # Devices have locks of their own: they are asked before the table's lock is taken, never while it is held.
        devices = [snapshots.of_health(health) for health in self._devices()]
        simulated, pictures = self._simulated(), self._pictures()
        with self._telling:
            with self._changed:
                moment = (self._revision, devices, simulated, pictures)
                if moment != self._moment:
                    self._moment, self._shown, self._said = moment, {}, {}
                if viewer not in self._shown:
                    self._shown[viewer] = self._show(viewer, devices, simulated, pictures)
            # Said without the table's lock: whoever books does not wait for those who look.
            if (viewer, language) not in self._said:
                self._said[viewer, language] = spoken(self._shown[viewer], language)
            return self._said[viewer, language]

    def _show(
        self,
        viewer: Viewer,
        devices: Sequence[Mapping[str, Any]],
        simulated: Mapping[str, Any] | None,
        pictures: bool,
    ) -> dict[str, Any]:
        """A viewer's snapshot as it is now, its sentences not yet said."""
        shown: dict[str, Any] = {
            "revision": self._revision,
            "standing": self._standing(),
            "tv_speaks": self._policy.tv_speaks,
            "viewer": role_of(viewer),
            **snapshots.of_game(self._running, viewer),
            "asked": [snapshots.of_asked(asked, self._running) for asked in self._wishes],
            "proposal": self._proposed_json(),
            "draft": None if self._sight.draft is None else snapshots.of_draft(self._sight.draft),
            "todo": list(self._sight.sighting.todo),
            "problems": [{"text": text, "squares": list(squares)} for text, squares in self._problems()],
            "ways": [] if self._running is None else self._sight.ways(self._running),
            "aloud": aloud_json(self._running),
            "trusted": list(self._sight.trusted),
            "board_seen": snapshots.of_seen(self._sight.seen),
            "pictures": pictures,
            "tracks": snapshots.of_tracks(self.tracks()),
            "devices": devices,
            "buttons": meanings_json(self.meanings()) or None,
            "simulated": simulated,
        }
        return show_to(viewer, shown, () if self._running is None else self._running.rules.players_may)

    def _proposed_json(self) -> dict[str, Any] | None:
        if self._sight.proposal is None:
            return None
        waits = self.patience()
        shown = snapshots.of_proposal(self._sight.proposal, self._running)
        return {**shown, "by_itself": None if waits is None else waits[1]}

    def _standing(self) -> Standing:
        """Where the table stands beside the board (`_states`)."""
        if self._running is None:
            return "none"
        return "over" if self._running.rules.result(self._running.state) is not None else self._sight.standing()

    def _problems(self) -> list[tuple[Sentence | str, tuple[str, ...]]]:
        """Where board, dice and books disagree, with the squares that it is about."""
        problems = self._sight.problems()
        if self._refused is not None:
            problems.append((self._refused, ()))
        if self._stray_throw is not None:
            faces = {"faces": " ".join(self._stray_throw.faces)}
            problems.append((Sentence("a throw ({faces}) came when none was awaited: it was not booked", faces), ()))
        return problems

    def tracks(self) -> dict[str, Track]:
        """What the price tracks are to show now: prices, and the newest rise."""
        with self._changed:
            return {} if self._running is None else tracks_of(self._running)

    def lights(self) -> Lights:
        """What the price tracks are to tell: prices, whose turn it is, a debt, the end."""
        with self._changed:
            return Lights({}) if self._running is None else lights_of(self._running)

    def meanings(self) -> Meanings:
        """What the buttons at the table mean now."""
        with self._changed:
            all_three = meanings_of(self._running, self._sight.proposal, tuple(self._wishes))
            return {button: all_three[button] for button in self._buttons()}

    def awaits_throw(self) -> bool:
        """Whether the game would take a throw of the dice now."""
        with self._changed:
            return self._running is not None and "roll" in self._running.rules.legal(self._running.state)

    def explains(self, squares: Sequence[str]) -> bool:
        """Whether just one event explains a board that looks like this (one string a row); nothing is booked."""
        with self._changed:
            running = self._running
            return running is not None and len(running.rules.sight(running.state, squares).events) == 1

    def setting(self) -> Setting | None:
        """What cameras and dice have to be set up for; None when no game runs."""
        with self._changed:
            return None if self._running is None else setting_of(self._running)

    def patience(self) -> tuple[str, float] | None:
        """The proposal that is to be booked once the board is still, and for how many seconds it must be; else None."""
        with self._changed:
            if self._sight.proposal is None or self._policy.still_s == 0 or not self._may_book():
                return None
            return self._sight.proposal.id, self._policy.still_s

    def decision(self) -> Decision | None:
        """What a picture of the board may decide or has just decided; None when no game runs."""
        with self._changed:
            return None if self._running is None else decision_of(self._running, self._sight.proposal)

    def peek(self) -> Peek | None:
        """The game on the table as it stands; None when no game runs."""
        with self._changed:
            return None if self._running is None else peek_of(self._running)

    def record(self) -> tuple[Mapping[str, Any], tuple[Mapping[str, Any], ...]]:
        """The running game's header and the events in force, as the game record holds them."""
        with self._changed:
            running = self._game()
            return running.header, running.events()


def _compared(running: Running, player: str, notes: Mapping[str, int]) -> Comparison:
    """A player's counted notes beside the account (docs/table.md). Raises FormatError or TableError."""
    account, counted = parse_count({"player": player, "notes": notes}, running.course.paper)
    return Comparison(account, counted, running.rules.purses(running.state)[account])
